"""What a change of house rules does to those whose points it concerns (C0)."""

from collections.abc import Iterable, Iterator
from copy import copy

from campaigns.models import Campaign, Change
from campaigns.models.house_rules import FOLLOWING
from characters.models import Character, Pool
from rules.ruleset import Ruleset


def follow(campaign: Campaign, before: Ruleset, after: Ruleset) -> Iterator[Change]:
    """Where a maximum falls, what is above it is cut to it; where one rises, there are as many points as before."""
    pools = {kind.key for kind in before.pools} & {kind.key for kind in after.pools}
    old, new = _under(campaign, before), _under(campaign, after)
    changed: dict[tuple[int, str], Pool] = {}
    for character in campaign.characters.exclude(is_foe=False, is_finished=False).prefetch_related("pools"):
        held = {pool.key: pool for pool in character.pools.all()}
        was, now = _maxima(character, old, pools), _maxima(character, new, pools)
        for key in sorted(pools):
            pool = held.get(key)
            if pool is None and was[key] != now[key]:
                pool = Pool(character=character, key=key, current=was[key])
                changed[character.pk, key] = pool
            if pool is not None and pool.current > now[key]:
                by = now[key] - pool.current
                pool.current += by
                changed[character.pk, key] = pool
                yield {"what": "pool", "of": f"pool:{character.key}:{key}", "by": by}
    _store(changed.values())


def _under(campaign: Campaign, ruleset: Ruleset) -> Campaign:
    """The campaign as if these were its rules."""
    found = copy(campaign)
    found.__dict__["ruleset"] = ruleset
    return found


def _maxima(character: Character, campaign: Campaign, pools: set[str]) -> dict[str, int]:
    character.campaign = campaign
    character.__dict__.pop("sheet", None)
    return {key: campaign.ruleset.maximum(character.sheet, key) for key in pools}


def _store(pools: Iterable[Pool]) -> None:
    """In two queries, however many there are."""
    new, known = [], []
    for pool in pools:
        (new if pool.pk is None else known).append(pool)
    Pool.objects.bulk_create(new)
    Pool.objects.bulk_update(known, ["current"])


FOLLOWING.append(follow)
