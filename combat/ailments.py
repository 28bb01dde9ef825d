"""What lasts on somebody in a fight, as one audience may know it: short lines for its row of the order."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from combat.models import Combatant, Encounter
from rules.lasting import Lasting, Moment
from rules.vitals import Fate


def ailments(encounter: Encounter, combatant: Combatant, *, leads: bool) -> Iterator[str]:
    """Effects with what is left of them, a wound that lingers, the tally, pain, support that waits, enemies faced; of a
    foe only what shows where its PV are a word or a number (S3)."""
    known = combatant.known
    if not (leads or known["words"]):
        return
    ruleset, sheet = encounter.campaign.ruleset, combatant.character.sheet
    vitals, condition = sheet.vitals, ruleset.condition(sheet)
    for effect in vitals.effects:
        yield _effect(encounter, effect, leads=leads)
    if condition.lingering:
        yield ngettext("wounded %(n)s turn more", "wounded %(n)s turns more", vitals.linger) % {"n": vitals.linger}
    if condition.fate is Fate.DOWN and (combatant.is_hero or leads):
        yield _("tally %(ok)s–%(no)s") % {"ok": vitals.successes, "no": vitals.failures}
    if condition.penalty and not condition.out and (leads or known["points"]):
        yield _("pain %(penalty)s") % {"penalty": f"−{abs(condition.penalty)}"}
    if vitals.ignores_pain:
        n = vitals.ignores_pain
        yield ngettext("bears the pain %(n)s turn", "bears the pain %(n)s turns", n) % {"n": n}
    if vitals.supports and (leads or combatant.is_hero):
        yield _("support waits")
    if combatant.fighter.facing > 1 and (leads or combatant.is_hero):
        yield _("faces %(n)s") % {"n": combatant.fighter.facing}


def _effect(encounter: Encounter, effect: Lasting, *, leads: bool) -> str:
    label = _(effect.label)
    if effect.until:
        row = encounter.known.get(effect.until.fighter)
        name = row and row.called["gm" if leads else "table"]
        if not name:
            return label
        words = _("until %(name)s begins") if effect.until.at is Moment.START else _("until %(name)s ends")
        return f"{label} · {words % {'name': name}}"
    if effect.turns is not None:
        return f"{label} · " + ngettext("%(n)s turn", "%(n)s turns", effect.turns) % {"n": effect.turns}
    if effect.days is not None:
        return f"{label} · " + ngettext("%(n)s day", "%(n)s days", effect.days) % {"n": effect.days}
    return label
