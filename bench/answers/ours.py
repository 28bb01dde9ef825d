"""What the site itself asks. A check is the question, so it is there already."""

from rules import Check, CheckKind, find_preset
from rules.attack_odds import attack_odds
from rules.checks import Term
from rules.effect_odds import EffectOdds
from rules.notation import parse
from rules.opposed_odds import opposed_odds
from rules.saving_odds import ended_within


def _check(bonus, difficulty=None, kind=CheckKind.SKILL):
    return Check(kind, "stealth", (Term("dexterity", bonus),), difficulty=difficulty)


TABLE, CORE = find_preset("ryf-table").rolls, find_preset("ryf-core").rolls
EASY, HARD, ATTACK = _check(14, 12), _check(5, 25), _check(16, 15)
MINE, YOURS = _check(9), _check(7)
SAVE = _check(4, 12, CheckKind.ATTRIBUTE)
DAMAGE, SWORD = parse("2d6+2"), parse("2d6")


def check_with_degrees():
    odds = TABLE.odds(EASY)
    return odds.fumble, odds.success, odds.critical, *(chance for _degree, chance in odds.degrees)


def exploding_check():
    odds = CORE.odds(HARD)
    return odds.fumble, odds.success


def opposed():
    odds = opposed_odds(TABLE, MINE, YOURS)
    return odds.win, odds.tie, odds.lose


def exploding_damage():
    return (EffectOdds(DAMAGE, explodes=True).at_least(13),)


def attack_then_damage():
    odds = attack_odds(TABLE, ATTACK, SWORD, absorption=2, points=10, explodes=True)
    return odds.hits, odds.takes, odds.drops


def saving_throws():
    return (ended_within(TABLE, SAVE, 3),)
