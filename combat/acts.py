"""What may be done in a fight besides attacks: each act with its form, whom it asks for, and what of it the rules do.

An act is offered where the ruleset has the part that it needs; nothing here knows which ruleset that is.
"""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_noop as _

from campaigns import chance
from combat.throws import THROWS
from combat.what import Act, Data
from rules.fight import Fight, Progress
from rules.hazards import Hazard
from rules.lasting import Lasting, Moment, Save, Until
from rules.ruleset import Ruleset
from rules.ruleset.rolling import Given


def _first_aid(fight: Fight, data: Data, given: Given, spend: bool) -> Progress:
    return fight.first_aid(data["by"], data["target"], chance.draw, modifier=data["modifier"], spend=spend, **given)


def _treat(fight: Fight, data: Data, given: Given, spend: bool) -> Progress:
    return fight.treat(
        data["by"], data["target"], data["wound"], chance.draw, modifier=data["modifier"], spend=spend, **given
    )


def _expose(fight: Fight, data: Data, given: Given, spend: bool) -> Progress:
    return fight.expose(
        data["who"], hazard_of(fight, data), chance.draw, dodges=data["dodges"], modifier=data["modifier"], **given
    )


def hazard_of(fight: Fight, data: Data) -> Hazard:
    """A hazard as a form says it; its kind is one of the ruleset's."""
    kind = fight.ruleset.hazards.find(data["hazard"])  # type: ignore[union-attr]
    return Hazard(
        kind,  # type: ignore[arg-type]
        data["level"],
        is_mild=data["mild"] and kind.can_be_mild,  # type: ignore[union-attr]
        attack=data["animal"],
        is_protected=data["protected"],
    )


def _fall(fight: Fight, data: Data, given: Given, spend: bool) -> Progress:
    return fight.fall(
        data["who"],
        data["meters"],
        chance.draw,
        softens=data["softens"],
        dodges=data["dodges"],
        modifier=data["modifier"],
        **given,
    )


def _affect(fight: Fight, data: Data, given: Given, spend: bool) -> Progress:
    progress = fight.affect(data["whom"], lasting_of(fight, data))
    facts = {name: value for name, value in progress.facts.items() if name != "fighters"}
    return Progress(progress.fight, {**facts, "turns": data["turns"]}, progress.changes)


def lasting_of(fight: Fight, data: Data) -> Lasting:
    """An effect as a form says it (R10, T2)."""
    until = None
    if data["until"]:
        key, moment = data["until"].split(":")
        until = Until(key, Moment(moment), fight.round + data["rounds"])
    save = Save(data["save"], data["save_difficulty"], Moment(data["save_at"])) if data["save"] else None
    amount = data["harm"]
    number = amount if isinstance(amount, int) else 0
    taken = {each.key for fighter in fight.fighters for each in fighter.vitals.effects}
    key = next(name for name in (f"effect-{n}" for n in range(1, len(taken) + 2)) if name not in taken)
    return Lasting(
        key,
        data["label"],
        turns=None if until else data["turns"],
        until=until,
        save=save,
        harm=None if amount is None or isinstance(amount, int) else amount,
        points=number,
        ignores_absorption=data["ignores_absorption"],
        modifier=data["effect_modifier"],
        hinders=tuple(data["hinders"]),
        raises=((data["raised_pool"], data["raised"]),) if data["raised"] else (),
    )


def _release(fight: Fight, data: Data, given: Given, spend: bool) -> Progress:
    return fight.release(*data["effect"])


def _save(fight: Fight, data: Data, given: Given, spend: bool) -> Progress:
    return fight.save(*data["effect"], chance.draw)


def _endure(fight: Fight, data: Data, given: Given, spend: bool) -> Progress:
    return fight.endure(data["who"], chance.draw, **given)


def _support(fight: Fight, data: Data, given: Given, spend: bool) -> Progress:
    return fight.support(
        data["by"],
        data["trait"],
        data["difficulty"],
        chance.draw,
        roll=data["roll"],
        target=data["target"],
        modifier=data["modifier"],
        spend=spend,
        **given,
    )


def _face(fight: Fight, data: Data, given: Given, spend: bool) -> Progress:
    return fight.face(data["who"], data["enemies"])


def _bewitch(fight: Fight, data: Data, given: Given, spend: bool) -> Progress:
    return fight.bewitch(
        data["by"],
        data["target"],
        data["trait"],
        data["against"],
        data["label"],
        chance.draw,
        modifier=data["modifier"],
        spend=spend,
        **given,
    )


def _sheet(fight: Fight, key: str) -> Any:
    return fight.fighter(key).sheet


ACTS = (
    Act(
        "first-aid", _("First aid"), "C14", ("by", "target", "modifier"), _first_aid,
        lambda rules: bool(rules.healing_skills), is_players=True, spends=True,
        check=lambda fight, data, given: fight.ruleset.healing(
            _sheet(fight, data["by"]), modifier=data["modifier"], **given
        ),
    ),
    Act(
        "treat", _("Treat a wound"), "D17", ("by", "target", "wound", "modifier"), _treat,
        lambda rules: rules.recovery.treatment is not None, is_players=True, spends=True,
        check=lambda fight, data, given: fight.ruleset.treatment_check(
            _sheet(fight, data["by"]), modifier=data["modifier"], **given
        ),
    ),
    Act(
        "endure", _("Bear the pain"), "D16", ("who",), _endure,
        lambda rules: rules.injuries.endurance is not None, actor="who", named=(), is_players=True,
        check=lambda fight, data, given: fight.ruleset.endurance_check(_sheet(fight, data["who"]), **given),
    ),
    Act(
        "support", _("Support a roll"), "D9", ("by", "trait", "difficulty", "roll", "target", "modifier"), _support,
        lambda rules: rules.has_margins, is_players=True, spends=True,
        check=lambda fight, data, given: fight.ruleset.check(
            _sheet(fight, data["by"]), data["trait"], difficulty=data["difficulty"], modifier=data["modifier"], **given
        ),
    ),
    Act(
        "bewitch", _("A supernatural state"), "D13", ("by", "trait", "target", "against", "label", "modifier"),
        _bewitch, lambda rules: rules.has_margins, is_players=True, spends=True,
    ),
    Act(
        "affect", _("An effect that lasts"), "T2",
        ("whom", "label", "turns", "until", "rounds", "harm", "ignores_absorption", "effect_modifier", "hinders",
         "raised_pool", "raised", "save", "save_difficulty", "save_at"),
        _affect, lambda rules: True, actor="", named=("whom",), rolls=False,
    ),
    Act(
        "release", _("Take an effect off"), "R10", ("effect",), _release, lambda rules: True, actor="",
        named=("owner",), rolls=False,
    ),
    Act(
        "save", _("A saving throw now"), "R10", ("effect",), _save, lambda rules: True, actor="", named=("owner",),
        rolls=False, kind="fight-save",
    ),
    Act(
        "expose", _("A hazard"), "D12",
        ("who", "hazard", "level", "dodges", "mild", "protected", "animal", "modifier"), _expose,
        lambda rules: rules.hazards is not None, actor="who", named=(),
        check=lambda fight, data, given: fight.ruleset.hazard_check(
            _sheet(fight, data["who"]), hazard_of(fight, data), dodges=data["dodges"], modifier=data["modifier"],
            **given,
        ),
    ),
    Act(
        "fall", _("A fall"), "D14", ("who", "meters", "softens", "dodges", "modifier"), _fall,
        lambda rules: rules.hazards is not None, actor="who", named=(),
        check=lambda fight, data, given: fight.ruleset.fall_check(
            _sheet(fight, data["who"]), data["meters"], dodges=data["dodges"], modifier=data["modifier"], **given
        ),
    ),
    Act(
        "face", _("Enemies faced at once"), "D10", ("who", "enemies"), _face,
        lambda rules: rules.attacks.mastery is not None, actor="who", named=(), rolls=False,
    ),
    *THROWS,
)  # fmt: skip


def offered(rules: Ruleset, *, leads: bool) -> Iterable[Act]:
    """The acts that these rules know and such a seat may do."""
    return [act for act in ACTS if act.is_offered(rules) and (leads or act.is_players)]


def find_act(rules: Ruleset, key: str, *, leads: bool) -> Act | None:
    return next((act for act in offered(rules, leads=leads) if act.key == key), None)
