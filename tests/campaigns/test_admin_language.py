"""The admin panel speaks one language: its lists, filters, forms, actions, and the pages that ask before they do."""

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.test import RequestFactory
from django.urls import reverse

from campaigns.models import Membership, Role
from tests.campaigns.admin_rows import MODELS, User, a_table, row_of
from tests.e2e.languages import PANEL, wrong_words


def test_every_page_of_the_panel_speaks_one_language(hugo, as_):
    table, browser, found = a_table(7), as_(hugo), []
    a_table(8)
    rows = {model: row_of(model, table) for model in MODELS}
    heir = User.objects.create_user("otra", "x", "Otra")
    Membership.objects.create(campaign=table, user=heir, name="Otra", role=Role.PLAYER)
    for name in ("index", "password_change"):
        found += wrong_words(name, browser, reverse(f"admin:{name}"), PANEL)
    for label in {model._meta.app_label for model in MODELS}:
        found += wrong_words(label, browser, reverse("admin:app_list", args=[label]), PANEL)
    for model in MODELS:
        page = admin.site._registry[model]
        for name, path in paths(model, rows[model]):
            if browser.get(path).status_code != 403:  # nobody adds or deletes what is only read
                found += wrong_words(name, browser, path, PANEL)
        for action in actions(page, hugo):
            chosen = {"action": action, ACTION_CHECKBOX_NAME: [rows[model].pk]}
            path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
            found += wrong_words(f"{model.__name__}, {action}", browser, path, PANEL, chosen)
    assert not found, "\n".join(found)


def paths(model: type, row: object) -> list[tuple[str, str]]:
    name = f"{model._meta.app_label}_{model._meta.model_name}"
    found = [(page, reverse(f"admin:{name}_{page}")) for page in ("changelist", "add")]
    found += [(page, reverse(f"admin:{name}_{page}", args=[row.pk])) for page in ("change", "delete", "history")]
    return [(f"{model.__name__}, {page}", path) for page, path in found]


def actions(page: admin.ModelAdmin, who: object) -> list[str]:
    """What may be done to the rows that are chosen, but for what answers with a file."""
    request = RequestFactory().get("/")
    request.user = who
    return [name for name in page.get_actions(request) if name != "export"]
