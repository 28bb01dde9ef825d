"""The odds that belong to a rule, drawn from the ruleset in force: a function for each rule that has some.

Which dice are thrown is asked of the ruleset, so that one function serves all systems.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from rules.checks import CheckKind
from rules.dice import SIDES
from rules.effect_odds import EffectOdds
from rules.effects import EffectKind
from rules.messages import gettext_noop as _
from rules.moved_odds import Hand, Way, check
from rules.notation import step
from rules.odds import Odds
from rules.opposed_odds import opposed_odds
from rules.reference.drawing import ADDED, AT_LEAST, BONUSES, KEEPS, Curve, Drawing, Figure, Shares
from rules.reference.words import Translate
from rules.ruleset import Ruleset
from rules.sheet import Sheet
from rules.tally_odds import tally_odds

Drawn = Iterator[Figure | Shares]
STEPS = (-1, 0, 4, 8)
"""Steps of the damage scale that are drawn (R12)."""
FAR = 26
"""So much added to the dice meets every difficulty that is usual."""
FURTHEST = 200
"""A total that nobody fails to miss."""


def figures(ruleset: Ruleset, rule: str, translate: Translate = str) -> tuple[Figure | Shares, ...]:
    """What there is to draw beside a rule that the ruleset puts in force, in the language of `translate`; nothing for
    most rules."""
    drawing = Drawing(ruleset, translate)
    return tuple(figure for draw in _drawn_beside(ruleset, rule) for figure in draw(drawing))


def _drawn_beside(ruleset: Ruleset, rule: str) -> Iterator[Callable[[Drawing], Drawn]]:
    if rule == ruleset.rolls.rule:
        yield throw
    if rule == ruleset.attacks.rule:
        yield hits
    if rule == ruleset.turns.rule:
        yield actions
    if rule == ruleset.injuries.rule:
        yield hurt
    if rule in FIGURES:
        yield FIGURES[rule]


def throw(draw: Drawing) -> Drawn:
    """One curve for each die that may be kept; a single one where nothing moves the choice."""
    found = {draw.rolls.curve(draw.kept(shift)): draw.translate(label) for shift, label in KEEPS}
    curves = tuple(Curve(label if len(found) > 1 else "", points) for points, label in found.items())
    yield Figure(
        draw.translate(_("Chance, in percent, that the dice reach each number")), draw.translate(AT_LEAST), curves
    )


def successes(draw: Drawing) -> Drawn:
    """Against each named difficulty."""
    rows = ((draw.translate(row.label), row.skill) for row in draw.rolls.difficulties)
    curves = tuple(
        Curve(f"{label} {number}", tuple((bonus, draw.success(bonus, number)) for bonus in range(FAR)))
        for label, number in rows
    )
    yield draw.figure(_("Chance of a success with a skill one has"), ADDED, curves)


def hits(draw: Drawing) -> Drawn:
    yield draw.by_hands(_("Chance that an attack hits"), _("defense"), range(5, 31))


def dodges(draw: Drawing) -> Drawn:
    yield draw.by_hands(_("Chance that an active defense stops a shot"), _("total of the shot"), range(10, 36))


def actions(draw: Drawing) -> Drawn:
    """How initiative gives actions."""
    majors = draw.ruleset.turns.majors
    curves = []
    for count in (2, 3, 4):
        least = next(total for total in range(FURTHEST) if majors(total) >= count)
        points = tuple((bonus, draw.reaches(bonus, least)) for bonus in range(26))
        curves.append(Curve(draw.translate(_("%(n)s actions")) % {"n": count}, points))
    yield draw.figure(_("Chance of so many actions a turn, or more"), _("initiative without its dice"), curves)


def hurt(draw: Drawing) -> Drawn:
    """Sound and hurt, against the normal difficulty."""
    number = draw.normal
    curves = [
        Curve(
            draw.translate(label),
            tuple((bonus, draw.chance(check(draw.ruleset, Hand(way, 0, bonus), number))) for bonus in BONUSES),
        )
        for way, label in ((Way.HURT, _("hurt")), (Way.SKILLED, _("sound")))
    ]
    caption = draw.translate(_("Chance of a success against %(number)s")) % {"number": number}
    yield Figure(caption, draw.translate(_("attribute and skill")), tuple(curves))


def opposed(draw: Drawing) -> Drawn:
    even = draw.plain(0, None)
    leads = range(-10, 11)
    found = {lead: opposed_odds(draw.rolls, draw.plain(lead, None), even) for lead in leads}
    curves = (
        Curve(draw.translate(_("a tie")), tuple((lead, each.tie) for lead, each in found.items())),
        Curve(draw.translate(_("it wins")), tuple((lead, each.win) for lead, each in found.items())),
    )
    yield draw.figure(_("Chance of a side against one other"), _("ahead by"), curves)


def saves(draw: Drawing) -> Drawn:
    """A saving throw each turn, against the normal difficulty of attributes."""
    creation = draw.ruleset.creation
    low, high = creation.attribute_minimum, creation.attribute_maximum
    number = draw.normal_of_attributes
    curves = [
        Curve(
            draw.translate(_("attribute %(n)s")) % {"n": value},
            tuple((turns, draw.ended(value, number, turns)) for turns in range(1, 9)),
        )
        for value in dict.fromkeys((low, (low + high) // 2, high))
    ]
    caption = draw.translate(_("Chance that a save against %(number)s has ended the effect")) % {"number": number}
    yield Figure(caption, draw.translate(_("turns")), tuple(curves))


def damage(draw: Drawing) -> Drawn:
    """A die of damage, and the same without being thrown again where that differs."""
    die = step(0)
    curves = [Curve(draw.translate(_("plain")), EffectOdds(die, False).curve())]
    if EffectKind.DAMAGE in draw.ruleset.effects.explode:
        curves.append(Curve(draw.translate(_("thrown again")), EffectOdds(die, True).curve()))
    yield draw.figure(_("Chance that 1d6 of damage comes to so much"), AT_LEAST, curves)


def scale(draw: Drawing) -> Drawn:
    explodes = EffectKind.DAMAGE in draw.ruleset.effects.explode
    curves = [Curve(str(step(each)), EffectOdds(step(each), explodes).curve()) for each in STEPS]
    yield draw.figure(_("Chance that damage comes to so much"), AT_LEAST, curves)


def breather(draw: Drawing) -> Drawn:
    dice = draw.ruleset.recovery.breather
    if dice:
        explodes = EffectKind.BREATHER in draw.ruleset.effects.explode
        curve = Curve("", EffectOdds(dice, explodes).curve())
        yield draw.figure(_("Chance that a breather gives back so much"), AT_LEAST, [curve])


def first_aid(draw: Drawing) -> Drawn:
    if rule := draw.ruleset.first_aid:
        yield draw.against(rule.difficulty)


def treatment(draw: Drawing) -> Drawn:
    if rule := draw.ruleset.recovery.treatment:
        yield draw.against(rule.difficulty)


def zones(draw: Drawing) -> Drawn:
    """The faces of the location die."""
    zones = [draw.ruleset.locations.zone(face) for face in range(1, SIDES + 1)]
    named = [zone for zone in zones if zone]
    rows = tuple((draw.translate(zone.label), Fraction(zones.count(zone), SIDES)) for zone in dict.fromkeys(named))
    yield Shares(draw.translate(_("Chance of each zone")), rows)


def by_keep(draw: Drawing) -> Drawn:
    """Success against the normal difficulty, by the die that is kept."""
    number = draw.normal
    curves = [
        Curve(
            draw.translate(label),
            tuple((bonus, draw.chance(draw.kept(shift, bonus, number))) for bonus in BONUSES),
        )
        for shift, label in KEEPS
    ]
    caption = draw.translate(_("Chance of a success against %(number)s")) % {"number": number}
    yield Figure(caption, draw.translate(ADDED), tuple(curves))


def ones(draw: Drawing) -> Drawn:
    if draw.rolls.fails_on_one(CheckKind.SKILL):
        yield draw.shares(_("Chance that a kept 1 fails a skill check"), draw.first_face(1))


def fumbles(draw: Drawing) -> Drawn:
    hopeless = (draw.rolls.odds(draw.kept(shift, 0, FURTHEST)).fumble for shift, _label in KEEPS)
    yield draw.shares(_("Chance of a fumble where the check fails"), hopeless)


def tens(draw: Drawing) -> Drawn:
    yield draw.shares(_("Chance that the kept die is a 10"), draw.first_face(SIDES))


def criticals(draw: Drawing) -> Drawn:
    leads = range(-10, 11)
    curves = [
        Curve(
            draw.translate(label),
            tuple((lead, draw.rolls.odds(draw.kept(shift, lead, 0)).critical) for lead in leads),
        )
        for shift, label in KEEPS
    ]
    yield draw.figure(_("Chance of a critical"), _("bonus less difficulty"), curves)


def shots(draw: Drawing) -> Drawn:
    shooting = draw.ruleset.attacks.shooting
    if shooting and shooting.bands:
        curves = [
            Curve(
                f"{draw.translate(band.label)} {band.difficulty}",
                tuple((bonus, draw.success(bonus + shooting.bonus, band.difficulty)) for bonus in BONUSES),
            )
            for band in shooting.bands
        ]
        yield draw.figure(_("Chance that a shot hits in the open"), _("ranged attack"), curves)


def stays_up(draw: Drawing) -> Drawn:
    key = draw.ruleset.stay_up_attribute
    pool = draw.ruleset.injuries.pool
    points = tuple(
        (value, draw.chance(draw.ruleset.stay_up_check(Sheet({key: value}, {}, {pool: 0})))) for value in range(1, 16)
    )
    yield draw.figure(_("Chance to stay up at 0"), _("attribute"), [Curve("", points)])


def tally(draw: Drawing) -> Drawn:
    rule = draw.ruleset.stand
    found = tally_odds(success_from=rule.success_from, stable_at=rule.successes, out_at=rule.failures)
    ends = ((_("stable"), found.stable), (_("back with 1 point"), found.back), (_("out"), found.out))
    rows = tuple((draw.translate(label), chance) for label, chance in ends)
    yield Shares(draw.translate(_("How a tally ends")), rows)
    points = tuple(enumerate(found.decided))[1:]
    yield draw.figure(_("Chance that the tally is over"), _("throws"), [Curve("", points)])


def margins(draw: Drawing) -> Drawn:
    leads = range(-20, 1)
    found = {lead: draw.rolls.odds(draw.plain(lead, 0)) for lead in leads}
    chances: tuple[tuple[str, Callable[[Odds], Fraction]], ...] = (
        (_("fumble"), lambda odds: odds.fumble),
        (_("success"), lambda odds: odds.success),
        (_("great benefit"), lambda odds: odds.great),
    )
    curves = [
        Curve(draw.translate(label), tuple((lead, of(odds)) for lead, odds in found.items())) for label, of in chances
    ]
    yield draw.figure(_("What a check comes to"), _("bonus less difficulty"), curves)


def twenties(draw: Drawing) -> Drawn:
    top = draw.rolls.faces(draw.plain(0, None))[-1]
    yield Shares(draw.translate(_("Chance that the dice are thrown again")), ((str(top[0]), top[1]),))


def hazards(draw: Drawing) -> Drawn:
    if rule := draw.ruleset.hazards:
        base = rule.base_difficulty
        levels = range(1, 11)
        yield draw.by_hands(_("Chance to resist in full"), _("level of the hazard"), levels, base)


def endures(draw: Drawing) -> Drawn:
    if rule := draw.ruleset.injuries.endurance:
        yield draw.against(rule.difficulty)


FIGURES: Mapping[str, Callable[[Drawing], Drawn]] = {
    "R3": by_keep,
    "R4": ones,
    "R5": fumbles,
    "R6": criticals,
    "R7": tens,
    "R8": successes,
    "R9": opposed,
    "R10": saves,
    "R11": damage,
    "R12": scale,
    "C7": shots,
    "C8": dodges,
    "C11": stays_up,
    "C12": tally,
    "C13": breather,
    "C14": first_aid,
    "D2": margins,
    "D4": twenties,
    "D12": hazards,
    "D15": zones,
    "D16": endures,
    "D17": treatment,
    "ND": successes,
}
"""What is drawn beside a rule, by its id; what depends on how a ruleset is made stands in `_drawn_beside`."""
