"""The rules in our own short words, and the reference of those in force in a campaign, made from its ruleset.

A part of a ruleset names the rules that it puts in force: `enforces = ("C4", "C6")`, a plain class attribute, or a
property where a switch decides. Texts stand in a file for each chapter; options, tables and odds come from the ruleset.
"""

from rules.reference.chapters import CHAPTERS, RULES
from rules.reference.drawing import Curve, Figure, Shares
from rules.reference.markdown import markdown
from rules.reference.sections import Chapter, Row, Rule, RuleOption, Table, enforced, reference
from rules.reference.text import RuleText

__all__ = [
    "CHAPTERS",
    "RULES",
    "Chapter",
    "Curve",
    "Figure",
    "Row",
    "Rule",
    "RuleOption",
    "RuleText",
    "Shares",
    "Table",
    "enforced",
    "markdown",
    "reference",
]
