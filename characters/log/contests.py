"""Entries about opposed rolls: who rolled what, who won, and ties that wait (R9)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.changes import reverses
from campaigns.kinds import KINDS, Kind, Worded
from campaigns.models import Campaign, Change, Facts, LogEntry
from characters.log.rolls import outcome_words, trait_labels
from rules.contests import Contest

BONUS = "bonus"


@reverses("settled")
def reverse_settled(campaign: Campaign, change: Change) -> Change:
    """A tie waits again, or is settled again."""
    tie = LogEntry.objects.get(campaign=campaign, key=change["of"].removeprefix("settled:"))
    tie.facts = {**tie.facts, "settled": not change["is"]}
    tie.save(update_fields=["facts"])
    return {**change, "is": not change["is"]}


def contest_seen(facts: Facts, leads: bool) -> Facts:
    """The table knows foes by another name, and of what they add only the sum."""
    people = facts["people"]
    names = {key: who["name"] if leads else who["table"] or _("Someone") for key, who in people.items()}
    own = {key: who["technique"] for key, who in people.items() if "technique" in who and (leads or not who["is_foe"])}
    known = {**facts, "names": names, "own": own, "leads": leads}
    del known["people"]
    if not leads:
        contest = facts["contest"]
        sides = {
            group: [_without_terms(side) if people[side["side"]]["is_foe"] else side for side in contest[group]]
            for group in ("sides", "out")
        }
        known["contest"] = {**contest, **sides}
    return known


def _without_terms(side: Facts) -> Facts:
    check = side["outcome"]["check"]
    terms = [[BONUS, sum(term[1] for term in check["terms"]), ""]]
    return {**side, "outcome": {**side["outcome"], "check": {**check, "terms": terms, "trait": "", "factors": []}}}


def contest_words(entry: Worded) -> Mapping[str, Any]:
    facts = entry.facts
    contest, labels = Contest.from_facts(facts["contest"]), trait_labels(entry.campaign)
    sides = []
    for side in (*contest.sides, *contest.out):
        trait = side.outcome.check.trait
        if side.key in facts["own"]:  # a technique, which only its owner has a word for
            labels[trait] = facts["own"][side.key]
        sides.append(
            {
                "key": side.key,
                "name": facts["names"][side.key],
                "trait": labels.get(trait, trait),
                "is_winner": side.key == contest.winner,
                "is_tied": side.key in contest.tied,
                **outcome_words(side.outcome, labels, ""),
            }
        )
    return {
        "sides": sides,
        "winner": facts["names"].get(contest.winner, ""),
        "won": contest.won,
        "margin": contest.margin,
        "tied": contest.tied,
        "is_open": contest.is_open and not facts.get("settled") and not entry.is_undone,
        "accepted": contest.accepted,
        "leads": facts["leads"],
    }


def contest_title(entry: Worded) -> str:
    return ", ".join(entry.facts["names"].values())


KINDS["opposed"] = Kind("characters/log/opposed.html", contest_words, contest_title, contest_seen, is_undoable=True)
KINDS["side"] = Kind("campaigns/log/admin.html", is_listed=False)  # brings a contest to the tray of another's sheet
