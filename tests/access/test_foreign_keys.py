"""A key of something that is none of one's business, in any field of any form: to whoever sends it there is none.

All rows of another table bear one and the same key, all that is hidden from players a second one, all that was put away
a third. Each is sent in every field that the site reads, and so is a key that nobody has: the first two are answered as
that one is, word for word. What was put away may have an answer of its own, but never another than a refusal.
"""

import re
from itertools import chain

import pytest
from django.apps import apps
from django.db import transaction
from django.utils import timezone

from campaigns import chance, feed
from campaigns.keys import new_key
from campaigns.models import Audience, Campaign, LogEntry, Membership, Role
from characters.models import Character
from combat.models import Encounter, FoeTemplate, SavedEncounter
from tests.access.conftest import APPS, GROUP, TRAITS
from tests.access.forms import FORMS
from tests.access.reading import watching
from tests.access.test_bad_values import ASKERS, ELSEWHERE, PRESSED, SHARES, share
from tests.campaigns.admin_rows import a_table

NOBODYS, FOREIGN, HIDDEN, AWAY = "qxvzkwqxvzk2", "qxvzkwqxvzk3", "qxvzkwqxvzk4", "qxvzkwqxvzk5"
CHANGING = re.compile(r'name="(csrfmiddlewaretoken|press)" value="[^"]*"|\b[2-9a-hjkmnp-z]{12}\b')
OF_THE_RULES = {"characters:house", "characters:house-preview"}  # hundreds of fields, all of one kind
TOLD = ("Heroína 9", "Persona 9", "Asiento 9", "Campaña 9")


@pytest.fixture
def strange(place, campaign, fight, marta, ines, dice) -> None:
    """Another table with one of everything; what players know nothing of; and what was put away."""
    with pytest.MonkeyPatch.context() as patch:
        for name in APPS:
            for field in [field for model in apps.get_app_config(name).get_models() for field in model._meta.fields]:
                if field.name == "key":
                    keys = chain([FOREIGN], iter(new_key, None))
                    patch.setattr(field, "_get_default", keys.__next__)
        a_table(9)

    Character.objects.create(campaign=campaign, name="Ogro oculto", is_foe=True, is_finished=True, key=HIDDEN)
    foe = Character.objects.get(key=HIDDEN)
    fight.add(marta, [foe])
    fight.hide_or_reveal(marta, HIDDEN)
    Encounter.objects.create(campaign=campaign, name="Emboscada", key=HIDDEN)
    FoeTemplate.objects.create(campaign=campaign, name="Ogro oculto", traits=TRAITS, key=HIDDEN)
    SavedEncounter.objects.create(campaign=campaign, name="Emboscada", groups=[GROUP], key=HIDDEN)
    with campaign.recording(marta) as record:
        entry = record("renamed", {"from": "a", "to": "b"}, audience=Audience.GM)
    LogEntry.objects.filter(pk=entry.pk).update(key=HIDDEN)

    gone = timezone.now()
    Character.objects.create(
        campaign=campaign, owner=ines, name="Elena", is_finished=True, archived_at=gone, key=AWAY, traits=TRAITS
    )
    FoeTemplate.objects.create(campaign=campaign, name="Rata", traits=TRAITS, archived_at=gone, key=AWAY)
    SavedEncounter.objects.create(campaign=campaign, name="El pozo", groups=[GROUP], archived_at=gone, key=AWAY)
    Membership.objects.create(campaign=campaign, name="Quién", role=Role.PLAYER, left_at=gone, key=AWAY)
    Campaign.objects.create(name="De antes", archived_at=gone, key=AWAY)


@pytest.mark.parametrize("part", SHARES)
@pytest.mark.parametrize("role", ["GM", "owner"])
def test_it_is_answered_as_a_key_that_nobody_has(place, strange, as_, watch, said, monkeypatch, role, part):
    monkeypatch.setattr(chance, "source", lambda sides: 2)
    faults = {}
    browsers = {asker: as_(place.people[asker]) for asker in {*ASKERS.values(), role}}
    watch.begin()
    for name in share(set(PRESSED) - ELSEWHERE, part):
        browser, form = browsers[ASKERS.get(name, role)], place.form(name) if name in FORMS else {}

        def press(form, browser=browser, name=name):
            with transaction.atomic():
                answer = browser.post(place.url(name), form, headers={"hx-request": "true", "accept-language": "en"})
                changed = watch.changed()
                transaction.set_rollback(True)
            feed.forget()
            return answer, changed

        with watching() as fields:
            if press(form)[0].status_code == 403:
                continue
        if name in OF_THE_RULES:
            fields = set(form)
        for field in sorted(fields):
            known, _changed = press({**form, field: NOBODYS})
            for key in (FOREIGN, AWAY) if role == "GM" else (FOREIGN, HIDDEN):
                answer, changed = press({**form, field: key})
                page = answer.content.decode()
                if any(words in page for words in (TOLD if role == "GM" else (*TOLD, "Ogro oculto"))):
                    faults[name, field, key] = "it was told"
                elif key == AWAY and (answer.status_code >= 500 or (changed and known.status_code >= 400)):
                    faults[name, field, key] = f"answered {answer.status_code}"
                elif key != AWAY and seen(answer, said) != seen(known, said):
                    faults[name, field, key] = f"answered {seen(answer, said)[:500]}, not {seen(known, said)[:500]}"
    assert faults == {}


def seen(answer, said) -> str:
    """Status, way on and words of an answer, of a whole page what it says is wrong; without the names of things."""
    page = answer.content.decode()
    words = said(answer) if page.startswith("<!doctype") else page
    return f"{answer.status_code} {CHANGING.sub('…', answer.headers.get('Location', '') + words)}"
