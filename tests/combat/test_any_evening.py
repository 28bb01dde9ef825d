"""Whatever is done at a table, by whoever, through the pages: what always holds, found by doing anything.

Points stay within bounds, one acts, nothing that is refused changes anything, nobody learns what is secret, pages that
are kept say what is stored, the log alone tells how it came to stand, and all of it can be taken back and done again.

`EVENINGS=200 python3 run.py test tests/combat/test_any_evening.py` plays more of them, other ones each time.
"""

import os

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from characters.models import Character
from combat.acts import ACTS, offered
from combat.doing_forms import ActForm
from combat.models import ShownPoints, Status
from rules import PRESETS
from rules.vitals import Fate
from tests.combat.evening import PLAIN_FOE, Evening

pytestmark = pytest.mark.postgres

EVENINGS, STEPS = int(os.environ.get("EVENINGS", "0")), 40
IN_CI = {"max_examples": 2, "derandomize": True, "phases": [Phase.generate]}
LONG = {"max_examples": EVENINGS, "phases": [Phase.generate], "database": None}

one_of = st.sampled_from
SEATS = one_of(["marta"] * 9 + ["ines"] * 2 + ["pablo", "vera", "sergio", "nobody"])
number, flag = st.integers(0, 40), st.booleans()
nonsense = one_of(["", "abc", "1e9", "-5", "3,5", "0", "9" * 400, "x" * 5000, "a\0b", "[1]", "٣ ٤", "<b>", "999999"])
POSTS = [
    "start", "next", "attack", "harm", "heal", "stay-up", "defend", "dodge-all", "surprise", "breathe", "hide",
    "look", "remove", "heroes", "foes", "foe", "line", "from-library", "keep", "keep-all", "pause", "resume",
    "initiative", "for-all", "move", "delay", "take-up", "skip", "extra", "spend/major", "spend/minor",
    "give-back/major", *(act.key for act in ACTS),
]  # fmt: skip
FIELDS = [
    "who", "ends", "amount", "several", "weapon", "target", "modifier", "answer", "alias", "shown_points", "name",
    "count", "points", "defense", "attack", "damage", "line", "dice", "step", "before", "by", "label", "effect",
]  # fmt: skip
ALWAYS = {"reads": 2, "sends_nonsense": 2, "takes_back": 3, "does_again": 2, "toggles_some_entry": 1, "on_a_sheet": 2}
ROSTER = {"comes": 2, "comes_in_a_line": 1, "comes_back": 1, "leaves": 1, "hides_or_shows": 2, "looks_otherwise": 2}
BLOWS = {"ends_a_turn": 6, "attacks": 7, "lays_hands_on": 4, "does": 5, "stays_up": 1, "surprises": 1}
ORDER = {"counts": 3, "rolls_initiative": 1, "rolls_initiative_for_all": 1, "moves": 1}
DEEDS = {
    Status.PREPARING: ALWAYS | ROSTER | {"starts": 12, "rolls_initiative": 1, "lays_hands_on": 1, "attacks": 1},
    Status.RUNNING: ALWAYS | ROSTER | BLOWS | ORDER | {"stands_still": 1, "starts": 1},
    Status.PAUSED: ALWAYS | {"goes_on": 12, "attacks": 1, "comes": 1, "moves": 1, "stands_still": 1},
    Status.ENDED: ALWAYS | {"breathes": 6, "attacks": 1, "goes_on": 1, "lays_hands_on": 1, "takes_back": 6},
}
"""What is done in an encounter that stands so, and how often; some of it is refused."""


class AnyEvening(RuleBasedStateMachine):
    preset = "ryf-table"

    @initialize(dice=st.integers(0, 10**6))
    def sit_down(self, dice):
        self.kept = transaction.atomic()
        self.kept.__enter__()
        self.table = Evening(self.preset, dice)
        self.done = 0

    def teardown(self):
        if not hasattr(self, "table"):
            return
        try:
            for name in ("ines", "pablo", "vera"):
                self.table.reads(name, self.table.pages[:: 1 if name == "ines" else 3])
            self.table.assert_the_log_tells_it()
            self.table.assert_all_can_be_taken_back()
            self.table.assert_the_log_tells_it()
        finally:
            transaction.set_rollback(True)
            self.kept.__exit__(None, None, None)

    @invariant()
    def it_holds(self):
        if hasattr(self, "table"):
            self.table.assert_it_holds()

    @rule(data=st.data())
    def plays(self, data):
        self.now, self.draw, self.done = self.table.now, data.draw, self.done + 1
        deeds = [name for name, times in DEEDS[self.now.status].items() for _ in range(times)]
        deeds += ["defends"] * (8 * len(self.now.state.get("pending", ())))
        if self.done > STEPS * 2 // 3 and self.now.status == Status.RUNNING:
            deeds.append("ends")
        deed, self.seat = self.draw(one_of(deeds)), self.draw(SEATS)
        getattr(self, deed)()

    # --- whom and what ----------------------------------------------------------------------------------------------

    def who(self):
        """Somebody who is in the fight, rarely one who left or nobody."""
        at = self.draw(number)
        present, known = self.now.present, list(self.now.known)
        if at > 38 or not present:
            return [*known, "zzzzzzzzzzzz"][at % (len(known) + 1)]
        return present[at % len(present)].character.key

    def acting(self):
        """Mostly whoever has the turn."""
        return self.now.turn if self.now.turn and self.draw(number) < 30 else self.who()

    def weapon(self, who):
        row, at = self.now.known.get(who), self.draw(number)
        if row is None:
            return f"{who}:own"
        techniques = [f"technique-{each.key}" for each in row.character.sheet.techniques]
        weapons = [*row.weapons, *techniques, *(["technique-none"] if at == 40 else [])]
        return f"{who}:{weapons[at % len(weapons)]}"

    def press(self, action, **fields):
        self.table.press(self.seat, action, **{name: value for name, value in fields.items() if value is not False})

    # --- turns and order --------------------------------------------------------------------------------------------

    def starts(self):
        self.press("start")

    def ends_a_turn(self):
        fallen = [row.character.key for row in self.now.present if row.character.condition.fate is Fate.FALLING]
        if self.now.turn in fallen:
            self.press("stay-up", who=self.now.turn)
        self.press("next", ends=self.now.turn if self.draw(number) < 36 else self.who())

    def stays_up(self):
        self.press("stay-up", who=self.who())

    def stands_still(self):
        self.press("pause")

    def goes_on(self):
        self.press("resume")

    def ends(self):
        self.press("end")

    def breathes(self):
        heroes = [row.character.key for row in self.now.present if row.is_hero]
        self.press("breathe", who=heroes if self.draw(flag) else [self.who()])

    def counts(self):
        actions = ["delay", "take-up", "skip", "extra", "spend/major", "spend/minor", "give-back/major"]
        waiting = [row.character.key for row in self.now.present if row.state.get("has_delayed")]
        action = "take-up" if waiting and self.draw(flag) else self.draw(one_of(actions))
        self.press(action, who=waiting[0] if action == "take-up" and waiting else self.acting())

    def rolls_initiative(self):
        self.press("initiative", who=self.who(), dice=self.draw(one_of(["", "", "3 7 9", "10 10 10", "11"])))

    def rolls_initiative_for_all(self):
        self.press("for-all")

    def moves(self):
        self.press("move", who=self.who(), step=self.draw(one_of(["", "up", "down"])), before=self.who())

    # --- blows ------------------------------------------------------------------------------------------------------

    def attacks(self):
        who = self.acting()
        first, *also = [self.who() for _ in range(self.draw(one_of([1, 1, 1, 2, 3])))]
        place = {"band": one_of(["short", "medium", "point_blank", ""]), "cover": one_of(["", "", "small", "total"])}
        ticks = ["prone", "dodged", "lethal", "sweeps", "token", "protagonism"]
        fields = {"weapon": self.weapon(who), "target": first, "also": also, "actor": who}
        fields |= {name: self.draw(values) for name, values in place.items()}
        fields |= dict.fromkeys(self.draw(st.lists(one_of(ticks), max_size=1)), "on")
        fields |= self.draw(one_of([{}, {}, {}, {"modifier": "12"}, {"difficulty": "5"}, {"off": "mace"}]))
        if "off" in fields:
            fields["off_target"] = also[0] if also else first
        if self.draw(number) < 8 and self.seat in self.table.seats:
            self.table.reads(self.seat, [f"{self.now.get_absolute_url()}odds/"], **fields)
        self.press("attack", **fields)

    def surprises(self):
        self.press("surprise", weapon=self.weapon(self.acting()), target=self.who())

    def defends(self):
        hit = self.draw(one_of(self.now.state["pending"]))
        how = self.draw(one_of(["dodge", "block", "", "jump", "dodge:token"]))
        action = self.draw(one_of(["defend", "defend", "dodge-all"]))
        self.press(action, answer=f"{hit['key']}:{how}", who=hit["target"])

    def lays_hands_on(self):
        who = [self.who() for _ in range(self.draw(one_of([1, 1, 2])))]
        amount = self.draw(one_of(["1", "3", "8", "2d6+1", "1b2d6", "40", "290", "999"]))
        share, kind = self.draw(one_of(["whole", "half", "double", "none"])), self.draw(one_of(["", "blunt", "edged"]))
        fields = {"several": who, "amount": amount, f"share-{who[0]}": share, "kind": kind}
        self.press(self.draw(one_of(["harm", "harm", "heal"])), **fields, absorbs=self.draw(flag))

    def does(self):
        """One of all other acts, its form filled in somehow."""
        seat = self.table.seats.get(self.seat, self.table.seats["marta"])
        act = self.draw(one_of(list(offered(self.now.campaign.ruleset, leads=True))))
        form = ActForm(self.now, seat, act)
        fields = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
        for name, field in form.fields.items():
            options = [value for value, _label in getattr(field, "choices", ())]
            if options:
                fields[name] = self.acting() if name == "by" else self.draw(one_of(options))
        if "label" in fields:
            fields["label"] = "Ardiendo"
        if "harm" in fields:
            fields |= {"harm": self.draw(one_of(["", "2", "1d6"])), "turns": self.draw(one_of(["", "1", "2"]))}
        self.press(act.key, **{name: value for name, value in fields.items() if value is not None})

    # --- who is in it -----------------------------------------------------------------------------------------------

    def comes(self):
        if not self.table.comers:
            return
        name, alias = self.table.comers.pop(), self.draw(one_of(["", "Sombra", "Bulto"]))
        foe = {"name": name, "points": self.draw(one_of([6, 650])), "count": self.draw(one_of([1, 2]))}
        alias = alias and f"{alias} {name[::-1].lower()}"
        hidden = {"hidden": "on"} if self.draw(flag) else {}
        self.press("foes", **{**PLAIN_FOE, **foe, **hidden, "alias": alias})

    def comes_in_a_line(self):
        self.press("line", line=self.draw(one_of(["2 lobo 8 12 +5 1d6 oculto", "lobo", "lince 8 9 4 1d6"])))

    def comes_back(self):
        gone = [key for key, row in self.now.known.items() if not row.is_present]
        self.press(self.draw(one_of(["foe", "foe", "heroes"])), who=self.draw(one_of(gone)) if gone else self.who())

    def leaves(self):
        self.press("remove", who=self.who())

    def hides_or_shows(self):
        foes = [row.character.key for row in self.now.present if not row.is_hero]
        self.press("hide", who=self.draw(one_of(foes)) if foes else self.who())

    def looks_otherwise(self):
        who = self.who()
        row, alias = self.now.known.get(who), self.draw(one_of(["", "same", "Otro"]))
        alias = row.alias if row and alias == "same" else alias and f"Otro {len(self.now.known)}{self.done}"
        shown = self.draw(one_of([*ShownPoints.values, "all"]))
        fields = {"who": who, "alias": alias, "shown_points": shown}
        self.press("look", **fields, is_defense_known=self.draw(flag))

    # --- sheets, and back and forth ---------------------------------------------------------------------------------

    def on_a_sheet(self):
        who, rules = self.who(), self.now.campaign.ruleset
        if self.draw(flag):
            url = reverse("characters:points", args=[who, self.draw(one_of(rules.pools)).key])
            fields = {"amount": self.draw(one_of(["-1", "-3", "3", "-99", "99", "abc"]))}
        else:
            url = reverse("characters:roll", args=[who])
            audience = self.draw(one_of(["table", "private", "gm"]))
            fields = {"trait": rules.skills[0].key, "difficulty": "normal", "audience": audience}
        self.table.send(self.seat, url, **fields)

    def takes_back(self):
        if entry := self.table.entries(is_undone=False).first():
            self.table.toggle(self.seat, entry)

    def does_again(self):
        if entry := self.table.entries(is_undone=True).last():
            self.table.toggle(self.seat, entry)

    def toggles_some_entry(self):
        if entries := list(self.table.entries()[:8]):
            self.table.toggle(self.seat, self.draw(one_of(entries)))

    def sends_nonsense(self):
        fields = self.draw(st.dictionaries(one_of(FIELDS), nonsense, max_size=3))
        self.press(self.draw(one_of(POSTS)), **{"who": self.who(), **fields})

    def reads(self):
        if self.seat in self.table.seats:
            self.table.reads(self.seat, [self.draw(one_of(self.table.pages))])


@pytest.mark.parametrize("preset", PRESETS)
def test_any_evening(db, preset):
    machine = type("AnyEvening", (AnyEvening,), {"preset": preset})
    found = LONG if EVENINGS else IN_CI
    checks = list(HealthCheck)
    run_state_machine_as_test(
        machine, settings=settings(stateful_step_count=STEPS, deadline=None, suppress_health_check=checks, **found)
    )


def test_what_must_hold_is_found_where_it_does_not(db):
    """Else an evening would look for nothing: the GM's page says what is secret, and a point that no entry took away
    is missed."""
    table = Evening("ryf-table", 1)
    assert table.press("marta", "start") == 204
    table.assert_it_holds()
    words, numbers = table.secrets()
    assert {"Xilofante", "Quirguizón", "Zarrapastro"} <= set(words)
    assert {613, 700} <= set(numbers)
    page = table.browsers["marta"].get(table.fight.get_absolute_url()).content.decode()
    for secret in ("Xilofante", "613"):
        assert secret in page
    with pytest.raises(AssertionError):
        table.assert_no_secret("marta", "", page)
    with pytest.raises(AssertionError):
        table.assert_no_secret("ines", "", "<b>613</b>")

    hero = Character.objects.with_pools().get(name="Brianda")
    hero.pools.update_or_create(key="pv", defaults={"current": 3})
    with pytest.raises(AssertionError):
        table.assert_the_log_tells_it()
    with pytest.raises(AssertionError):
        table.assert_all_can_be_taken_back()
