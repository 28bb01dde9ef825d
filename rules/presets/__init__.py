"""The presets, values only; nothing outside this folder names one."""

from collections.abc import Mapping

from rules.presets.d10x2 import D10X2
from rules.presets.ryf_core import RYF_CORE
from rules.presets.ryf_table import RYF_TABLE
from rules.ruleset import Ruleset

PRESETS: Mapping[str, Ruleset] = {preset.key: preset for preset in (RYF_TABLE, RYF_CORE, D10X2)}
"""Every preset by its key, in the order they are offered."""


def find_preset(key: str) -> Ruleset:
    """The preset of that key; LookupError if there is none."""
    return PRESETS[key]
