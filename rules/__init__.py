"""The rules of Mesa RyF: pure Python, no Django, no randomness, no clock, no input or output.

A campaign's `Ruleset` is a preset with its changes. It turns a `Sheet` into a `Check`; its `rolls` turn the check and
a `Draw` (the source of chance, always an argument) into an `Outcome` of facts, or into exact `Odds`; its `injuries` say
how someone fares. Everything is a frozen value. What is not allowed raises `Refused`, with every `Problem` at once.

    rules = find_preset(preset).patched({"rolls.critical_margin": 8})
    check = rules.check(sheet, "stealth", difficulty=15)
    outcome = rules.rolls.resolve(check, draw)

`rules.draft(…)` is a character being made, `rules.learner(…)` one that spends px (`rules.growth`); both name all their
problems at once. An encounter is a `Fight`, also a value: each action gives the fight after it, facts, and the changes
that undo it.

Rule ids (R1, C10, T5…) in docstrings are those of docs and of `rules.reference`. Labels and sentences are English
message ids; whoever shows them translates them.
"""

from rules.checks import Check, CheckKind, Outcome
from rules.dice import Draw, Keep, scripted
from rules.fight import Fight, Fighter, Progress
from rules.gear import Armor, Shield, Weapon
from rules.notation import Dice
from rules.odds import Odds
from rules.presets import PRESETS, find_preset
from rules.problems import Problem, Refused
from rules.ruleset import Ruleset
from rules.sheet import Sheet
from rules.typed import TypedRoll

__all__ = [
    "PRESETS",
    "Armor",
    "Check",
    "CheckKind",
    "Dice",
    "Draw",
    "Fight",
    "Fighter",
    "Keep",
    "Odds",
    "Outcome",
    "Problem",
    "Progress",
    "Refused",
    "Ruleset",
    "Sheet",
    "Shield",
    "TypedRoll",
    "Weapon",
    "find_preset",
    "scripted",
]
