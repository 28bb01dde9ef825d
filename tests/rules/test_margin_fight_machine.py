"""What always holds in a fight of 2d10, whatever is done in it."""

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from rules.attacks import ActiveDefense
from rules.fight import Aim
from rules.hazards import Hazard
from rules.presets.d10x2 import D10X2
from rules.turns import Action
from rules.vitals import Fate
from tests.rules.fights import BY_WILL, FIRE, TECHNIQUES
from tests.rules.margin_fights import CLUB, GUN, SWORD, foe, hero
from tests.rules.test_fight_machine import Fighting, keys

aims = st.lists(st.builds(Aim, keys, is_dodged=st.booleans(), called=st.sampled_from(["", "arm", "tail"])), max_size=3)
hazards = st.builds(
    Hazard, st.sampled_from(D10X2.hazards.kinds), st.integers(1, 6), st.booleans(), st.integers(0, 3), st.booleans()
)


class FightingWithMargins(Fighting):
    """The same, with what only these rules know."""

    ruleset = D10X2.patched({"locations.counts": True})

    def newcomer(self, key):
        if key in ("lia", "ines"):
            fighter = hero(key, {"pv": 12, "stamina": 9}, masteries={"long_sword": 2}, wielded=[SWORD])
            known = (*TECHNIQUES, replace(FIRE, key="burn", saving_throw=BY_WILL))
            return replace(fighter, sheet=replace(fighter.sheet, techniques=known))
        return foe(key, pv=9, absorption=1)

    @rule(by=keys, victim=keys, weapon=st.sampled_from([None, SWORD, CLUB, GUN]), spend=st.booleans())
    def attack(self, by, victim, weapon, spend):
        before = self.fight
        progress = self.do(self.fight.attack, by, victim, weapon, self.draw, spend=spend)
        if progress and progress.facts["spent"]:
            assert before.turn == by
            assert progress.facts["majors"] == before.fighter(by).majors - 1
        if progress:
            lost = -sum(each["by"] for each in progress.facts["points"]["pools"].values())
            assert 0 <= lost <= progress.facts["taken"]
            assert progress.facts["hit"] is (progress.facts["struck"] > 0)

    @rule(by=keys, at=aims, weapon=st.sampled_from([SWORD, GUN]), sweeps=st.booleans())
    def attack_several(self, by, at, weapon, sweeps):
        progress = self.do(self.fight.attack, by, at, weapon, self.draw, spend=False, sweeps=sweeps)
        if progress:
            for blow in progress.facts["blows"]:
                assert (blow["pending"] is None) is (blow["hit"] is not None)
                assert bool(blow["location"]) is (blow["struck"] > 0)

    @precondition(lambda self: self.fight.pending)
    @rule(data=st.data(), how=st.none() | st.just(ActiveDefense.DODGE))
    def defend(self, data, how):
        waiting = data.draw(st.sampled_from([each.key for each in self.fight.pending]))
        progress = self.do(self.fight.defend, waiting, how, self.draw)
        if progress:
            assert (waiting in {each.key for each in self.fight.pending}) is progress.facts["tied"]
            assert (progress.facts["damage"] is None) is (progress.facts["escaped"] or progress.facts["tied"])

    @rule(victim=keys, enemies=st.lists(keys, unique=True, min_size=2, max_size=3))
    def all_attack_one(self, victim, enemies):
        for each in enemies:
            self.do(self.fight.attack, each, Aim(victim, is_dodged=True), SWORD, self.draw, spend=False)

    @precondition(lambda self: len(self.fight.pending) > 1)
    @rule(data=st.data())
    def dodge_all(self, data):
        target = data.draw(st.sampled_from([each.target for each in self.fight.pending]))
        before = self.fight
        progress = self.do(self.fight.dodge_all, target, self.draw)
        if progress:
            facts = progress.facts
            escaped = [each["escaped"] for each in facts["blows"]]
            assert escaped.count(False) == facts["through"] == min(facts["faced"], max(0, -facts["outcome"]["margin"]))
            assert len(before.pending) - len(self.fight.pending) == facts["faced"] == len(escaped) > 1
            assert sum(before.dodge_odds(target)) == 1
            assert all((each["damage"] is None) is each["escaped"] for each in facts["blows"])

    @rule(key=keys, extra=st.integers(0, 2))
    def declare(self, key, extra):
        self.do(self.fight.declare, key, extra)

    @rule(key=keys, name=st.sampled_from(["", "move", "words", "drink"]), meters=st.integers(0, 4))
    def spend_minor(self, key, name, meters):
        if self.do(self.fight.spend, key, Action.MINOR, name, meters=meters):
            assert self.fight.fighter(key).meters <= 9

    @rule(key=keys, enemies=st.integers(0, 4))
    def face(self, key, enemies):
        self.do(self.fight.face, key, enemies)

    @rule(by=keys, helped=keys, roll=st.sampled_from(["melee_attack", "resistance", "luck"]), spend=st.booleans())
    def support(self, by, helped, roll, spend):
        self.do(self.fight.support, by, "medicine", 15, self.draw, roll=roll, target=helped, spend=spend)

    @rule(by=keys, victim=keys)
    def bewitch(self, by, victim):
        before = self.fight
        progress = self.do(self.fight.bewitch, by, victim, "willpower", "willpower", "asleep", self.draw, spend=False)
        if progress:
            new = len(self.fight.fighter(victim).vitals.effects) - len(before.fighter(victim).vitals.effects)
            assert new == (progress.facts["turns"] > 0)

    @rule(key=keys)
    def endure(self, key):
        hurt = self.fight.find(key)
        if self.do(self.fight.endure, key, self.draw):
            assert self.fight.condition(hurt).penalty > 0

    @rule(key=keys, hazard=hazards, dodges=st.booleans())
    def expose(self, key, hazard, dodges):
        self.do(self.fight.expose, key, hazard, self.draw, dodges=dodges)

    @rule(key=keys, meters=st.integers(0, 6), softens=st.booleans())
    def fall(self, key, meters, softens):
        self.do(self.fight.fall, key, meters, self.draw, softens=softens)

    @rule(by=keys, patient=keys, wound=st.sampled_from(["first", "second"]))
    def treat(self, by, patient, wound):
        before = self.fight.find(patient)
        if self.do(self.fight.treat, by, patient, wound, self.draw, spend=False):
            assert wound not in before.vitals.treated

    @rule(key=keys, rests=st.booleans())
    def a_day_for_somebody(self, key, rests):
        """Days pass out of fights: what is known of it is asked, and the fight goes on as it was."""
        fighter = self.fight.find(key)
        if fighter:
            sheet, _facts = self.ruleset.day(fighter.sheet, self.draw, rests=rests)
            assert all(each.days is None or each.days > 0 for each in sheet.vitals.effects)
            if fighter.vitals.fate is Fate.DEAD:
                assert sheet == fighter.sheet


TestFightingWithMargins = FightingWithMargins.TestCase
TestFightingWithMargins.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
