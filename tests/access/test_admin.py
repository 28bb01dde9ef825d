"""The admin panel: shut to all but staff at every address, whatever the method; and what the host may do in it.

What an account without all rights sees of it is tested in tests/campaigns/test_admin_sight.py.
"""

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.urls import reverse

from tests.access.law import ROLES
from tests.access.test_access import METHODS, addresses

PANEL = sorted({name for name, _ in addresses() if name.startswith("admin:")})
DOORS = {"admin:login", "admin:logout"}

MADE = {"accounts_user", "campaigns_passwordlink"}
CHANGED = {"accounts_user", "campaigns_campaign", "campaigns_membership", "characters_character"}
"""What the host makes there, and changes and deletes; everything else in the panel is only read."""


def test_whoever_is_not_staff_is_led_to_the_log_in_and_changes_nothing(place, as_, everything):
    browsers = {role: as_(place.people[role]) for role in ROLES if role != "staff"}
    before, door, faults = everything(), reverse("admin:login"), {}
    for role, browser in browsers.items():
        for name in PANEL:
            for method in METHODS if role in {"anonymous", "GM"} else ("GET", "POST"):
                answer = browser.generic(method, admin_url(name, place))
                if name in DOORS:
                    continue
                if answer.status_code != 302 or not answer.headers["Location"].startswith(door):
                    faults[role, name, method] = answer.status_code

    assert faults == {}
    assert everything() == before


def models() -> dict[str, type]:
    return {f"{each._meta.app_label}_{each._meta.model_name}": each for each in admin.site._registry}


def admin_url(name: str, place) -> str:
    """An address of the admin panel, for something that is there."""
    if name == "admin:None":
        return "/admin/no/such/page/"
    if name == "admin:app_list":
        return reverse(name, args=["accounts"])
    if name == "admin:view_on_site":
        return reverse(name, args=["1", "1"])
    pattern = next(pattern for known, pattern in addresses() if known == name)
    if pattern.pattern.regex.groups == 0:
        return reverse(name)
    model = models().get(name.removeprefix("admin:").rpartition("_")[0], get_user_model())
    row = model._base_manager.order_by("pk").first()
    return reverse(name, args=[row.pk if row else 1])


def test_the_host_makes_and_changes_what_the_table_says_and_reads_the_rest(place, as_, everything):
    browser, before, faults = as_(place.people["staff"]), everything(), {}
    for model in models():
        for page in ("changelist", "add", "change", "delete", "history"):
            answer = browser.get(admin_url(f"admin:{model}_{page}", place))
            is_shut = (page == "add" and model not in MADE) or (page == "delete" and model not in CHANGED)
            if answer.status_code != (403 if is_shut else 200):
                faults[model, page] = answer.status_code
        pressed = browser.post(admin_url(f"admin:{model}_change", place)).status_code
        if pressed != (200 if model in CHANGED else 403):  # 200: the form again, with what is missing
            faults[model, "press"] = pressed

    assert faults == {}
    assert everything() == before


def test_a_form_of_the_panel_without_its_fields_is_shown_again(place, as_, everything):
    """A person without a login among them, at whom Django's own form stumbles."""
    browser, before = as_(place.people["staff"]), everything()
    guest = reverse("admin:accounts_user_change", args=[place.people["guest"].user.pk])

    answers = [browser.post(page) for page in (*(admin_url(f"admin:{model}_add", place) for model in MADE), guest)]

    assert [answer.status_code for answer in answers] == [200] * 3
    assert all("errorlist" in answer.content.decode() for answer in answers)
    assert everything() == before


def test_an_account_that_is_staff_without_rights_reads_nothing(place, as_):
    sergio = place.people["stranger"]
    sergio.is_staff = True
    sergio.save()
    browser = as_(sergio)

    answers = {model: browser.get(admin_url(f"admin:{model}_changelist", place)).status_code for model in models()}

    assert set(answers.values()) == {403}
