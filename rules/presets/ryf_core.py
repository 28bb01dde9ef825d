"""RyF 3.0: tokens, specializations and a kept die that explodes; whatever it does not name is as at the table."""

from dataclasses import replace

from rules.checks import CheckKind
from rules.effects import EffectKind, Effects
from rules.formula import Formula
from rules.injuries import Falling
from rules.kept_die import KeptDie
from rules.messages import gettext_noop as _
from rules.presets.ryf_table import DIFFICULTIES, RYF_TABLE
from rules.ruleset import Attribute
from rules.tokens import Tokens

RENAMED = {
    "dexterity": Attribute("dexterity", _("Agility"), _("AGI")),
    "intelligence": Attribute("intelligence", _("Mind"), _("MND")),
}

HEALTH = {"pv": _("Health points")}

SKILL_OR_OPPOSED = frozenset({CheckKind.SKILL, CheckKind.OPPOSED})

RYF_CORE = replace(
    RYF_TABLE,
    key="ryf-core",
    label=_("RyF 3.0"),
    summary=_("Three d10 as well, with tokens that force one's luck, specializations, and a kept 10 that goes on."),
    rolls=KeptDie(
        natural_one_fails=SKILL_OR_OPPOSED,
        explodes_in=SKILL_OR_OPPOSED | {CheckKind.INITIATIVE},
        difficulties=DIFFICULTIES,
    ),
    tokens=Tokens(initial=1),
    effects=Effects(explode=frozenset(EffectKind)),
    injuries=Falling(threshold_formula=Formula.parse("physique"), linger_turns=0),
    creation=replace(RYF_TABLE.creation, has_specializations=True),
    attributes=tuple(RENAMED.get(each.key, each) for each in RYF_TABLE.attributes),
    pools=tuple(replace(each, label=HEALTH.get(each.key, each.label)) for each in RYF_TABLE.pools),
)
