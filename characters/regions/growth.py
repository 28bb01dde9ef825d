"""The regions of the growth page: px and level, what can be bought and what not, the ledger (X1–X4)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Membership
from campaigns.regions import Audience, at_hand, page, region
from characters.log.growth import label_of, path_label
from characters.models import Character, LedgerEntry
from characters.models.growing import REGIONS, Running, running
from characters.regions.sheet import rules_url
from rules.growth import Learner, MovementKind, Offer
from rules.problems import Problem
from rules.traits import Chapter, Setting


@page("growth")
def growth(seat: Membership, about: str) -> list[str] | None:
    """Open to who plays a finished hero and to those who lead."""
    hero = Character.objects.heroes().filter(campaign=seat.campaign_id, key=about).first()
    if hero is None or not hero.can_be_played_by(seat):
        return None
    return [f"{each}-{about}" for each in REGIONS]


@region("account")
def account(campaign: Campaign, about: str, audience: Audience) -> str:
    """The px there are, the level, and how far it is to the next (X1, X4)."""
    hero, now = _hero(campaign, about), _running(campaign)
    rules = campaign.ruleset.growth
    context = {
        "balance": hero.account.balance,
        "spent": hero.px_spent,
        "has_levels": rules.has_levels,
        "level": hero.level,
        "toward": rules.toward_next(hero.px_spent),
        "px_per_level": rules.px_per_level,
        "adventure": now.row if rules.is_pooling(now.value) else None,
    }
    return _render("account", campaign, hero, context)


@region("offers")
def offers(campaign: Campaign, about: str, audience: Audience) -> str:
    """The next level of all that it has, with its price, or why it cannot be bought now."""
    hero = _hero(campaign, about)
    rows = [row for row in _rows(campaign, hero) if row.offer.purchase.to > 1 or row.chapter is Chapter.ATTRIBUTES]
    groups = [
        {"label": label, "rows": [row for row in rows if row.chapter is chapter]}
        for chapter, label in ((Chapter.ATTRIBUTES, _("Attributes")), (Chapter.SKILLS, _("Skills")))
    ]
    groups.append({"label": _("Masteries"), "rows": [row for row in rows if row.chapter is Chapter.MASTERIES]})
    found = [group for group in groups if group["rows"]]
    return _render("offers", campaign, hero, {"groups": found, "leads": audience.role.leads})


@region("lessons")
def lessons(campaign: Campaign, about: str, audience: Audience) -> str:
    """What it could learn anew: skills of the campaign's setting (W), and masteries."""
    hero = _hero(campaign, about)
    rows = [row for row in _rows(campaign, hero) if row.offer.purchase.to == 1 and row.chapter in LEARNT]
    return _render("lessons", campaign, hero, {"rows": [row for row in rows if row.is_of_setting]})


@region("ledger")
def ledger(campaign: Campaign, about: str, audience: Audience) -> str:
    """Every movement, the last first, with what there was after it (X1)."""
    hero = _hero(campaign, about)
    context = {"rows": list(movement_rows(campaign, hero)), "leads": audience.role.leads}
    return _render("ledger", campaign, hero, context)


LEARNT = (Chapter.SKILLS, Chapter.MASTERIES)


@dataclass(frozen=True, slots=True)
class Row:
    """The next level of one trait, as the page shows it."""

    chapter: Chapter
    label: str
    offer: Offer
    now: int
    missing: int
    reasons: tuple[tuple[str, Problem], ...]
    is_of_setting: bool
    can_be_approved: bool

    @property
    def id(self) -> str:
        return self.offer.purchase.trait.replace(".", "-")

    @property
    def key(self) -> str:
        return self.offer.purchase.trait.partition(".")[2]

    @property
    def value(self) -> str:
        return f"{self.offer.purchase.trait}:{self.offer.purchase.to}"


def _rows(campaign: Campaign, hero: Character) -> Iterator[Row]:
    """What the rules price, in their order; masteries only of weapons that stand in the table."""
    learner: Learner = hero.learner(_running(campaign).value)
    of_setting = {each.key for each in campaign.ruleset.skills if _suits(campaign, each.settings)}
    for offer in learner.offers():
        path = offer.purchase.trait
        chapter, _dot, key = path.partition(".")
        own = [problem for problem in offer.problems if problem.code not in TOLD_ONCE]
        yield Row(
            Chapter(chapter),
            path_label(campaign, path),
            offer,
            learner.levels.get(path, 0),
            max(0, offer.px - max(0, learner.ledger.balance)),
            tuple((problem.show(_), problem) for problem in own),
            chapter != Chapter.SKILLS or key in of_setting,
            any(problem.code == "prodigy" for problem in own),
        )


TOLD_ONCE = {"adventure_open", "not_enough"}
"""What stands at the head of the page, or in the price."""


def _suits(campaign: Campaign, settings: Iterable[Setting]) -> bool:
    return not campaign.setting or Setting(campaign.setting) in set(settings)


def movement_rows(campaign: Campaign, hero: Character) -> Iterator[dict[str, Any]]:
    """The ledger of a hero for its page, the last movement first; what can be taken back is marked."""
    rows: list[LedgerEntry] = list(hero.ledger.all())
    spends = {each.key for each in hero.account.spends}
    taken: dict[str, int] = {}
    for row in rows:
        taken[row.reverses] = taken.get(row.reverses, 0) - row.px
    for row in reversed(rows):
        is_given = row.kind in GIVEN and row.px > taken.get(row.key, 0) and row.px > 0
        yield {"row": row, "can_be_taken_back": row.key in spends or is_given, **movement_words(hero, row)}


GIVEN = (MovementKind.AWARD, MovementKind.SHARE)


def movement_words(hero: Character, row: LedgerEntry) -> dict[str, str]:
    """What a movement is called: its kind, and the trait that it moves."""
    kind = _("Taken back") if row.kind == MovementKind.AWARD and row.px < 0 else row.get_kind_display()
    return {"kind": kind, "trait": label_of(hero, row.trait) if row.trait else ""}


def _hero(campaign: Campaign, key: str) -> Character:
    def load() -> Character:
        hero = Character.objects.with_pools().with_ledger().get(campaign=campaign, key=key)
        hero.campaign = campaign
        return hero

    return at_hand(("growing", key), load)


def _running(campaign: Campaign) -> Running:
    return at_hand("running adventure", lambda: running(campaign))


def _render(name: str, campaign: Campaign, hero: Character, context: Mapping[str, Any]) -> str:
    shared = {"character": hero, "campaign": campaign, "rules_url": rules_url(campaign)}
    return render_to_string(f"characters/_growth.html#{name}", {**shared, **context})
