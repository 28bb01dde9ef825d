"""House rules that somebody is about to make: what they come to, or why they cannot be, and nothing is stored."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from campaigns.house.filling_in import Sent, edits, resetting
from campaigns.house.page import Chapter, chapters
from campaigns.house.words import Told, Wrong, differences, worded, wrong
from campaigns.models import Campaign
from rules.house_rules import changes_of
from rules.problems import Problem, Refused
from rules.reference.spoken import Spoken
from rules.reference.words import Words
from rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Draft:
    """House rules in the making. `begun` is what the page showed when it was filled in, `ruleset` what it comes to,
    None where there are `problems`. `meanwhile`: what somebody else changed since then."""

    campaign: Campaign
    begun: Ruleset
    ruleset: Ruleset | None
    sent: Sent
    problems: Sequence[Problem] = ()
    meanwhile: Sequence[Told] = ()

    @property
    def changes(self) -> dict[str, object]:
        """All that the campaign would play otherwise."""
        return changes_of(self.ruleset or self.campaign.ruleset)

    @property
    def unsaved(self) -> list[Told]:
        """What it changes."""
        return differences(self.campaign.ruleset, self.ruleset) if self.ruleset else []

    @property
    def wrong(self) -> list[Wrong]:
        """What speaks against it."""
        return wrong(self.begun, self.problems)

    @property
    def was(self) -> str:
        """What the page says that it was begun at: others' changes are seen once the draft has taken them in."""
        return json.dumps(self.campaign.changes if self.ruleset else changes_of(self.begun))

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        if self.ruleset:
            return chapters(self.ruleset, self.campaign.ruleset)
        problems = [worded(each, self.begun) for each in self.problems]
        return chapters(self.begun, self.campaign.ruleset, self.sent, problems)


def filled_in(campaign: Campaign, sent: Sent) -> Draft:
    """What somebody filled in, on top of what is in force by now; `was` says what the page showed."""
    now = campaign.ruleset
    begun = _begun(campaign, sent)
    wanted, sent = edits(begun, sent, Spoken(begun, Words(begun, gettext)))
    for path in sent.get("reset", ()):
        wanted |= resetting(begun, path)
    meanwhile = differences(begun, now)
    try:
        made = now.patched(wanted)
        made = campaign.preset_ruleset.patched(changes_of(made))
    except Refused as refusal:
        return Draft(campaign, begun, None, sent, refusal.problems, meanwhile)
    return Draft(campaign, begun, made, sent, meanwhile=meanwhile)


def from_elsewhere(campaign: Campaign, changes: Mapping[str, object]) -> Draft:
    """House rules of another table in place of these."""
    now = campaign.ruleset
    try:
        return Draft(campaign, now, campaign.preset_ruleset.patched(changes), {})
    except Refused as refusal:
        return Draft(campaign, now, None, {}, refusal.problems)


def refused(campaign: Campaign, refusal: Refused) -> Draft:
    """What could not even be read."""
    return Draft(campaign, campaign.ruleset, None, {}, refusal.problems)


def as_it_stands(campaign: Campaign) -> Draft:
    """Nothing changed yet."""
    return Draft(campaign, campaign.ruleset, campaign.ruleset, {})


def _begun(campaign: Campaign, sent: Sent) -> Ruleset:
    """The rules that the page showed. Raises Refused where that is nothing a page of this site says."""
    try:
        was: Any = json.loads("".join(sent.get("was", ())[-1:]))
    except (ValueError, RecursionError):
        was = None
    if not isinstance(was, dict):
        raise Refused(Problem("was", gettext_noop("The request is not one this site makes."), "was"))
    return campaign.ruleset if was == campaign.changes else campaign.preset_ruleset.patched(was)
