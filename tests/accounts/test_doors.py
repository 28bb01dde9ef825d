"""How often one may knock: by person or by address, in whatever process, and the others go on."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.urls import reverse
from django.utils import timezone

from accounts import doors
from accounts.doors import Door, knock, whose
from accounts.models import Knocks
from campaigns.models import Membership

TWICE = timedelta(minutes=10)
ANNA = {"name": "Ana"}


@pytest.fixture(autouse=True)
def with_limits(settings):
    settings.LIMITS = True


@pytest.fixture
def narrow(monkeypatch):
    """`narrow("seat", 2)`: that door lets so many in."""

    def make(name, most):
        door = next(each for each in vars(doors).values() if isinstance(each, Door) and each.name == name)
        object.__setattr__(door, "most", most)
        return door

    before = {id(each): (each, each.most) for each in vars(doors).values() if isinstance(each, Door)}
    yield make
    for door, most in before.values():
        object.__setattr__(door, "most", most)


def join(client, campaign, marta, name, **extra):
    return client.post(campaign.invite(marta).get_absolute_url(), {"name": name}, **extra)


def test_one_too_many_is_told_how_long_to_wait_and_sits_nowhere(client, campaign, marta, narrow):
    narrow("seat", 2)
    for name in ("Ana", "Blas"):
        assert join(client, campaign, marta, name, headers={"accept-language": "es"}).status_code == 302
        client.cookies.clear()

    answer = join(client, campaign, marta, "Ciro", headers={"accept-language": "es"})

    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 600
    assert "Espera 10 minutos" in answer.content.decode()
    assert not Membership.objects.filter(name="Ciro").exists()


def test_another_address_goes_on_and_so_does_who_is_logged_in(client, as_, campaign, marta, sergio, narrow):
    narrow("seat", 1)
    assert join(client, campaign, marta, "Ana").status_code == 302
    client.cookies.clear()
    assert join(client, campaign, marta, "Blas").status_code == 429

    assert join(client, campaign, marta, "Blas", REMOTE_ADDR="10.0.0.9").status_code == 302
    assert join(as_(sergio), campaign, marta, "Sergio").status_code == 302


def test_merely_looking_is_no_knock(client, campaign, marta, narrow):
    narrow("seat", 1)
    url = campaign.invite(marta).get_absolute_url()

    assert {client.get(url).status_code for _time in range(3)} == {200}
    assert not Knocks.objects.exists()


def test_after_its_time_one_knocks_again(db, narrow):
    door = narrow("seat", 1)
    assert (knock(door, "x"), knock(door, "x") is None) == (None, False)

    Knocks.objects.update(since=timezone.now() - door.time)

    assert knock(door, "x") is None


@pytest.mark.parametrize("jump", [timedelta(days=-400), timedelta(days=400)])
def test_a_clock_that_jumps_shuts_no_door(db, narrow, jump):
    door = narrow("seat", 1)
    knock(door, "x")
    Knocks.objects.update(since=timezone.now() + jump)

    assert knock(door, "x") is None


def test_nobodys_address_is_kept_and_old_counts_go(client, campaign, marta):
    join(client, campaign, marta, "Ana", REMOTE_ADDR="203.0.113.7")
    assert "203.0.113" not in Knocks.objects.get().who

    Knocks.objects.update(since=timezone.now() - timedelta(days=1))
    knock(doors.FILE, "somebody else")

    assert Knocks.objects.get().door == "file"


@pytest.mark.parametrize(("one", "other", "is_same"), [
    ("203.0.113.7", "203.0.113.8", False), ("2001:db8::1", "2001:db8::ffff", True),
    ("2001:db8::1", "2001:db9::1", False),
    ("::ffff:203.0.113.7", "::ffff:203.0.113.8", False), ("", "", True),
])  # fmt: skip
def test_a_house_has_one_address_of_the_new_kind_too(rf, one, other, is_same):
    from django.contrib.auth.models import AnonymousUser

    requests = [rf.post("/", REMOTE_ADDR=peer) for peer in (one, other)]
    for request in requests:
        request.user = AnonymousUser()

    assert (whose(requests[0]) == whose(requests[1])) is is_same


@pytest.mark.django_db(transaction=True)
def test_workers_that_count_at_once_let_in_exactly_so_many(narrow):
    door = narrow("file", 10)

    def knocks(_number):
        try:
            return knock(door, "x") is None
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as workers:
        assert sum(workers.map(knocks, range(30))) == 10


def test_files_are_counted_wherever_they_are_brought(as_, campaign, marta, brianda, narrow):
    narrow("file", 0)
    narrow("campaign-file", 0)
    browser = as_(marta)
    pages = {
        reverse("characters:import", args=[campaign.key]): {"text": "{}"},
        reverse("characters:house-import", args=[campaign.key]): {"text": "{}"},
        reverse("combat:take-library", args=[campaign.key]): {"text": "{}"},
        reverse("characters:put-portrait", args=[brianda.key]): {"picture": SimpleUploadedFile("x.png", b"x")},
        reverse("campaigns:import"): {"file": SimpleUploadedFile("x.json", b"{}")},
    }

    assert {browser.post(url, form).status_code for url, form in pages.items()} == {429}


def test_accounts_are_counted_wherever_they_are_made(client, as_, campaign, lola, narrow):
    narrow("sign-up", 0)

    assert client.post("/new/", {}).status_code == 429
    assert client.post("/new/solo/", {}).status_code == 429
    assert as_(lola).post("/account/", {}).status_code == 429


def test_a_wrong_old_password_is_a_bad_try_to_log_in(as_, pablo, settings):
    settings.AXES_FAILURE_LIMIT = 3
    browser, url = as_(pablo), reverse("accounts:password")
    form = {
        "old_password": "no es esta",
        "new_password1": "tres tristes tigres",
        "new_password2": "tres tristes tigres",
    }

    answers = [browser.post(url, form) for _time in range(4)]

    assert [answer.status_code for answer in answers] == [422, 422, 429, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    right = browser.post(url, {**form, "old_password": "una frase que nadie adivina"})
    assert right.status_code == 429
