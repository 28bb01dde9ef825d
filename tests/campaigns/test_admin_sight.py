"""A staff account sees nothing of a model for which it has no permission, on whatever page of the panel."""

import pytest
from django.contrib import admin
from django.urls import reverse

from campaigns.models import Campaign, Invitation, LogEntry, Membership
from characters.models import Character
from tests.campaigns.admin_rows import MODELS, User, a_table, row_of, staff

NAMES = {Campaign: "Campaña 7", Membership: "Asiento 7", Character: "Heroína 7", User: "Persona 7"}
"""What would give a row away that is not for whoever looks."""


def url(model: type, page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def pages_but_of(hidden: type, table: Campaign) -> list[tuple[type, str]]:
    found = []
    for model in MODELS:
        if model is not hidden:
            row = row_of(model, table)
            found += [(model, url(model, "changelist"))]
            found += [(model, url(model, page, row.pk)) for page in ("change", "delete", "history")]
    return found


@pytest.mark.parametrize("hidden", MODELS, ids=lambda model: model._meta.label)
def test_no_page_of_another_model_shows_it_or_leads_to_it(db, as_, hidden):
    """B31: no permission at all hides everything, links and counts included."""
    table = a_table(7)
    browser = as_(staff(*(model for model in MODELS if model is not hidden)))
    there = url(hidden, "changelist")

    for model, page in [(None, reverse("admin:index")), *pages_but_of(hidden, table)]:
        html = browser.get(page).content.decode()
        assert f'href="{there}' not in html, page
        if hidden in NAMES and model is not LogEntry:  # an entry of the log says itself what happened
            assert NAMES[hidden] not in html, page


@pytest.mark.parametrize("hidden", MODELS, ids=lambda model: model._meta.label)
def test_its_own_pages_are_forbidden(db, as_, hidden):
    row = row_of(hidden, a_table(7))
    browser = as_(staff(*(model for model in MODELS if model is not hidden)))

    asked = [url(hidden, "changelist"), *(url(hidden, page, row.pk) for page in ("change", "delete", "history"))]
    assert {browser.get(page).status_code for page in asked} == {403}
    press = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    assert browser.post(url(hidden, "changelist"), press).status_code == 403
    assert type(row)._default_manager.filter(pk=row.pk).exists()


@pytest.mark.parametrize(("model", "through"), [(Membership, "campaign"), (Character, "campaign"), (LogEntry, "by")])
def test_nobody_finds_out_by_searching_or_filtering(db, as_, model, through):
    """B33: what one may not see is not found by its name either, whole or letter by letter."""
    a_table(7)
    hidden = model._meta.get_field(through).related_model
    browser = as_(staff(*(each for each in MODELS if each is not hidden)))
    page = url(model, "changelist")

    found = browser.get(page, {"q": NAMES[hidden]}).context["cl"].result_count
    assert found == 0
    assert browser.get(page, {f"{through}__name__startswith": "A"}).status_code == 400


def test_a_field_that_chooses_offers_nothing_without_permission(db, as_):
    a_table(7)
    query = {"app_label": "characters", "model_name": "ledgerentry", "field_name": "character", "term": "Hero"}

    answer = as_(staff(*(each for each in MODELS if each is not Character))).get(reverse("admin:autocomplete"), query)

    assert answer.status_code == 403
    assert "Heroína" not in answer.content.decode()


def test_who_may_only_look_is_offered_no_action_and_none_works(db, as_):
    """B32: an action that is called directly does nothing without its permission."""
    table = a_table(7)
    browser, hero = as_(staff(*MODELS, verbs=("view",))), row_of(Character, table)
    page = url(Character, "changelist")

    offered = dict(browser.get(page).context["action_form"].fields["action"].choices)
    assert set(offered) - {""} == {"export"}
    for action in ("archive", "award", "hand_over", "delete_selected"):
        fields = {"action": action, "_selected_action": [hero.pk], "confirmed": "yes", "post": "yes", "px": 5}
        browser.post(page, fields)
    hero.refresh_from_db()
    assert hero.archived_at is None
    assert hero.ledger.count() == 1


@pytest.mark.parametrize("field", ["token", "token__startswith", "campaign__invitations__token__startswith"])
def test_a_token_is_shown_to_nobody_and_not_to_be_guessed(db, as_, hugo, field):
    table = a_table(7)
    invitation, browser = Invitation.objects.get(), as_(hugo)
    model = Invitation if field.startswith("token") else Membership

    answer = browser.get(url(model, "changelist"), {field: invitation.token[0]})

    assert answer.status_code == 400
    for each in MODELS:
        row = row_of(each, table)
        for page in (url(each, "changelist"), url(each, "change", row.pk)):
            assert invitation.token not in browser.get(page).content.decode(), page


def test_a_staff_account_gives_itself_no_rights(db, as_, hugo):
    teo = staff(User)
    rights = {"is_superuser": "on", "is_staff": "on", "user_permissions": [1, 2, 3]}

    browser = as_(teo)
    assert browser.post(url(User, "change", teo.pk), {"name": "Teo", "username": "teo", **rights}).status_code == 403
    assert browser.post(url(User, "change", hugo.pk), {"name": "Ja", "username": "ja"}).status_code == 403
    assert browser.get(reverse("admin:auth_user_password_change", args=[hugo.pk])).status_code == 403
    other = User.objects.create_user("otra", "x", "Otra")
    browser.post(url(User, "change", other.pk), {"name": "Otra", "username": "otra", "is_active": "on", **rights})
    other.refresh_from_db()
    assert (other.is_superuser, other.is_staff, other.user_permissions.count()) == (False, False, 0)


def test_a_page_of_a_table_is_linked_for_who_sits_there_only(db, as_, hugo):
    table = a_table(7)
    page = url(Campaign, "change", table.pk)
    assert table.get_absolute_url() not in as_(hugo).get(page).content.decode()

    Membership.objects.create(campaign=table, user=hugo, name="Hugo")

    assert table.get_absolute_url() in as_(hugo).get(page).content.decode()


def test_every_model_of_the_panel_has_a_row_here():
    assert set(MODELS) == set(admin.site._registry)
    assert len(MODELS) >= 12
