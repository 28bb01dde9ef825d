"""The regions and the page of an encounter."""

import hashlib
from collections.abc import Iterable, Sequence

from django.db.models import Case, When
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from campaigns import changes, table
from campaigns.kinds import KINDS, worded
from campaigns.models import Audience as Seen
from campaigns.models import Campaign, LogEntry, Membership
from campaigns.regions import LOG, Audience, at_hand, page, region
from campaigns.table import entry_html
from characters.regions.sheet import rules_url
from combat.board import Row, rows_at
from combat.models import Encounter, Status
from combat.models.choices import PATIENCE
from combat.waiting import fight_at

table.TABLE_REGIONS[1:1] = ["encounters", "rejoin"]


LOOKED_BACK = 20
"""So many entries of a fight may lie between its last roll and now, and it still hangs on the wall."""
OF_A_ROLL = '<p class="rolls-line">', 'class="mini"'
"""What an entry holds that tells of dice."""


@page("fight")
def fight_page(seat: Membership, about: str) -> list[str] | None:
    """An encounter is open to the whole table once it runs; while it is prepared, to those who lead."""
    return regions_of(about, seat) if Encounter.objects.seen_by(seat).filter(key=about).exists() else None


def regions_of(about: str, seat: Membership) -> list[str]:
    """What the page of an encounter holds for a seat that may see it."""
    common = [f"turn-{about}", f"ladder-{about}", LOG]
    if seat.leads:
        return [*common, f"rest-{about}", f"answers-{about}"]
    return [*common, f"yours-{about}", f"mine-{seat.key}"]


@page("screen", is_shared=True)
def screen_page(seat: Membership, about: str) -> list[str] | None:
    """The screen on the wall: the order, whose turn it is and the last roll, as a spectator knows them."""
    return screen_regions(about) if Encounter.objects.seen_by(seat).filter(key=about).exists() else None


def screen_regions(about: str) -> list[str]:
    return [f"turn-{about}", f"ladder-{about}", f"wall-{about}"]


def load(campaign: Campaign, key: str) -> Encounter:
    """The encounter, loaded once for all of its regions that are rendered together."""

    def read() -> Encounter:
        encounter = Encounter.objects.get(campaign=campaign, key=key)
        encounter.campaign = campaign
        return encounter

    return at_hand(("encounter", key), read)


@region("ladder")
def ladder(campaign: Campaign, about: str, audience: Audience) -> str:
    encounter, leads = load(campaign, about), audience.role.leads
    rows = rows_at(encounter, leads=leads)
    context = {
        "encounter": encounter,
        "rows": rows,
        "leads": leads,
        "who": _mark((row.key, row.name) for row in rows),
        "how": _mark((row.key, row.points, row.word, row.is_wounded, row.is_now) for row in rows),
    }
    return render_to_string("combat/_ladder.html#ladder", context)


@region("turn")
def turn(campaign: Campaign, about: str, audience: Audience) -> str:
    """Whose turn it is. The table's banner stays on the last one it may see."""
    encounter, leads = load(campaign, about), audience.role.leads
    rows = rows_at(encounter, leads=leads)
    actor = next((row for row in rows if row.is_now), None)
    context = {
        "encounter": encounter,
        "campaign": campaign,
        "rules_url": rules_url(campaign),
        "leads": leads,
        "rows": bool(rows),
        "actor": actor,
        "turn": encounter.turn if leads else encounter.shown_turn,
        "round": encounter.round if leads else encounter.shown_round,
    }
    if leads:
        asked = [row for row in rows if (row.ask or row.hits) and encounter.status == Status.RUNNING]
        context |= {"asked": asked, "next_name": _next_name(encounter, rows), **_steps(encounter)}
        context["turn_mark"] = _mark((encounter.status, encounter.shown_round, actor and (actor.key, actor.majors)))
    return render_to_string("combat/_ladder.html#turn", context)


def _next_name(encounter: Encounter, rows: Iterable[Row]) -> str:
    """Whose turn comes next, if this one ended now."""
    if encounter.status != Status.RUNNING or not encounter.turn:
        return ""
    coming = encounter.fight_as_read.coming
    return next((row.name for row in rows if coming and row.key == coming.key), "")


def _steps(encounter: Encounter) -> dict[str, object]:
    """The log mark: the entry that a step back takes back, and the one that a step forward does again (T8)."""
    campaign, topic = encounter.campaign, encounter.topic
    last = changes.actions_of(campaign, topic).filter(is_undone=False).select_related("by").first()
    redo = changes.waiting(campaign, topic).select_related("by").first()
    for entry in filter(None, (last, redo)):
        entry.campaign = campaign
    return {
        "last": last,
        "last_title": last and KINDS[last.kind].title(worded(last, leads=True)),
        "redo": redo,
        "redo_title": redo and KINDS[redo.kind].title(worded(redo, leads=True)),
    }


@region("wall")
def wall(campaign: Campaign, about: str, audience: Audience) -> str:
    """The last roll of this encounter that counts, and who comes after whoever acts, as all the room may know them."""
    encounter = load(campaign, about)
    entries = LogEntry.objects.filter(campaign=campaign, topic=encounter.topic, audience=Seen.TABLE, is_undone=False)
    recent = [entry for entry in entries.select_related("by")[:LOOKED_BACK] if not KINDS[entry.kind].is_mark]
    told = (entry_html(campaign, entry, audience) for entry in recent)
    context = {
        "encounter": encounter,
        "roll": next((html for html in told if all(mark in html for mark in OF_A_ROLL)), ""),
        "coming": _coming(rows_at(encounter, leads=False)) if encounter.status == Status.RUNNING else [],
    }
    return render_to_string("combat/_wall.html", context)


def _coming(rows: Sequence[Row]) -> list[str]:
    """Who stands next in the order, as far as the table sees it: two, without those who are out or wait."""
    now = next((place for place, row in enumerate(rows) if row.is_now), None)
    if now is None:
        return []
    after = [row.name for row in (*rows[now + 1 :], *rows[:now]) if not row.is_out and not row.waits]
    return after[:2]


def _players(campaign: Campaign, about: str) -> set[object]:
    return {row.character.owner_id for row in load(campaign, about).present}


@region("yours", personal=_players)
def yours(campaign: Campaign, about: str, audience: Audience) -> str:
    """One's own heroes in the fight, and whether it is their turn: only then the page asks for its panel anew."""
    encounter = load(campaign, about).as_seen(leads=False)
    own = {row.character.key for row in encounter.present if audience.seat and row.character.owner_id == audience.seat}
    heroes = [row for row in rows_at(encounter, leads=False) if row.key in own]
    extra = campaign.ruleset.turns.takes_extra
    context = {
        "encounter": encounter,
        "heroes": [(row, encounter.known[row.key].character) for row in heroes],
        "first_asked": next((row.hits[0].key if row.hits else row.key for row in heroes if row.hits or row.ask), ""),
        "rules_url": rules_url(campaign),
        "round": encounter.shown_round,
        "takes_extra": extra,
        "turn_mark": _mark(
            (encounter.status, [(row.key, row.majors, encounter.shown_round) for row in heroes if row.is_now])
        ),
    }
    return render_to_string("combat/_ladder.html#yours", context)


@region("rest")
def rest(campaign: Campaign, about: str, audience: Audience) -> str:
    """The breather after the fight, for those who lead (C13)."""
    encounter = load(campaign, about)
    pool = campaign.ruleset.injuries.pool
    context = {
        "encounter": encounter,
        "rules_url": rules_url(campaign),
        "waiting": encounter.can_rest if audience.role.leads else [],
        "dice": campaign.ruleset.recovery.breather,
        "label": _(next(kind.short for kind in campaign.ruleset.pools if kind.key == pool)),
    }
    return render_to_string("combat/_rest.html", context)


@region("answers")
def answers(campaign: Campaign, about: str, audience: Audience) -> str:
    """How attacks are answered here, for those who lead: how long players have, whether foes dodge (C8, D8)."""
    context = {
        "encounter": load(campaign, about),
        "leads": audience.role.leads,
        "patience": PATIENCE,
        "defends": campaign.ruleset.attacks.is_dodged or campaign.ruleset.attacks.shooting is not None,
        "dodges": campaign.ruleset.attacks.is_dodged,
        "rules_url": rules_url(campaign),
    }
    return render_to_string("combat/_answers.html", context)


FIRST_TO_LAST = Case(
    *(
        When(status=status, then=place)
        for place, status in enumerate((Status.RUNNING, Status.PAUSED, Status.PREPARING))
    ),
    default=len(Status),
)


@region("encounters")
def encounters(campaign: Campaign, about: str, audience: Audience) -> str:
    """The encounters of a campaign on its page, the one that runs first and those that are over last; those being
    prepared only for those who lead."""
    leads = audience.role.leads
    found = campaign.encounters.all() if leads else campaign.encounters.exclude(status=Status.PREPARING)
    found = found.order_by(FIRST_TO_LAST, "-created_at", "-pk")
    context = {"campaign": campaign, "leads": leads, "encounters": list(found[:12])}
    return render_to_string("combat/_encounters.html#encounters", context)


@region("rejoin", follows=["encounters"])
def rejoin(campaign: Campaign, about: str, audience: Audience) -> str:
    """The way back into the fight that runs."""
    return render_to_string("combat/_encounters.html#rejoin", {"encounter": fight_at(campaign)})


def _mark(parts: Iterable[object]) -> str:
    """A short sign that changes when one of the parts does; says nothing else about them."""
    return hashlib.sha256(repr(list(parts)).encode()).hexdigest()[:10]
