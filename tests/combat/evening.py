"""A table at which anything may be done: three heroes, some foes, everybody's browser, and what must always hold.

All goes through the pages, as the browser of somebody sends it; what is stored is read anew after each press.
"""

import json
import random
from collections.abc import Iterable
from dataclasses import astuple
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from campaigns import chance, feed
from campaigns.kinds import KINDS
from campaigns.models import Campaign, LogEntry, Membership, Role
from campaigns.replay import differences
from characters.models import Character
from combat.models import Encounter, Status
from tests.combat.fights import address, differing, stored
from tests.combat.sight import OURS, SPANISH, changed, says

SIGNS = 400  # what is at least as high is in no dice and no total: such a number on a page is of points
OWNERS = {"Brianda": "ines", "Tello": "pablo", "Urraca": "pablo"}
TECHNIQUES = [
    {"key": "fire", "name": "Lengua de fuego", "level": 3, "attribute": "willpower", "against_defense": True,
     "effect": "damage", "dice": "2d6"},
    {"key": "hands", "name": "Imponer manos", "level": 3, "attribute": "willpower", "difficulty": 9,
     "effect": "healing", "dice": "1d6"},
    {"key": "sleep", "name": "Sueño", "level": 3, "attribute": "willpower", "against_defense": True,
     "effect": "turns", "dice": "1d6"},
]  # fmt: skip
FOES = [
    {"name": "Ogro", "points": 700, "attack": 9},
    {"name": "Rata", "points": 5, "count": 2},
    {"name": "Xilofante", "points": 613, "hidden": "on", "alias": "Quirguizón"},
    {"name": "Zarrapastro", "points": 9, "attack": 12, "alias": "Bulto"},
]
PLAIN_FOE = {"count": 1, "points": 8, "defense": 12, "attack": 6, "damage": "1d6", "absorption": 0, "initiative": 5}
COMERS = ["Yacaré", "Wombat", "Ñandú", "Quokka", "Okapi", "Vicuña", "Jabirú", "Kiwi"]


class Evening:
    """A campaign with that preset, its people and an encounter that is prepared; `dice` is the seed of all chance."""

    def __init__(self, preset: str, dice: int) -> None:
        feed.forget()
        luck = random.Random(dice)
        chance.source = lambda sides: luck.randint(1, sides)
        self.campaign = Campaign.objects.create(name="Mesa", preset=preset)
        roles = {"marta": Role.GM, "ines": Role.PLAYER, "pablo": Role.PLAYER, "vera": Role.SPECTATOR}
        people = {name: _person(name) for name in (*roles, "sergio")}
        self.seats = {
            name: Membership.objects.create(campaign=self.campaign, user=people[name], role=role, name=name)
            for name, role in roles.items()
        }
        self.browsers = {name: _browser(person) for name, person in people.items()}
        self.browsers["nobody"] = Client()
        rules = self.campaign.ruleset
        traits = {
            "attributes": {each.key: 5 for each in rules.attributes},
            "skills": {each.key: 3 for each in rules.skills},
            "techniques": TECHNIQUES,
        }
        gear = {"weapons": ["long_sword", "mace", "long_bow"], "shield": "round_shield"}
        for name, owner in OWNERS.items():
            Character.objects.create(
                campaign=self.campaign, owner=self.seats[owner], name=name, is_finished=True, traits=traits, gear=gear
            )
        self.comers = list(COMERS)
        self.fight = Encounter.objects.create(campaign=self.campaign, name="Emboscada")
        self.named: set[str] = set()  # what the table has been told: names, keys, whose points
        self.told_points: set[str] = set()
        self.before, self.steps = self.state, 0
        self.press("marta", "heroes")
        for foe in FOES:
            assert self.press("marta", "foes", **{**PLAIN_FOE, **foe}) == 204
        self.places = {name: feed.page(self.seats[name], ["log"], "es").after for name in ("ines", "pablo", "vera")}
        self.version, self.begin = self.now.campaign.version, self.before

    @property
    def now(self) -> Encounter:
        return stored(self.fight)

    @property
    def state(self) -> dict[str, Any]:
        """All that is stored and could change, as plain values."""
        now, people = self.now, Character.objects.filter(campaign=self.campaign).with_pools()
        rules, points, purses = now.campaign.ruleset, {}, {}
        for each in people.select_related("campaign"):
            points |= {f"{each.key}:{pool.key}": rules.points(each.sheet, pool.key) for pool in rules.pools}
            purses[each.key] = [*astuple(each.purse), each.protagonism_left]
        whole = {"kept": now.kept(), "points": points, "purses": purses, "tokens": now.campaign.tokens}
        return json.loads(json.dumps(whole))

    # --- what one does ----------------------------------------------------------------------------------------------

    def press(self, who: str, action: str, /, **fields: Any) -> int:
        """A press of somebody: what is refused changes nothing, what is done is one entry or more. Its status."""
        return self.send(who, address(action, self.fight), **fields)

    def send(self, who: str, url: str, /, **fields: Any) -> int:
        entries = LogEntry.objects.count()
        answer = self.browsers[who].post(url, fields, headers={**SPANISH, "hx-request": "true"})
        assert answer.status_code < 500, (url, fields)
        if answer.status_code in {204, 302}:
            assert who in {"marta", "ines", "pablo"}, f"{who} may not: {url} {fields}"
            self.before = self.state
            return answer.status_code
        same = differing(self.before, self.state), LogEntry.objects.count()
        assert same == ([], entries), (answer.status_code, url, fields)
        assert answer.status_code != 422 or answer.content.strip(), (url, fields)
        return answer.status_code

    def toggle(self, who: str, entry: LogEntry) -> int:
        return self.send(who, reverse("campaigns:toggle", args=[self.campaign.key, entry.key]))

    def entries(self, **known: Any) -> Any:
        """What can be taken back since the evening began, the newest first."""
        kinds = [name for name, kind in KINDS.items() if kind.is_undoable]
        return LogEntry.objects.filter(campaign=self.campaign, version__gt=self.version, kind__in=kinds, **known)

    # --- what must hold ---------------------------------------------------------------------------------------------

    def assert_it_holds(self) -> None:
        now, self.steps = self.now, self.steps + 1
        self._points_are_within_bounds(now)
        self._one_acts(now)
        self._note_what_is_told(now)
        self._hears_nothing_secret("ines" if self.steps % 2 else "vera")

    def _points_are_within_bounds(self, now: Encounter) -> None:
        rules = now.campaign.ruleset
        for row in now.known.values():
            for pool in rules.pools:
                points = rules.points(row.character.sheet, pool.key)
                least, most = rules.injuries.floor(pool.key), rules.maximum(row.character.sheet, pool.key)
                assert least <= points <= most, (row.character.name, pool.key, points)

    def _one_acts(self, now: Encounter) -> None:
        """Where it runs, somebody who is there has the turn; nobody only where the round stands (T4)."""
        fight = now.fight
        if now.status == Status.RUNNING and now.turn:
            assert [row.character.key for row in now.present].count(now.turn) == 1
        elif now.status == Status.RUNNING:
            ready = [each for each in fight.fighters if fight.can_act(each) and not each.has_acted]
            assert not ready, [each.key for each in ready]
        assert now.shown_turn == "" or not now.known[now.shown_turn].is_hidden or now.status == Status.ENDED

    def _note_what_is_told(self, now: Encounter) -> None:
        if now.status == Status.PREPARING:
            return
        for row in now.present:
            if row.is_hero or not row.is_hidden:
                self.named |= {row.alias or row.character.name, row.character.key}
                if row.known["points"]:
                    self.told_points.add(row.character.key)

    def secrets(self) -> tuple[list[str], list[int]]:
        """Names and keys that the table was never told; points that it does not know."""
        known = [row for row in self.now.known.values() if not row.is_hero]
        words = {word for row in known for word in (row.character.name, row.alias, row.character.key) if word}
        rules, numbers = self.campaign.ruleset, set()
        for row in known:
            if row.character.key not in self.told_points:
                pool, sheet = rules.injuries.pool, row.character.sheet
                numbers |= {rules.points(sheet, pool), rules.maximum(sheet, pool)}
        return sorted(words - self.named), sorted(number for number in numbers if number >= SIGNS)

    def assert_no_secret(self, who: str, url: str, text: str) -> None:
        words, numbers = self.secrets()
        found = [word for word in words if word.casefold() in text.casefold()]
        assert not found, (who, url, found, _around(text, found[0]))
        found = [number for number in numbers if says(text, number)]
        assert not found, (who, url, found, _around(text, str(found[0])))

    def _hears_nothing_secret(self, name: str) -> None:
        seat, url = self.seats[name], reverse("campaigns:news", args=[self.campaign.key])
        asked = {"page": f"fight-{self.fight.key}", "as": seat.role, "lang": "es", "after": self.places[name]}
        answer = self.browsers[name].get(url, asked, headers=SPANISH)
        assert answer.status_code in {200, 204, 404}, answer.status_code
        assert answer.status_code != 404 or self.now.status == Status.PREPARING
        if answer.status_code == 200:
            self.places[name] = answer.headers["Mesa-After"]
            self.assert_no_secret(name, url, answer.content.decode())

    def reads(self, name: str, pages: Iterable[str], /, **query: Any) -> None:
        """Somebody opens pages: nothing secret is in them, and what was kept of them is what is stored."""
        for url in pages:
            kept = self._page(name, url, query)
            if name != "marta":
                self.assert_no_secret(name, url, kept)
            feed.forget()
            assert changed({url: kept}, {url: self._page(name, url, query)}) == {}, name

    def _page(self, name: str, url: str, query: Any) -> str:
        answer = self.browsers[name].get(url, query, headers=SPANISH)
        assert answer.status_code < 500
        assert answer.status_code in {200, 204, 403, 404, 422}, (answer.status_code, url)
        found = answer.content.decode() if answer.status_code == 200 else ""
        for pattern in OURS:
            found = pattern.sub("", found)
        return found

    @property
    def pages(self) -> list[str]:
        encounter, table = self.fight.get_absolute_url(), self.campaign.get_absolute_url()
        return [encounter, f"{encounter}panel/", f"{encounter}acts/", f"{encounter}chronicle/", f"{encounter}screen/",
                table, f"{table}log/"]  # fmt: skip

    def assert_the_log_tells_it(self) -> None:
        """The changes of all entries, in their order, make of the beginning what is stored."""
        entries = LogEntry.objects.filter(campaign=self.campaign, version__gt=self.version).order_by("version")
        made, now = _replayed(self.begin, entries), self.state
        for key in now["kept"].keys() - self.begin["kept"].keys():  # who came since: what was changed of it
            now["kept"][key] = {name: now["kept"][key][name] for name in made["kept"].get(key, {})}
        came = {f"{key}:{pool.key}" for key in now["kept"].keys() - {"fight", *self.begin["kept"]}
                for pool in self.campaign.ruleset.pools}  # fmt: skip
        for each in came:
            character = Character.objects.select_related("campaign").get(key=each.split(":")[0])
            most = self.campaign.ruleset.maximum(character.sheet, each.split(":")[1])
            made["points"][each] = made["points"].get(each, 0) + most
        for place in ("kept", "points"):
            assert differing(made[place], now[place]) == []
        assert list(differences(Campaign.objects.get(pk=self.campaign.pk))) == []

    def assert_all_can_be_taken_back(self) -> None:
        """To the start, which is as it was; and all of it done again gives what was."""
        end, taken = self.state, []
        while entry := self.entries(is_undone=False).first():
            self._toggles(entry)
            taken.append(entry)
        self._is(self.begin)
        for entry in reversed(taken):
            self._toggles(entry)
        self._is(end)

    def _toggles(self, entry: LogEntry) -> None:
        url = reverse("campaigns:toggle", args=[self.campaign.key, entry.key])
        answer = self.browsers["marta"].post(url, headers={"hx-request": "true"})
        assert answer.status_code == 204, (entry.kind, entry.is_undone, answer.content.decode()[:300])

    def _is(self, expected: dict[str, Any]) -> None:
        now = self.state
        newcomers = now["kept"].keys() - expected["kept"].keys()
        assert not any(now["kept"].pop(key)["is_present"] for key in newcomers)
        for place in ("points", "purses"):
            now[place] = {name: each for name, each in now[place].items() if name in expected[place]}
        assert differing(expected, now) == []


def _person(name: str) -> Any:
    return get_user_model().objects.create_user(name, "tres tristes tigres", name)


def _browser(person: Any) -> Client:
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def _around(text: str, found: str) -> str:
    at = text.casefold().find(found.casefold())
    return text[max(0, at - 300) : at + 100]


def _replayed(begin: dict[str, Any], entries: Iterable[LogEntry]) -> dict[str, Any]:
    state = json.loads(json.dumps(begin))
    for entry in entries:
        for change in entry.changes:
            of = change["of"].split(":")
            if change["what"] == "pool":
                name = f"{of[1]}:{of[2]}"
                state["points"][name] = state["points"].get(name, 0) + change["by"]
            elif change["what"] == "fight":
                for name, fields in change["after"].items():
                    state["kept"].setdefault(name, {}).update(fields)
            elif change["what"] == "vitals":
                state["kept"].setdefault(of[1], {})["vitals"] = change["to"]
            elif change["what"] == "counted":
                kept = state["kept"][of[2]]["state"]
                for name, number in change["by"].items():
                    kept[name] = kept.get(name, 0) + number
    return state
