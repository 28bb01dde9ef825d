"""What always holds in a fight, whatever is done in it: found by doing anything, undoing it, and doing it again."""

import json
from dataclasses import replace
from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import Fight, Refused
from rules.attacks import ActiveDefense
from rules.blows import Share
from rules.fight import Aim, reverse
from rules.notation import parse
from rules.turns import Action
from tests.rules.fights import BY_WILL, FIRE, MACE, RULES, SWORD, TECHNIQUES, foe, hero

BOW = RULES.find_weapon("short_bow")
KEYS = ["lia", "ines", "orc", "rat", "boss"]
keys = st.sampled_from(KEYS)
aims = st.lists(
    st.builds(
        Aim,
        keys,
        st.sampled_from(Share),
        st.sampled_from(["point_blank", "short", "long"]),
        st.sampled_from(["", "small", "total"]),
        st.booleans(),
        st.none() | keys,
    ),
    max_size=2,
)
amounts = st.integers(0, 20) | st.sampled_from([parse("2d6+1"), parse("1b2d6"), parse("1d8-3")])


class Fighting(RuleBasedStateMachine):
    """`past` holds each fight with the progress that led away from it; `future` what was undone."""

    ruleset = RULES

    def newcomer(self, key):
        if key in ("lia", "ines"):
            return hero(key, pv=9, techniques=(*TECHNIQUES, replace(FIRE, key="burn", saving_throw=BY_WILL)))
        return foe(key, pv=7, absorption=1)

    @initialize(seed=st.randoms(use_true_random=False), cast=st.lists(keys, unique=True, max_size=5))
    def gather(self, seed, cast):
        self.draw = lambda sides: seed.randint(1, sides)
        self.fight = Fight(self.ruleset)
        self.past, self.future, self.refusals = [], [], []
        self.do(self.fight.add, *map(self.newcomer, cast))

    def do(self, action, *arguments, **named):
        before = self.fight
        try:
            progress = action(*arguments, **named)
        except Refused as refused:
            self.refusals += [str(problem) for problem in refused.problems]
            return None
        self.fight = progress.fight
        self.past.append((before, progress))
        self.future = []
        return progress

    @rule(key=keys)
    def add(self, key):
        here = self.fight.find(key)
        known = self.fight.known.get(key)
        self.do(self.fight.add, here or known or self.newcomer(key))

    @rule(key=keys)
    def remove(self, key):
        acting = self.fight.turn
        if self.do(self.fight.remove, key, self.draw) and acting != key:
            assert self.fight.turn == acting

    @rule()
    def start(self):
        rolled = {each.key: each.initiative for each in self.fight.fighters if each.initiative}
        if self.do(self.fight.start, self.draw):
            assert self.fight.round == 1
            for key, initiative in rolled.items():
                now = self.fight.fighter(key).initiative
                assert (now.total, now.fixed, now.faces) == (initiative.total, initiative.fixed, initiative.faces)
            places = [each.initiative.rank for each in self.fight.fighters]
            assert all(higher > lower for higher, lower in pairwise(places))

    @rule(which=st.none() | st.lists(keys, unique=True, max_size=2))
    def roll_initiative(self, which):
        before = self.fight
        if self.do(self.fight.roll_initiative, which, self.draw) and which is not None:
            assert (self.fight.round, self.fight.turn) == (before.round, before.turn)
            stay = [each.key for each in before.fighters if each.key not in which]
            assert [each.key for each in self.fight.fighters if each.key not in which] == stay
            assert {each.key for each in self.fight.fighters if each.has_acted} == {
                each.key for each in before.fighters if each.has_acted
            }

    @rule()
    def next_turn(self):
        before = self.fight
        acted = {each.key for each in before.fighters if each.has_acted and not each.has_delayed}
        progress = self.do(self.fight.next_turn, before.turn, self.draw)
        if progress:
            assert [each.key for each in before.fighters] == [each.key for each in self.fight.fighters]
            assert self.fight.round == before.round + progress.facts["new_round"]
            assert self.fight.turn is not None or not any(map(before.can_act, before.fighters))
            if not progress.facts["new_round"]:
                assert self.fight.turn not in acted
            assert not any(before.can_act(before.fighter(key)) for key in progress.facts["skipped"])

    @rule(by=keys, victim=keys, weapon=st.sampled_from([None, SWORD, MACE]), spend=st.booleans())
    def attack(self, by, victim, weapon, spend):
        before = self.fight
        progress = self.do(self.fight.attack, by, victim, weapon, self.draw, spend=spend)
        if progress and progress.facts["spent"]:
            assert before.turn == by
            assert progress.facts["majors"] == before.fighter(by).majors - 1
        if progress:
            assert -progress.facts["points"]["by"] == min(
                progress.facts["passed"], before.fighter(victim).sheet.pools["pv"]
            )

    @rule(by=keys, at=aims, weapon=st.sampled_from([SWORD, BOW]), spend=st.booleans())
    def attack_several(self, by, at, weapon, spend):
        before = self.fight
        progress = self.do(self.fight.attack, by, at, weapon, self.draw, spend=spend)
        if not progress:
            return
        blows = progress.facts["blows"]
        waiting = [each.key for each in self.fight.pending if each not in before.pending]
        assert [blow["pending"] for blow in blows if blow["pending"]] == waiting
        assert all(blow["hit"] and not blow["amount"] for blow in blows if blow["pending"])
        if weapon is BOW:
            for aim in at:
                places = self.fight.fighter(aim.target).shot_from
                assert places[by] in range(1, len(places) + 1)
                assert set(places.values()) == set(range(1, max(places.values()) + 1))

    @rule(by=keys, main=keys, off=keys, spend=st.booleans())
    def attack_with_both(self, by, main, off, spend):
        majors = {each.key: each.majors for each in self.fight.fighters}
        progress = self.do(self.fight.attack_with_both, by, (SWORD, main), (MACE, off), self.draw, spend=spend)
        if progress:
            assert len(progress.facts["attacks"]) == 2
            assert progress.facts["majors"] == majors[by] - progress.facts["spent"]

    @precondition(lambda self: self.fight.pending)
    @rule(data=st.data(), how=st.none() | st.sampled_from(ActiveDefense))
    def defend(self, data, how):
        waiting = data.draw(st.sampled_from([each.key for each in self.fight.pending]))
        progress = self.do(self.fight.defend, waiting, how, self.draw)
        if progress:
            assert waiting not in {each.key for each in self.fight.pending}
            assert progress.facts["escaped"] is (progress.facts["damage"] is None)

    @rule(
        by=keys,
        key=st.sampled_from([*(each.key for each in TECHNIQUES), "burn", "ice"]),
        at=aims | aims.map(lambda several: [replace(each, is_dodged=False) for each in several]),
        difficulty=st.none() | st.integers(5, 20),
        spend=st.booleans(),
    )
    def use_technique(self, by, key, at, difficulty, spend):
        progress = self.do(self.fight.use_technique, by, key, at, self.draw, difficulty=difficulty, spend=spend)
        if not progress:
            return
        facts = progress.facts
        assert [each["target"] for each in facts["results"]] == [aim.target for aim in at]
        for each in facts["results"]:
            carried = {effect.key for effect in self.fight.fighter(each["target"]).vitals.effects}
            assert each["effect"] is None or (each["hit"] and each["effect"] in carried)
            assert facts["thrown"] or not (each.get("amount") or each.get("turns"))

    @rule(by=keys, victim=keys)
    def surprise(self, by, victim):
        self.do(self.fight.surprise, by, victim, self.draw)

    @rule(by=keys, patient=keys, spend=st.booleans())
    def first_aid(self, by, patient, spend):
        before = self.fight.find(patient)
        if self.do(self.fight.first_aid, by, patient, self.draw, spend=spend):
            assert not before.is_tended

    @rule(victim=keys, amount=amounts)
    def harm(self, victim, amount):
        self.do(self.fight.harm, victim, amount, self.draw)

    @rule(victim=keys, amount=amounts)
    def heal(self, victim, amount):
        self.do(self.fight.heal, victim, amount, self.draw)

    @rule(key=keys, action=st.sampled_from(Action))
    def spend(self, key, action):
        self.do(self.fight.spend, key, action)

    @rule(key=keys, action=st.sampled_from(Action))
    def give_back(self, key, action):
        self.do(self.fight.give_back, key, action)

    @rule(key=keys)
    def delay(self, key):
        self.do(self.fight.delay, key, self.draw)

    @rule(key=keys)
    def take_up(self, key):
        self.do(self.fight.take_up, key)

    @rule(key=keys)
    def skip(self, key):
        before = self.fight
        if self.do(self.fight.skip, key, self.draw) and key != before.turn:
            assert (self.fight.turn, self.fight.round) == (before.turn, before.round)

    @rule()
    def close(self):
        if self.do(self.fight.close):
            assert not any(each.vitals.linger for each in self.fight.fighters)

    @precondition(lambda self: self.past)
    @rule()
    def undo(self):
        before, progress = self.past.pop()
        undone = self.fight.undone(progress.changes)
        assert undone == before
        assert undone.redone(progress.changes) == self.fight
        self.fight = undone
        self.future.append((before, progress))

    @precondition(lambda self: self.future)
    @rule()
    def redo(self):
        before, progress = self.future.pop()
        self.fight = self.fight.redone(progress.changes)
        assert self.fight == progress.fight
        self.past.append((before, progress))

    @rule()
    def keep_and_find_again(self):
        kept = json.loads(json.dumps([self.fight.state(), {k: f.state() for k, f in self.fight.known.items()}]))
        fighters = [each.with_state(kept[1][key]) for key, each in self.fight.known.items()]
        assert Fight.from_state(self.ruleset, fighters, kept[0]) == self.fight

    @invariant()
    def points_stay_within_bounds(self):
        for each in self.fight.fighters:
            for kind in self.ruleset.pools:
                least, most = self.ruleset.injuries.floor(kind.key), self.ruleset.maximum(each.sheet, kind.key)
                assert least <= each.sheet.pools[kind.key] <= most
            assert each.majors >= 0
            assert each.minors >= 0
            assert each.vitals.linger >= 0

    @invariant()
    def hits_wait_for_those_who_are_there(self):
        assert len({each.key for each in self.fight.pending}) == len(self.fight.pending)
        assert all(self.fight.find(each.target) for each in self.fight.pending)

    @invariant()
    def the_turn_is_of_someone_who_is_there(self):
        if self.fight.turn is not None:
            assert self.fight.acting is not None
            assert self.fight.acting.initiative is not None
            assert self.fight.acting.has_acted

    @invariant()
    def every_refusal_has_its_sentence(self):
        assert all(getattr(self, "refusals", []))

    @invariant()
    def everything_told_is_plain(self):
        if self.past:
            _before, progress = self.past[-1]
            assert json.loads(json.dumps(progress.facts)) == progress.facts
            assert json.loads(json.dumps(progress.changes)) == list(progress.changes)
            assert all(reverse(reverse(change)) == change for change in progress.changes)

    def teardown(self):
        fight = getattr(self, "fight", None)
        for before, progress in reversed(getattr(self, "past", [])):
            fight = fight.undone(progress.changes)
            assert fight == before


TestFighting = Fighting.TestCase
TestFighting.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
