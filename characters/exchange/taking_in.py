"""A document becomes a character, all of it or nothing; all that the rules here refuse is said at once (P1–P6, X1)."""

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from campaigns.keys import new_key
from campaigns.models import Campaign, Membership, Recorder
from characters.exchange.pictures import picture_of
from characters.models import Character, LedgerEntry, Pool, Portrait, build_of
from rules.creation import Build, Draft
from rules.growth import Ledger, Movement, MovementKind
from rules.growth.origins import prove
from rules.notation import parse
from rules.problems import Problem, Refused
from rules.traits import Chapter
from rules.vitals import Vitals

if TYPE_CHECKING:
    from rules.ruleset import Ruleset

MOST_HEROES = 40
"""Heroes of one player at a table that files may bring in."""
OF_LIMITS = {"over", "over_budget", "under", "pyramid", "too_low", "unskilled_mastery"}
"""What only creation asks: a grown character is past it."""


def take_in(
    campaign: Campaign,
    by: Membership,
    owner: Membership,
    document: dict[str, Any],
    *,
    to_mend: bool = False,
    press: str = "",
) -> Character:
    """A new character of `owner` from what `reading.read` gave; foes are for those who lead.

    A finished hero comes in finished where every point has its origin by this table's rules, else Refused with all that
    is wrong. `to_mend`: it comes as a draft with what creation gave, and its page says what is wrong.
    """
    with campaign.recording(by, press) as record:
        ruleset = record.campaign.ruleset
        is_foe = document["kind"] == "foe"
        is_finished = is_foe or (document.get("finished", False) and not to_mend)
        traits = _traits(document, is_foe=is_foe, is_finished=is_finished)
        created = document.get("created", {}) if is_finished and not is_foe else {}
        now = {"by": by.name, "at": timezone.now().isoformat()}
        approved = {path: now for path in document.get("approved", ()) if by.leads}
        ledger = Ledger(tuple(_movements(document))) if is_finished and not is_foe else Ledger()
        problems = [*_foreign(document, by), *_unreadable(traits, document)]
        if not problems and not to_mend:
            problems += _gear_problems(document.get("gear", {}), ruleset)
            problems += _vitals_problems(document, ruleset)
            problems += _illegal(ruleset, traits, created, approved, ledger, is_foe=is_foe, is_finished=is_finished)
        if problems:
            raise Refused(*dict.fromkeys(problems))
        fields = {
            "name": document["name"].strip(),
            "concept": document.get("concept", "").strip(),
            "gender": document.get("gender", ""),
            "traits": traits,
            "created": created,
            "approved": approved,
            "gear": document.get("gear", {}),
            "notes": document.get("notes", ""),
            "gm_notes": document.get("gm_notes", "") if by.leads else "",
        }
        if is_finished:
            fields |= {
                "vitals": document.get("vitals", {}),
                "px_spent": max(0, ledger.spent),
                **{name: document.get(name) for name in ("tokens", "protagonism")},
                "forced": document.get("forced", 0),
                "conditions": [{"key": new_key(), "note": "", **each} for each in document.get("conditions", ())],
                "sharing": document.get("sharing", Character._meta.get_field("sharing").default),
            }
        character = _stored(record, owner, fields, is_foe=is_foe, is_finished=is_finished)
        if is_finished:
            _fill_pools(character, document.get("pools", {}))
            _write_ledger(character, ledger, document.get("ledger", ()))
        if "portrait" in document:
            Portrait.objects.create(character=character, image=picture_of(document["portrait"]))
        character._recorded(record, "imported", _brought(ledger))
        return character


def foe_of(document: dict[str, Any], ruleset: "Ruleset") -> tuple[dict[str, Any], list[Problem]]:
    """A foe's traits as they are kept, and all that the rules here have against it and what it carries (P6, W)."""
    traits = _traits(document, is_foe=True, is_finished=True)
    problems = list(_unreadable(traits, document))
    if not problems:
        problems += _gear_problems(document.get("gear", {}), ruleset)
        problems += _illegal(ruleset, traits, {}, {}, Ledger(), is_foe=True, is_finished=True)
    return traits, problems


def _brought(ledger: Ledger) -> dict[str, int]:
    """What the table is told of its growth elsewhere: it has only the file's word for it."""
    given = (MovementKind.AWARD, MovementKind.SHARE)
    return {
        "awarded": sum(each.px for each in ledger.movements if each.kind in given),
        "spent": ledger.spent,
        "corrected": sum(each.points for each in ledger.movements if each.kind is MovementKind.CORRECTION),
    }


def _stored(
    record: Recorder, owner: Membership, fields: dict[str, Any], *, is_foe: bool, is_finished: bool
) -> Character:
    campaign = record.campaign
    if is_foe:
        return Character.objects.create(campaign=campaign, is_foe=True, is_finished=True, **fields)
    if not is_finished:
        return Character.draft_of(record, owner, **fields)
    if Character.objects.heroes().filter(campaign=campaign, owner=owner).count() >= MOST_HEROES:
        message = _("%(name)s has %(most)s characters: archive one first.")
        raise Refused(Problem("too_many", message, "owner", params={"name": owner.name, "most": MOST_HEROES}))
    return Character.objects.create(campaign=campaign, owner=owner, is_finished=True, **fields)


# --- what is in it ----------------------------------------------------------------------------------------------------


def _traits(document: dict[str, Any], *, is_foe: bool, is_finished: bool) -> dict[str, Any]:
    """As they are kept: of a foe with what overrides formulas; of what comes to be mended, what creation gave."""
    traits = document["traits"] if is_finished or not document.get("created") else document["created"]
    if not is_foe:
        return {Chapter.ATTRIBUTES.value: {}, Chapter.SKILLS.value: {}, **traits}
    return {**traits, **{name: document[name] for name in ("fixed", "damage") if name in document}}


def _movements(document: dict[str, Any]) -> Iterator[Movement]:
    """Its movements with new keys, each naming only what came before it."""
    keys: list[str] = []
    for place, row in enumerate(document.get("ledger", ()), start=1):
        named = {name: row.get(name, 0) for name in ("award", "reverses")}
        for name, number in named.items():
            if number >= place:
                message = _("%(path)s: it names what comes after it.")
                path = f"ledger[{place}].{name}"
                raise Refused(Problem("order", message, path, "X1", {"path": path}))
        keys.append(new_key())
        award, reverses = (keys[number - 1] if number else "" for number in named.values())
        yield Movement(
            keys[-1],
            MovementKind(row["kind"]),
            row.get("px", 0),
            row.get("trait", ""),
            row.get("before", 0),
            row.get("after", 0),
            row.get("reason", ""),
            award,
            reverses=reverses,
            by=row.get("by", ""),
        )


def _fill_pools(character: Character, points: dict[str, int]) -> None:
    """Its points, cut to what they may be here (C0)."""
    ruleset, known = character.ruleset, {kind.key for kind in character.ruleset.pools}
    for key in sorted(points.keys() & known):
        current = max(ruleset.injuries.floor(key), min(points[key], ruleset.maximum(character.sheet, key)))
        Pool.objects.create(character=character, key=key, current=current)
    character.__dict__.pop("sheet", None)
    character._prefetched_objects_cache = {}


def _write_ledger(character: Character, ledger: Ledger, rows: Any) -> None:
    """The movements as rows of this campaign, with what it then had (X1). They were shares of adventures elsewhere."""
    campaign = character.campaign
    number = LedgerEntry.objects.filter(campaign=campaign).aggregate(last=Max("number"))["last"] or 0
    balance, found = 0, []
    for step, (movement, row) in enumerate(zip(ledger.movements, rows, strict=True), start=1):
        balance += movement.px
        found.append(
            LedgerEntry(
                key=movement.key,
                campaign=campaign,
                number=number + step,
                character=character,
                kind=movement.kind.value,
                px=movement.px,
                balance=balance,
                trait=movement.trait,
                before=movement.before,
                after=movement.after,
                reason=movement.reason,
                award=movement.award,
                reverses=movement.reverses,
                by=movement.by,
                at=_moment(row.get("at", "")),
            )
        )
    LedgerEntry.objects.bulk_create(found)


def _moment(text: str) -> datetime:
    """When it was; now where it does not say, or says what no calendar has."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return timezone.now()


# --- what speaks against it -------------------------------------------------------------------------------------------


def _foreign(document: dict[str, Any], by: Membership) -> Iterator[Problem]:
    """What only a foe may have, and foes that only a GM may have (P6)."""
    is_foe = document["kind"] == "foe"
    if is_foe and not by.leads:
        yield Problem("foe", _("Only the GM takes foes in."), "kind", "P6")
    if not is_foe:
        for name in ("fixed", "damage"):
            if name in document:
                message = _("%(path)s: only foes have values in place of formulas.")
                yield Problem("fixed", message, name, "P6", {"path": name})


def _unreadable(traits: dict[str, Any], document: dict[str, Any]) -> Iterator[Problem]:
    """Dice that are none: everything else the schema has looked at."""
    written = [("damage", traits.get("damage"))]
    for name in ("traits", "created"):
        techniques = enumerate(document.get(name, {}).get("techniques", ()), start=1)
        written += [(f"{name}.techniques[{place}].dice", each.get("dice")) for place, each in techniques]
    effects = enumerate(document.get("vitals", {}).get("effects", ()), start=1)
    written += [(f"vitals.effects[{place}].harm", each.get("harm")) for place, each in effects]
    for path, text in written:
        if text is not None:
            try:
                parse(text)
            except Refused:
                message = _("%(path)s: “%(dice)s” are no dice.")
                yield Problem("dice", message, path, "R12", {"path": path, "dice": text[:20]})


def _illegal(
    ruleset: "Ruleset",
    traits: dict[str, Any],
    created: dict[str, Any],
    approved: dict[str, Any],
    ledger: Ledger,
    *,
    is_foe: bool,
    is_finished: bool,
) -> Iterator[Problem]:
    """What this table's rules have against it: a draft under those of creation, a hero point by point (X1), a foe only
    where it has what is not here (P6)."""
    now = Draft(ruleset.creation, ruleset.catalog, build_of(traits), tuple(approved))
    if not is_finished:
        yield from now.problems()
        return
    yield from (each for each in now.problems() if each.code not in OF_LIMITS)
    if is_foe:
        return
    first = Draft(ruleset.creation, ruleset.catalog, build_of(created), tuple(approved))
    yield from prove(first, now.build.levels, ledger).problems
    yield from _askew(ledger)
    yield from _over_growth(ruleset, now.build)


def _askew(ledger: Ledger) -> Iterator[Problem]:
    """Movements whose px are not those of their kind, and refunds of no spend, or of one twice (X1)."""
    spends = {each.key: each.px for each in ledger.movements if each.kind is MovementKind.SPEND}
    for place, each in enumerate(ledger.movements, start=1):
        if not _fits(each, spends):
            path = f"ledger[{place}]"
            message = _("%(path)s: its px are none of its kind.")
            yield Problem("askew", message, path, "X1", {"path": path})


def _fits(movement: Movement, spends: dict[str, int]) -> bool:
    """`spends`: the px of those that no refund has taken back so far, by their keys."""
    match movement.kind:
        case MovementKind.AWARD:
            return movement.px != 0 and not movement.trait
        case MovementKind.SHARE:
            return movement.px >= 0 and not movement.trait
        case MovementKind.SPEND:
            return movement.px <= 0 and bool(movement.trait)
        case MovementKind.REFUND:
            return spends.pop(movement.reverses, None) == -movement.px
        case MovementKind.CORRECTION:
            return movement.px == 0 and bool(movement.trait)


def _over_growth(ruleset: "Ruleset", build: Build) -> Iterator[Problem]:
    """Traits that no growth reaches (P2, P3)."""
    limits = {Chapter.ATTRIBUTES: ruleset.growth.attribute_maximum, Chapter.SKILLS: ruleset.growth.skill_maximum}
    rules = {Chapter.ATTRIBUTES: "P3", Chapter.SKILLS: "P2"}
    for chapter, most in limits.items():
        for key, value in getattr(build, chapter.value).items():
            if most is not None and value > most:
                message = _("%(value)s is over the maximum of %(maximum)s.")
                params = {"value": value, "maximum": most}
                yield Problem("over", message, chapter.path(key), rules[chapter], params)


def _gear_problems(gear: dict[str, Any], ruleset: "Ruleset") -> Iterator[Problem]:
    carried = [("weapons", key) for key in gear.get("weapons", ())]
    worn = [(f"{part}s", gear[part]) for part in ("armor", "shield") if gear.get(part)]
    for table, key in [*carried, *worn]:
        if key not in {row.key for row in getattr(ruleset, table)}:
            message = _("There is no “%(key)s” in this campaign.")
            yield Problem("unknown_gear", message, f"gear.{table}", "W", {"key": key})


def _vitals_problems(document: dict[str, Any], ruleset: "Ruleset") -> Iterator[Problem]:
    """Points and effects of what this table does not have."""
    pools = {kind.key for kind in ruleset.pools}
    attributes = {each.key for each in ruleset.attributes}
    for key in sorted(document.get("pools", {}).keys() - pools):
        yield Problem("unknown_pool", _("There are no points “%(key)s” here."), f"pools.{key}", "C0", {"key": key})
    for effect in Vitals.from_plain(document.get("vitals", {})).effects:
        needed = {effect.save.attribute} if effect.save else set()
        for key in sorted(needed - attributes):
            message = _("There is no “%(key)s” here.")
            yield Problem("unknown_trait", message, "vitals.effects", "R10", {"key": key})
        if effect.pool and effect.pool not in pools:
            message = _("There are no points “%(key)s” here.")
            yield Problem("unknown_pool", message, "vitals.effects", "R10", {"key": effect.pool})
