"""Taking back and doing again in a fight: exactly, in order, with the same dice (T8).

Brianda attacks with 9 + the kept die against 12; the goblins have 8 PV.
"""

import random
import re
from contextlib import suppress

import pytest
from django.urls import reverse

import campaigns.chance
from campaigns import feed
from campaigns.changes import toggle
from campaigns.models import LogEntry
from characters.models import Character
from combat.models import ShownPoints, Status
from combat.regions import regions_of
from rules.problems import Refused
from tests.combat.fights import condition, key, pv, sign, stored, turn, who, whole


@pytest.fixture
def take_back(as_, campaign):
    """`take_back(marta, entry)`: the press that takes back, or does again; its answer."""

    def press(seat, entry, **more):
        url = reverse("campaigns:toggle", args=[campaign.key, entry.key])
        return as_(seat).post(url, more, headers={"hx-request": "true", "accept-language": "es"})

    return press


@pytest.fixture
def actions(fight, marta, ines, add, brianda, dice):
    """Every kind of action on a fight that runs, by its name; each answers its entry."""

    def attack(*faces):
        dice(*faces)
        return stored(fight).attack(ines, brianda.key, "unarmed", key(fight, "Goblin 3"))

    def joins():
        add("Lobo", 2, hidden=True, alias="Sombra")
        return LogEntry.objects.first()

    def wounded_turn():
        return stored(fight).next_turn(marta, brianda.key)

    return {
        "joined-fight": joins,
        "left-fight": lambda: stored(fight).remove(marta, key(fight, "Goblin 2")),
        "left-fight, with the turn": lambda: stored(fight).remove(marta, brianda.key),
        "turn": wounded_turn,
        "attack that hits": lambda: attack(1, 3, 10, 4),
        "attack that downs": lambda: attack(1, 3, 10, 6, 6, 1),
        "attack that misses": lambda: attack(1, 2, 10),
        "harm": lambda: stored(fight).harm(marta, key(fight, "Goblin 1"), 3),
        "harm that wounds": lambda: stored(fight).harm(marta, brianda.key, 11),
        "harm that downs": lambda: stored(fight).harm(marta, brianda.key, 99),
        "heal": lambda: stored(fight).heal(marta, brianda.key, 5),
        "hidden": lambda: stored(fight).hide_or_reveal(marta, key(fight, "Goblin 2")),
        "shown": lambda: stored(fight).show(
            marta, key(fight, "Goblin 2"), alias="Sombra", shown_points=ShownPoints.NUMBER, is_defense_known=True
        ),
        "ended": lambda: stored(fight).end(marta),
    }


ALL = [
    "joined-fight", "left-fight", "left-fight, with the turn", "turn", "attack that hits", "attack that downs",
    "attack that misses", "harm", "harm that wounds", "harm that downs", "heal", "hidden", "shown", "ended",
]  # fmt: skip


@pytest.fixture
def battered(fight, marta, brianda):
    """Brianda has fallen to 5 and risen to 6: her wound lingers, three ends of turns on this one of hers (T5)."""
    stored(fight).harm(marta, brianda.key, 11)
    stored(fight).heal(marta, brianda.key, 1)
    assert Character.objects.get(pk=brianda.pk).vitals == {"linger": 3}
    return fight


@pytest.mark.parametrize("kind", ALL)
def test_each_kind_is_taken_back_and_done_again_exactly(battered, actions, take_back, marta, kind):
    before = whole(battered)
    entry = actions[kind]()
    after = whole(battered)
    shared = before["kept"].keys() & after["kept"].keys()
    assert (
        any(before["kept"][name] != after["kept"][name] for name in shared)
        or before["pv"] != after["pv"]
        or (kind == "joined-fight")
    )

    assert take_back(marta, entry).status_code == 204
    now = whole(battered)
    if kind == "joined-fight":  # those who came are known still, and not there
        assert [row.character.name for row in stored(battered).known.values() if not row.is_present] == [
            "Lobo A",
            "Lobo B",
        ]
        now = {part: {name: now[part][name] for name in before[part]} for part in before}
    assert now == before

    assert take_back(marta, entry).status_code == 204
    assert whole(battered) == after

    assert take_back(marta, entry).status_code == 204
    assert take_back(marta, entry).status_code == 204
    assert whole(battered) == after


def test_the_start_is_taken_back_to_the_preparing(ambush, goblins, brianda, marta, start, take_back):
    stored(ambush).add(marta, [brianda])
    before = whole(ambush)
    start(2, 5, 8, 6)
    after = whole(ambush)
    entry = LogEntry.objects.get(kind="started")

    take_back(marta, entry)
    assert whole(ambush) == before
    assert stored(ambush).status == Status.PREPARING

    take_back(marta, entry)
    assert whole(ambush) == after


def test_four_steps_back_and_four_forward(fight, actions, take_back, marta):
    signs, entries = [sign(fight)], []
    for kind in ("attack that downs", "turn", "harm that wounds", "left-fight"):
        entries.append(actions[kind]())
        signs.append(sign(fight))

    for step, entry in reversed(list(enumerate(entries))):
        assert take_back(marta, entry).status_code == 204
        assert sign(fight) == signs[step]

    for step, entry in enumerate(entries, start=1):
        assert take_back(marta, entry).status_code == 204
        assert sign(fight) == signs[step]


def offered(fight, marta):
    """The entries that the GM's buttons take back and do again, by their keys."""
    feed.forget()
    html = feed.page(marta, regions_of(fight.key, marta), "es").regions[f"turn-{fight.key}"]
    found = {}
    for word in ("undo", "redo"):
        match = re.search(rf'id="{word}-{fight.key}"[^>]*? hx-post="[^"]*/log/([^/]+)/toggle/"', html)
        found[word] = match and match[1]
    return found


def test_the_buttons_walk_back_and_forward(fight, actions, take_back, marta):
    entries = [actions[kind]() for kind in ("attack that hits", "turn", "harm")]
    assert offered(fight, marta) == {"undo": entries[2].key, "redo": None}

    take_back(marta, entries[2])
    assert offered(fight, marta) == {"undo": entries[1].key, "redo": entries[2].key}
    take_back(marta, entries[1])
    assert offered(fight, marta) == {"undo": entries[0].key, "redo": entries[1].key}

    take_back(marta, entries[1])
    assert offered(fight, marta) == {"undo": entries[1].key, "redo": entries[2].key}
    take_back(marta, entries[2])
    assert offered(fight, marta) == {"undo": entries[2].key, "redo": None}


@pytest.mark.parametrize(
    "first", ["attack that hits", "attack that misses", "turn", "harm", "heal", "hidden", "left-fight"]
)
def test_not_out_of_order(battered, actions, take_back, marta, said, first):
    """What came later has to be taken back before."""
    entry = actions[first]()
    later = stored(battered).harm(marta, key(battered, "Goblin 1"), 2)
    before, entries = sign(battered), LogEntry.objects.count()

    answer = take_back(marta, entry)

    assert answer.status_code == 422
    assert said(answer)
    assert (sign(battered), LogEntry.objects.count()) == (before, entries)
    assert take_back(marta, later).status_code == 204
    assert take_back(marta, entry).status_code == 204


@pytest.mark.parametrize("kinds", [("attack that hits", "turn"), ("harm", "heal"), ("turn", "hidden")])
def test_nor_done_again_out_of_order(battered, actions, take_back, marta, said, kinds):
    """Two steps back: the first of them comes first again."""
    first, second = [actions[kind]() for kind in kinds]
    take_back(marta, second)
    take_back(marta, first)
    before = sign(battered)

    answer = take_back(marta, second)

    assert answer.status_code == 422
    assert said(answer)
    assert sign(battered) == before


def test_a_new_action_makes_what_was_taken_back_final(fight, actions, take_back, marta, said):
    old = actions["attack that hits"]()
    take_back(marta, old)
    actions["harm"]()
    before = sign(fight)

    answer = take_back(marta, old)

    assert answer.status_code == 422
    assert said(answer)
    assert sign(fight) == before
    assert offered(fight, marta)["redo"] is None


def test_and_it_stays_final_when_the_new_one_is_taken_back_too(fight, actions, take_back, marta):
    old = actions["attack that hits"]()
    take_back(marta, old)
    new = actions["harm"]()
    take_back(marta, new)
    before = sign(fight)

    assert offered(fight, marta)["redo"] == new.key
    assert take_back(marta, old).status_code == 422
    assert sign(fight) == before


def test_doing_again_throws_no_dice(fight, actions, take_back, marta, dice):
    entry = actions["attack that downs"]()
    faces = entry.facts["outcome"], entry.facts["damage"]
    take_back(marta, entry)
    dice()

    assert take_back(marta, entry).status_code == 204

    again = LogEntry.objects.get(pk=entry.pk)
    assert (again.facts["outcome"], again.facts["damage"]) == faces
    assert pv(who(fight, "Goblin 3")) == 0


def test_the_same_press_takes_back_once(fight, actions, take_back, marta):
    """B25: else the second would do it again."""
    before = sign(fight)
    entry = actions["attack that hits"]()

    answers = [take_back(marta, entry, press="pulsada-1") for _ in range(2)]

    assert answers[0].headers["Mesa-Entry"] == answers[1].headers["Mesa-Entry"]
    assert sign(fight) == before
    assert LogEntry.objects.filter(kind="undo").count() == 1


# --- the blow that downed somebody -----------------------------------------------------------------------------------


def test_taking_back_the_blow_that_downed_gives_all_back_on_every_screen(fight, marta, ines, brianda, take_back, dice):
    """B26: PV, Malherido, out of combat, the turn and the log mark."""
    stored(fight).harm(marta, brianda.key, 11)
    held = {seat: regions_of(fight.key, seat) for seat in (marta, ines)}

    def shown():
        feed.forget()
        pages = {seat: feed.page(seat, held[seat], "es").regions for seat in held}
        return {(seat.name, name): html for seat in held for name, html in pages[seat].items() if name != "log"}

    before, state, screens = whole(fight), condition(brianda), shown()
    dice(1, 7, 10, 6, 1)
    blow = stored(fight).attack(marta, key(fight, "Goblin 3"), "own", brianda.key)
    assert condition(brianda).out
    assert "a 0" in shown()["Ines", f"yours-{fight.key}"]

    take_back(marta, blow)

    assert whole(fight) == before
    assert condition(brianda) == state
    assert state.wounded
    after = shown()
    redo = re.compile(r'<button class="button" id="redo-.*?</button>', re.S)
    assert {at: redo.sub("", html) for at, html in after.items()} == screens
    log = feed.page(ines, held[ines], "es").regions["log"]
    assert f'undone" id="entry-{blow.key}"' in log


def test_points_lost_elsewhere_meanwhile_stay_lost(fight, actions, take_back, marta, brianda):
    """T8: pools are undone as differences. 16 − 11 − 2 = 3; without the 11 there are 14."""
    entry = actions["harm that wounds"]()
    Character.objects.get(pk=brianda.pk).change_pool(marta, "pv", -2)

    take_back(marta, entry)

    assert pv(brianda) == 14


# --- players ---------------------------------------------------------------------------------------------------------


def test_a_player_takes_back_the_own_last_attack(fight, actions, take_back, ines):
    before = sign(fight)
    entry = actions["attack that hits"]()

    assert take_back(ines, entry).status_code == 204
    assert sign(fight) == before
    assert take_back(ines, entry).status_code == 204
    assert pv(who(fight, "Goblin 3")) == 4


@pytest.mark.parametrize("later", ["turn", "harm the same", "end"])
def test_not_while_something_later_builds_on_it(fight, actions, take_back, marta, ines, said, later):
    entry = actions["attack that hits"]()
    {
        "turn": lambda: stored(fight).next_turn(marta, stored(fight).turn),
        "harm the same": lambda: stored(fight).harm(marta, key(fight, "Goblin 3"), 1),
        "end": lambda: stored(fight).end(marta),
    }[later]()
    before = sign(fight)

    answer = take_back(ines, entry)

    assert answer.status_code == 422
    assert said(answer)
    assert sign(fight) == before


def test_but_again_once_that_is_taken_back(fight, actions, take_back, marta, ines):
    before = sign(fight)
    entry = actions["attack that hits"]()
    take_back(marta, stored(fight).harm(marta, key(fight, "Goblin 3"), 1))

    assert take_back(ines, entry).status_code == 204
    assert sign(fight) == before


def test_not_what_others_did(fight, actions, take_back, pablo, ines, vera, sergio):
    entry, before = actions["harm"](), sign(fight)

    assert [take_back(seat, entry).status_code for seat in (ines, pablo, vera)] == [403, 403, 403]
    assert take_back(sergio, entry).status_code == 404
    assert sign(fight) == before


def test_not_done_again_what_the_gm_took_back(fight, actions, take_back, marta, ines):
    entry = actions["attack that hits"]()
    take_back(marta, entry)
    before = sign(fight)

    assert take_back(ines, entry).status_code == 422
    assert sign(fight) == before


def test_not_done_again_once_the_fight_went_on(fight, actions, take_back, marta, ines):
    """She takes her blow back, the GM passes the turn: it stays taken back."""
    entry = actions["attack that hits"]()
    take_back(ines, entry)
    stored(fight).next_turn(marta, stored(fight).turn)
    before = sign(fight)

    assert take_back(ines, entry).status_code == 422
    assert sign(fight) == before


def test_only_the_last_one(fight, actions, take_back, marta, ines, brianda, dice):
    first = actions["attack that misses"]()
    brianda.roll(ines, "stealth", difficulty=10) if not dice(2, 5, 9) else None
    Character.objects.get(pk=brianda.pk).change_pool(ines, "pv", -1)

    assert take_back(ines, first).status_code == 422


def test_a_walk_through_a_long_fight_comes_back_to_its_beginning(fight, marta, ines, brianda, monkeypatch):
    """Ninety seeded actions, all of them taken back: the fight is what it was; and done again, what it became."""
    chance = random.Random(3)
    monkeypatch.setattr(campaigns.chance, "source", lambda sides: chance.randint(1, sides))
    first, last = sign(fight), LogEntry.objects.first().version
    for _ in range(90):
        now = stored(fight)
        somebody, other = (chance.choice(now.present).character.key for _ in range(2))
        act = chance.choice([
            lambda now=now: now.next_turn(marta, now.turn),
            lambda now=now, to=somebody: now.harm(marta, to, chance.randint(1, 6)),
            lambda now=now, to=somebody: now.heal(marta, to, chance.randint(1, 9)),
            lambda now=now, to=somebody: now.hide_or_reveal(marta, to),
            lambda now=now, by=somebody, to=other: now.attack(marta, by, "own" if by != brianda.key else "unarmed", to),
        ])  # fmt: skip
        with suppress(Refused):
            act()
    end = sign(fight)
    entries = list(LogEntry.objects.filter(version__gt=last, topic=fight.topic).order_by("version"))
    assert len(entries) > 50

    for entry in reversed(entries):
        toggle(entry, marta)
    assert sign(fight) == first
    for entry in entries:
        toggle(LogEntry.objects.get(pk=entry.pk), marta)
    assert sign(fight) == end
    assert turn(fight)
