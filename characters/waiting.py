"""What waits for somebody at the table: each app says what it knows of."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.prepared import Prepared
from campaigns.models import Audience, Campaign, LogEntry
from campaigns.regions import at_hand
from characters.models import Character, LedgerEntry, Pool
from characters.models.growing import Running, running
from rules.contests import Contest
from rules.vitals import Fate

CONTESTS: Final = 20  # the newest, among which a tie may wait
LEADERS: Final = "leaders"


HEROES: Final = Prepared(lambda campaign: Character.objects.filter(campaign=campaign).heroes().with_player(), int)
POOLS: Final = Prepared(
    lambda campaign: Pool.objects.filter(character__in=Character.objects.filter(campaign=campaign).heroes()), int
)
OPPOSED: Final = Prepared(
    lambda campaign: LogEntry.objects.filter(campaign=campaign, kind="opposed", is_undone=False).values_list(
        "facts", "audience", "shared_with_id"
    )[:CONTESTS],
    int,
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits: a sentence, and where one does it. What the table waits for comes first."""

    words: str
    url: str
    is_urgent: bool = True


Whom = int | str | None
"""A seat by its row, or all who lead (`LEADERS`); nobody where a hero has no player."""
Ask = Callable[[Campaign], Iterable[tuple[Whom, Waiting]]]
ASKED: list[Ask] = []


def asked(ask: Ask) -> Ask:
    """Register who says what waits, and for whom: for all seats at once, however many look."""
    ASKED.append(ask)
    return ask


def waiting_at(campaign: Campaign) -> Mapping[Whom, list[Waiting]]:
    """What waits for whom at the table, read once for all who are told in one language."""

    def read() -> Mapping[Whom, list[Waiting]]:
        found: dict[Whom, list[Waiting]] = {}
        for ask in ASKED:
            for whom, each in ask(campaign):
                found.setdefault(whom, []).append(each)
        return found

    return at_hand(("waiting", get_language()), read)


def waiting_for(campaign: Campaign, seat: int | None, *, leads: bool) -> list[Waiting]:
    """What waits for one seat, by its row; None: for any of its role for whom nothing waits alone."""
    found = waiting_at(campaign)
    own = found.get(seat, []) if seat is not None else []
    both = dict.fromkeys([*(found.get(LEADERS, []) if leads else ()), *own])
    return sorted(both, key=lambda each: not each.is_urgent)


def heroes_at(campaign: Campaign) -> list[Character]:
    """The heroes of the table with their points, read once for all that shows them together."""

    def read() -> list[Character]:
        pools: dict[int, list[Pool]] = {}
        found = HEROES(campaign.pk)
        for pool in POOLS(campaign.pk):
            pools.setdefault(pool.character_id, []).append(pool)
        for hero in found:
            hero.campaign = campaign
            hero.hold(pools.get(hero.pk, []))
        return found

    return at_hand("heroes", read)


def running_at(campaign: Campaign) -> Running:
    """The open adventure, read once."""
    return at_hand("adventure", lambda: running(campaign))


def px_at(campaign: Campaign) -> dict[int, int]:
    """The px that each hero has to spend, by its row (X1)."""
    return at_hand("px", lambda: LedgerEntry.objects.balances(campaign))


@asked
def _px(campaign: Campaign) -> Iterator[tuple[Whom, Waiting]]:
    """Px of one's own heroes that may be spent now: none while an adventure is open (X5)."""
    held = [(hero, px) for hero in heroes_at(campaign) if (px := px_at(campaign).get(hero.pk, 0)) > 0]
    if not held or running_at(campaign).row is not None:
        return
    for hero, px in held:
        words = ngettext("%(name)s has %(px)s px to spend", "%(name)s has %(px)s px to spend", px)
        url = reverse("characters:growth", args=[hero.key])
        yield hero.owner_id, Waiting(words % {"name": hero.name, "px": px}, url, is_urgent=False)


@asked
def _at_zero(campaign: Campaign) -> Iterator[tuple[Whom, Waiting]]:
    """Heroes at 0 whose check nobody has thrown (C11); their sheets, or the fight, offer it."""
    for hero in heroes_at(campaign):
        waits = Waiting(_("%(name)s is at 0: the check waits") % {"name": hero.name}, hero.get_absolute_url())
        for whom, leads in ((hero.owner_id, False), (LEADERS, True)):
            if hero.as_seen(leads=leads).condition.fate is Fate.FALLING:
                yield whom, waits


@asked
def _ties(campaign: Campaign) -> Iterator[tuple[Whom, Waiting]]:
    """Opposed rolls that nobody has settled (R9), each once for whoever may see it."""
    heroes = {hero.key: hero for hero in heroes_at(campaign)}
    if not heroes:
        return
    for facts, audience, shared_with in OPPOSED(campaign.pk):
        contest = Contest.from_facts(facts["contest"])
        if not contest.is_open or facts.get("settled"):
            continue
        told: set[Whom] = set()
        for hero in (heroes[key] for key in contest.tied if key in heroes):
            words = _("%(name)s is in a tie: accept it, or roll again") % {"name": hero.name}
            is_seen = audience == Audience.TABLE or hero.owner_id == shared_with
            for whom in ({LEADERS, hero.owner_id} if is_seen else {LEADERS}) - told:
                told.add(whom)
                yield whom, Waiting(words, hero.get_absolute_url())
