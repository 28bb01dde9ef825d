"""A file spoilt anywhere that is taken in all the same breaks no page afterwards."""

import os
from collections.abc import Iterator

from django.db import transaction
from django.urls import reverse

from campaigns import feed
from campaigns.models import Campaign
from rules.problems import Refused
from tests.exchange.conftest import bring
from tests.exchange.spoiling import spoilt

SEEDS = range(5_000, 5_000 + int(os.environ.get("FUZZ", "0")) // 100 + 25)
OF_CAMPAIGN = ("table", "log", "luck", "journal", "journal-print", "rules", "manage", "arrived", "export")
OF_EVENINGS = ("characters:proofs", "characters:evening", "characters:house", "combat:library", "combat:export-library")
OF_CHARACTER = ("sheet", "traits", "history", "growth", "proof", "print", "files", "export")
OF_FIGHT = ("encounter", "screen", "panel", "acts", "chronicle")


def pages(campaign: Campaign) -> Iterator[str]:
    for name in (*(f"campaigns:{each}" for each in OF_CAMPAIGN), *OF_EVENINGS):
        yield reverse(name, args=[campaign.key])
    yield reverse("campaigns:search", args=[campaign.key]) + "?q=ar"
    for character in campaign.characters.all():
        for name in OF_CHARACTER:
            yield reverse(f"characters:{name}", args=[character.key])
    for fight in campaign.encounters.all():
        for name in OF_FIGHT:
            yield reverse(f"combat:{name}", args=[fight.key])
    for kind in sorted(set(campaign.log.values_list("kind", flat=True))):
        entry = campaign.log.filter(kind=kind).first()
        yield reverse("campaigns:entry", args=[campaign.key, entry.key])


def test_every_page_of_what_was_taken_in_can_be_shown(file, zoe, as_):
    browser, broken, taken = as_(zoe), {}, 0
    browser.raise_request_exception = False
    for seed in SEEDS:
        document, where = spoilt(file, seed)
        try:
            with transaction.atomic():
                made = bring(document, zoe)
                for url in pages(made):
                    if browser.get(url).status_code >= 500:
                        broken[seed, where, url.replace(made.key, "…")] = 500
                taken += 1
                transaction.set_rollback(True)
        except Refused:
            pass
        feed.forget()

    assert broken == {}
    assert taken > 3
