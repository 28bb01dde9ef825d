"""What a rule says, in our own short words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule: its id, and its title and paragraphs as message ids.

    Numbers that a campaign may change stand in its options and tables, never in the text.
    """

    id: str
    title: str
    paragraphs: tuple[str, ...]


def rule(id: str, title: str, *paragraphs: str) -> RuleText:
    """A rule and its paragraphs, at least one."""
    return RuleText(id, title, paragraphs)
