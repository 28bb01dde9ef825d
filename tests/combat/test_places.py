"""Where several are shot at, each from where it is (C7): one place for all, and another for whoever is elsewhere.

Brianda shoots with +8 and 10 more: at short distance against 15.
"""

import re

import pytest

from campaigns.models import LogEntry
from characters.models import Character
from tests.combat.fights import key, sign

SPANISH = {"accept-language": "es"}


@pytest.fixture
def archer(fight, brianda):
    skills = {**brianda.traits["skills"], "ranged_weapons": 4}
    Character.objects.filter(pk=brianda.pk).update(
        gear={"weapons": ["long_bow"]}, traits={**brianda.traits, "skills": skills}
    )
    return fight


@pytest.fixture
def fields(archer, brianda):
    """Two goblins at short distance, the second one behind a wall at long distance."""
    first, second = key(archer, "Goblin 3"), key(archer, "Goblin 2")
    return {
        "weapon": f"{brianda.key}:long_bow", "target": first, "also": [second], "modifier": 0, "actor": brianda.key,
        "band": "short", f"band-{second}": "long", f"cover-{second}": "wall",
    }  # fmt: skip


def test_each_is_shot_at_from_its_own_place(archer, fields, ines, press, dice):
    """15 for one; 25 and 6 for the wall for the other: 18 and 9 of the die reach the first alone."""
    dice(2, 9, 9)
    assert press(ines, "attack", archer, **fields).status_code == 204

    blows = LogEntry.objects.get(kind="attack").facts["blows"]
    assert [(blow["defense"], blow["hit"]) for blow in blows] == [(15, True), (31, False)]


def test_one_lies_down_and_the_others_do_not(archer, fields, ines, press, dice):
    """C7: prone in the open takes 10 off; with cover it adds 2."""
    first, second = fields["target"], fields["also"][0]
    dice(2, 9, 9)
    own = {f"prone-{first}": "yes", "cover": "small", f"cover-{first}": "open"}
    press(
        ines, "attack", archer, **fields | own | {f"cover-{second}": "", f"band-{second}": "", f"prone-{second}": "no"}
    )

    blows = LogEntry.objects.get(kind="attack").facts["blows"]
    assert [blow["defense"] for blow in blows] == [15 - 10, 15 + 2]


def test_the_odds_say_what_each_has_to_reach(archer, fields, ines, as_):
    page = as_(ines).get(f"{archer.get_absolute_url()}odds/", fields, headers=SPANISH).content.decode()

    table = re.search(r'(?s)<table class="each">.*?</table>', page)[0]
    assert re.findall(r"<small>(\d+)</small>", table) == ["15", "31"]
    assert "97,2\xa0%" in table  # the middle die is a 1 in 28 of 1000 throws (R4)
    assert 'id="spots"' in page
    assert f'name="band-{fields["also"][0]}"' in page
    assert '<option value="long" selected>' in page


def test_of_one_target_alone_there_is_one_place(archer, fields, ines, as_, press, dice):
    alone = fields | {"also": [], f"band-{fields['target']}": "long"}
    assert 'id="spots"' not in as_(ines).get(f"{archer.get_absolute_url()}odds/", alone).content.decode()
    dice(2, 9, 9)

    press(ines, "attack", archer, **alone)

    assert LogEntry.objects.get(kind="attack").facts["defense"] == 15


@pytest.mark.parametrize("wrong", [
    {"band": "de cerca"}, {"cover": "total"}, {"cover": "<b>\x00"}, {"band": "9" * 300},
])  # fmt: skip
def test_a_place_that_is_none_is_refused_and_nothing_is_thrown(archer, fields, ines, press, said, dice, wrong):
    before = sign(archer)
    dice()

    answer = press(
        ines, "attack", archer, **fields | {f"{name}-{fields['also'][0]}": each for name, each in wrong.items()}
    )

    assert (answer.status_code, bool(said(answer)), sign(archer)) == (422, True, before)
