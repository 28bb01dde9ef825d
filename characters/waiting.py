"""What waits for somebody at the table: each app says what it knows of."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Campaign, LogEntry, Membership
from campaigns.regions import at_hand
from characters.models import Character, LedgerEntry
from characters.models.growing import Running, running
from rules.contests import Contest
from rules.vitals import Fate

CONTESTS: Final = 20  # the newest, among which a tie may wait


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits: a sentence, and where one does it. What the table waits for comes first."""

    words: str
    url: str
    is_urgent: bool = True


Ask = Callable[[Campaign, Membership], Iterable[Waiting]]
ASKED: list[Ask] = []


def asked(ask: Ask) -> Ask:
    """Register who says what waits for a seat."""
    ASKED.append(ask)
    return ask


def waiting_for(campaign: Campaign, seat: Membership) -> list[Waiting]:
    found = [each for ask in ASKED for each in ask(campaign, seat)]
    return sorted(found, key=lambda each: not each.is_urgent)


def heroes_at(campaign: Campaign) -> list[Character]:
    """The heroes of the table with their points, read once for all that shows them together."""

    def read() -> list[Character]:
        found = list(campaign.characters.heroes().with_pools())
        for hero in found:
            hero.campaign = campaign
        return found

    return at_hand("heroes", read)


def running_at(campaign: Campaign) -> Running:
    """The open adventure, read once."""
    return at_hand("adventure", lambda: running(campaign))


def px_at(campaign: Campaign) -> dict[int, int]:
    """The px that each hero has to spend, by its row (X1)."""
    return at_hand("px", lambda: LedgerEntry.objects.balances(campaign))


@asked
def _px(campaign: Campaign, seat: Membership) -> Iterator[Waiting]:
    """Px of one's own heroes that may be spent now: none while an adventure is open (X5)."""
    own = [hero for hero in heroes_at(campaign) if hero.owner_id == seat.pk]
    if not own or running_at(campaign).row is not None:
        return
    for hero in own:
        if (px := px_at(campaign).get(hero.pk, 0)) > 0:
            words = ngettext("%(name)s has %(px)s px to spend", "%(name)s has %(px)s px to spend", px)
            url = reverse("characters:growth", args=[hero.key])
            yield Waiting(words % {"name": hero.name, "px": px}, url, is_urgent=False)


@asked
def _at_zero(campaign: Campaign, seat: Membership) -> Iterator[Waiting]:
    """Heroes at 0 whose check nobody has thrown (C11); their sheets, or the fight, offer it."""
    for hero in heroes_at(campaign):
        if (seat.leads or hero.owner_id == seat.pk) and hero.condition.fate is Fate.FALLING:
            yield Waiting(_("%(name)s is at 0: the check waits") % {"name": hero.name}, hero.get_absolute_url())


@asked
def _ties(campaign: Campaign, seat: Membership) -> Iterator[Waiting]:
    """Opposed rolls that nobody has settled (R9)."""
    heroes = {hero.key: hero for hero in heroes_at(campaign) if seat.leads or hero.owner_id == seat.pk}
    if not heroes:
        return
    contests = LogEntry.objects.visible_to(seat).filter(kind="opposed", is_undone=False)[:CONTESTS]
    for entry in contests:
        contest = Contest.from_facts(entry.facts["contest"])
        mine = next((heroes[key] for key in contest.tied if key in heroes), None)
        if mine and contest.is_open and not entry.facts.get("settled"):
            yield Waiting(
                _("%(name)s is in a tie: accept it, or roll again") % {"name": mine.name}, mine.get_absolute_url()
            )
