"""Someone who has px, for the tests of growth."""

from dataclasses import replace

import pytest

from rules import Refused, find_preset
from rules.growth import Ledger, Purchase
from rules.growth.ledger import awarded
from rules.mastery import Mastery

RULES = find_preset("ryf-table")
MASTERS = replace(RULES, attacks=replace(RULES.attacks, mastery=Mastery()))
"""The same with mastery of weapons."""
LEVELS = {
    "attributes.physique": 4,
    "attributes.dexterity": 8,
    "attributes.willpower": 15,
    "skills.stealth": 2,
    "skills.brawl": 3,
    "skills.melee_weapons": 5,
    "techniques.fire": 3,
}


def learner(px=0, levels=LEVELS, rules=RULES, **others):
    ledger = Ledger((awarded("a1", px),) if px else ())
    return rules.learner(levels, ledger, **others)


def told(refused):
    return [(problem.code, problem.field, problem.rule) for problem in refused.value.problems]


def refusal(someone, purchase):
    with pytest.raises(Refused) as refused:
        someone.buy("no", purchase)
    assert refused.value.problems == someone.problems(purchase)
    return told(refused)


def buy(someone, trait, to, **others):
    """Someone after a purchase, its key the number of movements before it."""
    purchase = Purchase(trait, to, **others)
    return someone.adding(someone.buy(f"m{len(someone.ledger.movements)}", purchase))
