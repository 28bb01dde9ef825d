"""The tour of the demo: what there is to try, a step at a time, for those who lead and for those who play.

How far a seat has come is a cookie, like the language: it is no part of the campaign, and the people of the demo are
lent to whoever opens its door.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_noop as _

from campaigns.models import Membership
from characters.models import Character
from combat.models import Encounter, Status

OVER = "over"


@dataclass(frozen=True, slots=True)
class Step:
    """What to try, and where; "" leads nowhere. What `is_done` has happened at the table is not told any more."""

    words: str
    way: str
    place: Callable[[Membership], str]
    is_done: Callable[[Membership], bool] = lambda seat: False


def _fight(seat: Membership) -> str:
    """The one that runs, else the one that waits to be started, else any."""
    order = [Status.RUNNING, Status.PREPARING, Status.PAUSED, Status.ENDED]
    found = sorted(Encounter.objects.seen_by(seat), key=lambda fight: order.index(Status(fight.status)))
    return found[0].get_absolute_url() if found else seat.campaign.get_absolute_url()


def _runs(seat: Membership) -> bool:
    return Encounter.objects.filter(campaign=seat.campaign_id, status=Status.RUNNING).exists()


def _of_hero(name: str) -> Callable[[Membership], str]:
    """A page of the first hero that a seat plays; the table's where it plays none."""

    def place(seat: Membership) -> str:
        own = Character.objects.filter(owner=seat, is_foe=False, archived_at=None, is_finished=True)
        hero = own.order_by("created_at", "pk").first()
        return reverse(name, args=[hero.key]) if hero else seat.campaign.get_absolute_url()

    return place


def _of_table(name: str, part: str = "") -> Callable[[Membership], str]:
    return lambda seat: reverse(name, args=[seat.campaign.key]) + part


def _start(seat: Membership) -> str:
    return reverse("start") + "#own"


LEADING = (
    Step(
        _("A fight is ready: four goblins who act together, and somebody only you see. Open it and start it."),
        _("To the fight"),
        _fight,
        _runs,
    ),
    Step(
        _("Choose whom to hit: the exact odds stand there first. Then the dice, the one that stays, and why."),
        _("To the fight"),
        _fight,
    ),
    Step(
        _("A mistake? Step back in the log as far as you like: points, states and turn are as they were."),
        _("To the fight"),
        _fight,
    ),
    Step(
        _("Make PV physique × 5 and look: which sheets change, and which odds, before you save anything."),
        _("To the house rules"),
        _of_table("characters:house"),
    ),
    Step(
        _("Open the code with your phone, write a name, and sit at the same table. What one does, both see."),
        _("To the invitation"),
        _of_table("campaigns:table", "#invite"),
    ),
    Step(_("That is all one needs. The next table is your own."), _("A campaign of my own"), _start),
)
PLAYING = (
    Step(
        _("Tap something on your sheet: the odds are there before, then three dice, the one that stays, and why."),
        _("To my sheet"),
        _of_hero("characters:sheet"),
    ),
    Step(
        _("− and + move your points on every screen. What you did last you can take back, at the table."),
        _("To the table"),
        _of_table("campaigns:table"),
    ),
    Step(
        _("You have px: see what can be bought now, why not the rest, and where each point comes from."),
        _("To growth"),
        _of_hero("characters:growth"),
    ),
    Step(
        _("Make a character: what is left of the points is always in sight, and each problem stands at its field."),
        _("A new character"),
        _of_table("characters:new"),
    ),
    Step(
        _("In a fight you are told when it is your turn. Start one as GM, in another browser, and attack from here."),
        _("To the fight"),
        _fight,
    ),
    Step(_("That is all one needs. The next table is your own."), _("A campaign of my own"), _start),
)


def steps_of(seat: Membership) -> tuple[Step, ...]:
    """What there is to try for a seat; nothing outside of the demo, and for those who only look on."""
    if not seat.campaign.is_demo or seat.campaign.archived_at:
        return ()
    return LEADING if seat.leads else PLAYING if seat.rank.plays else ()


def cookie_of(seat: Membership) -> str:
    return f"tour-{seat.key}"


def now(request: HttpRequest, seat: Membership) -> tuple[int, Step] | None:
    """Where that browser is in the tour, from 0; None where there is none, or none any more."""
    steps, kept = steps_of(seat), request.COOKIES.get(cookie_of(seat), "0")
    if not kept.isascii() or not kept.isdigit():
        return None
    for number, step in enumerate(steps):
        if number >= int(kept[:2]) and not step.is_done(seat):
            return number, step
    return None
