"""The pages: the GM downloads the campaign, whoever may found one takes a file in, and what came is said."""

import json

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.exchange import file_of
from campaigns.models import Campaign, Membership, Role
from tests.access.sentences import sentences
from tests.exchange.conftest import PASSWORD, everything

TAKE = "/new/from-file/"
SPANISH = {"accept-language": "es"}


def sent(data: bytes, **fields: str) -> dict[str, object]:
    return {"file": SimpleUploadedFile("campaña.json", data), **fields}


@pytest.fixture
def data(once) -> bytes:
    return file_of(once.campaign)[0]


def test_the_gm_downloads_it(once, as_, django_assert_max_num_queries):
    browser = as_(once.marta)
    with django_assert_max_num_queries(30):
        answer = browser.get(reverse("campaigns:export", args=[once.campaign.key]))

    assert answer["Content-Disposition"] == 'attachment; filename="la-sal-y-el-hierro.json"'
    assert answer["Cache-Control"] == "no-store"
    assert json.loads(answer.content)["campaign"]["name"] == "La sal y el hierro"


def test_the_page_where_it_is_managed_leads_there(once, as_):
    page = as_(once.marta).get(once.campaign.manage_url).content.decode()

    assert reverse("campaigns:export", args=[once.campaign.key]) in page


def test_a_person_takes_it_in_and_is_told_what_came(data, zoe, as_):
    browser = as_(zoe)
    answer = browser.post(TAKE, sent(data), headers=SPANISH)
    made = Campaign.objects.get(memberships__user=zoe)

    assert answer.url == reverse("campaigns:arrived", args=[made.key])
    page = browser.get(answer.url, headers=SPANISH).content.decode()
    assert f"{made.characters.count()} fichas, de héroes y enemigos" in page
    assert f"{made.log.count()} entradas del registro" in page
    for name in ("Inés", "Pablo", "Vera"):
        seat = made.memberships.get(name=name)
        assert reverse("campaigns:member", args=[made.key, seat.key]) in page


def test_who_has_no_account_makes_one_with_it(data, client):
    answer = client.post(TAKE, sent(data, name="Lola", username="lola", password=PASSWORD), headers=SPANISH)
    lola = get_user_model().objects.get(username="lola")

    assert answer.status_code == 302
    assert Membership.objects.get(user=lola).role == Role.GM
    assert client.get(answer.url).status_code == 200


def test_a_guest_keeps_the_seats_they_have(data, once, as_):
    browser = as_(once.ines)
    browser.post(TAKE, sent(data, name="Inés", username="ines", password=PASSWORD), headers=SPANISH)

    assert Membership.objects.filter(user=once.ines.user).count() == 2


def test_where_nobody_signs_up_a_stranger_brings_nothing(data, client, settings):
    settings.SIGN_UP = False
    before = everything()
    get_user_model().objects.create_user("zoe", PASSWORD, "Zoe")  # else the first on this machine may

    assert client.get(TAKE).status_code == 403
    assert client.post(TAKE, sent(data)).status_code == 403
    assert everything()[:-1] == before[:-1]


@pytest.mark.parametrize(("language", "said"), [
    ("es", "seats[1].role: puede ser"), ("en", "seats[1].role: it can be"),
])  # fmt: skip
def test_what_is_wrong_is_said_with_its_path(file, zoe, as_, language, said):
    file["seats"][0]["role"] = "king"
    before = everything()

    answer = as_(zoe).post(TAKE, sent(json.dumps(file).encode()), headers={"accept-language": language})

    assert answer.status_code == 422
    assert said in sentences(answer.content.decode())
    assert everything() == before


def test_a_refused_file_makes_no_account(file, client):
    file["characters"][0]["traits"] = 3
    answer = client.post(
        TAKE, sent(json.dumps(file).encode(), name="Lola", username="lola", password=PASSWORD), headers=SPANISH
    )

    assert answer.status_code == 422
    assert not get_user_model().objects.filter(username="lola").exists()


@pytest.mark.parametrize("fields", [{}, {"file": ""}, {"file": "text"}])
def test_without_a_file_it_asks_for_one(zoe, as_, fields):
    answer = as_(zoe).post(TAKE, fields, headers=SPANISH)

    assert answer.status_code == 422


def test_a_schema_of_another_version_is_not_there(client, db):
    assert client.get(reverse("campaigns:schema", args=["2"])).status_code == 404


EXPORT = {"action": "export"}


def test_the_host_exports_it_from_the_admin_panel(once, hugo, as_):
    answer = as_(hugo).post("/admin/campaigns/campaign/", {**EXPORT, "_selected_action": [once.campaign.pk]})

    assert json.loads(answer.content)["campaign"]["name"] == "La sal y el hierro"


def test_staff_who_may_not_see_all_of_it_export_nothing(once, sergio, as_):
    sergio.is_staff = True
    sergio.save()
    sergio.user_permissions.add(*Permission.objects.filter(codename__in=["view_campaign", "change_campaign"]))

    answer = as_(sergio).post("/admin/campaigns/campaign/", {**EXPORT, "_selected_action": [once.campaign.pk]})

    assert b"mesa-ryf/campaign" not in answer.content
