"""A campaign in which there is something of everything, under each of the rules; and its file."""

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from campaigns import chance, journal
from campaigns.changes import toggle
from campaigns.exchange import checked, file_of, read, take_in
from campaigns.models import Audience, Ban, Campaign, LogEntry, Membership, Notebook, Role
from characters import adventures, evenings
from characters.models import Character, Portrait
from combat.models import Combatant, Encounter, FoeTemplate, SavedEncounter
from rules import PRESETS
from rules.notation import parse
from rules.problems import Refused
from tests.combat.fights import FOE, stored
from tests.exchange.pictures import webp

PASSWORD = "tres tristes tigres"


def load(hero: Character) -> Character:
    return Character.objects.with_pools().with_ledger().select_related("campaign").get(pk=hero.pk)


def play(preset: str) -> SimpleNamespace:
    """A few evenings: seats, house rules, sheets, px, notes, a fight that waits in its middle, what was taken back."""
    people = get_user_model().objects
    campaign = Campaign.objects.create(name="La sal y el hierro", preset=preset, setting="medieval")
    marta = Membership.objects.create(
        campaign=campaign, user=people.create_user(f"marta-{preset}", PASSWORD, "Marta"), role=Role.GM, name="Marta"
    )
    seats = {}
    for name, role in (("Inés", Role.PLAYER), ("Pablo", Role.PLAYER), ("Vera", Role.SPECTATOR)):
        seats[name] = Membership.objects.create(campaign=campaign, user=people.create_guest(name), role=role, name=name)
    ines, pablo = seats["Inés"], seats["Pablo"]
    rules = campaign.ruleset
    skills = [each.key for each in rules.skills[:6]]
    traits = {"attributes": {each.key: 5 for each in rules.attributes}, "skills": dict.fromkeys(skills, 5)}
    weapons = [weapon.key for weapon in rules.weapons if weapon.melee][:2]
    made = {"campaign": campaign, "is_finished": True, "traits": traits, "created": traits}
    hero = Character.objects.create(owner=ines, name="Brianda", gender="f", gear={"weapons": weapons}, **made)
    dead = Character.objects.create(owner=pablo, name="Fadrique", archived_at=timezone.now(), **made)
    Character.objects.create(campaign=campaign, owner=pablo, name="Urraca", traits=traits, successor_of=dead)
    Portrait.objects.create(character=hero, image=webp())

    evenings.open_session(campaign, marta)
    adventures.begin(campaign, marta, "La barca hundida")
    adventures.award(campaign, marta, hero, 20, "Cruza el río de noche")
    adventures.close(campaign, marta, [hero.key])
    evenings.close_session(campaign, marta)
    load(hero).buy(ines, f"skills.{skills[0]}", 6)
    adventures.begin(campaign, marta, "El molino")
    adventures.write_scene(campaign, marta, "El vado", "La rueda gira **sin agua**.")
    Notebook(campaign=campaign).write(marta, "gm_notes", f"El molinero miente: /c/{hero.key}/")
    written = journal.begin(campaign, ines, "Mi diario", "Hoy crucé el río.")
    adventures.award(campaign, marta, load(hero), 1, "Halla el vado")

    hero.roll(ines, skills[0], difficulty=12)
    toggle(hero.change_pool(marta, rules.injuries.pool, -2), marta)
    load(hero).afflict(marta, "Cojea", "por la caída")
    hero.roll(ines, skills[1], difficulty=15, audience=Audience.PRIVATE)
    fight = Encounter.prepare(campaign, marta, "Emboscada")
    fight.add(marta, [load(hero)])
    stored(fight).add_foes(marta, "Goblin", count=2, fixed=FOE | {"pv": 300}, damage=parse("1d6"))
    stored(fight).add_foes(marta, "Sombra", count=1, fixed=FOE, damage=parse("1d6"), is_hidden=True, alias="Algo")
    stored(fight).start(marta)
    goblin = next(row.character for row in stored(fight).present if not row.is_hero and not row.is_hidden)
    stored(fight).attack(marta, hero.key, weapons[0], goblin.key)
    stored(fight).attack(marta, goblin.key, "own", hero.key)
    stored(fight).harm(marta, hero.key, 3)
    _affect(hero)
    toggle(stored(fight).harm(marta, goblin.key, 5), marta)
    stored(fight).harm(marta, goblin.key, 7)
    stored(fight).pause(marta)
    stored(fight).save_as(marta, "Los del vado")
    Ban.objects.create(campaign=campaign, user=people.create_guest("Sergio"), name="Sergio")
    campaign.invite(marta)
    campaign.refresh_from_db()
    return SimpleNamespace(
        campaign=campaign, marta=marta, ines=ines, pablo=pablo, hero=load(hero), fight=fight, written=written
    )


def _affect(hero: Character) -> None:
    """Something lasts on it: a poison that comes again."""
    found = load(hero)
    effect = {"key": "poison-1", "label": "Veneno", "turns": 3, "harm": "1d6", "raises": [["pv", 1]]}
    found.vitals = {**found.vitals, "effects": [effect]}
    found.save(update_fields=["vitals"])


@pytest.fixture(params=PRESETS)
def played(request, db, monkeypatch) -> SimpleNamespace:
    middling(monkeypatch)
    return play(request.param)


@pytest.fixture
def once(db, monkeypatch) -> SimpleNamespace:
    """The same under the first of the rules only."""
    middling(monkeypatch)
    return play(next(iter(PRESETS)))


def middling(monkeypatch) -> None:
    faces = iter([5, 6, 8] * 100_000)
    monkeypatch.setattr(chance, "source", lambda sides: min(next(faces), sides))


@pytest.fixture
def zoe(db) -> Any:
    """Somebody from elsewhere who brings a file."""
    return get_user_model().objects.create_user("zoe", PASSWORD, "Zoe")


@pytest.fixture
def file(once) -> dict[str, Any]:
    """The file of it as JSON, to be spoilt."""
    return json.loads(file_of(once.campaign)[0])


def bring(document: Any, user: Any) -> Campaign:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    return take_in(checked(read(data)), user)


@pytest.fixture
def refused(zoe) -> Callable[[Any], dict[str, str]]:
    """`refused(document)`: what is wrong with it, by its path; nothing has been written."""

    def say(document: Any) -> dict[str, str]:
        before = everything()
        with pytest.raises(Refused) as refusal:
            bring(document, zoe)
        assert everything() == before
        return {problem.field or "": str(problem) for problem in refusal.value.problems}

    return say


COUNTED = (Campaign, Membership, Character, Combatant, Encounter, FoeTemplate, SavedEncounter, LogEntry, Portrait)


def everything() -> list[int]:
    """How many rows of each there are, people too."""
    return [model.objects.count() for model in (*COUNTED, get_user_model())]
