"""Who may do what at an encounter, each action called directly; guessed keys tell nothing (B32, B33)."""

import re

import pytest

from campaigns import feed
from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Encounter
from tests.combat.fights import ACTIONS, LINE, address, key, sign
from tests.combat.sight import ALIAS, NOBODY, changed, text


@pytest.mark.parametrize("seat", ["ines", "pablo", "vera"])
def test_the_key_of_a_hidden_one_is_answered_like_one_that_is_none(
    fight, hidden, as_, brianda, request, seat, campaign
):
    """B33: it may be remembered from when the foe was seen."""
    person = request.getfixturevalue(seat)
    browser, before = as_(person), sign(fight)
    table, here = campaign.get_absolute_url(), fight.get_absolute_url()

    def asked(guess):
        own, aimed = f"{brianda.key}:unarmed", {"modifier": "0"}
        answers = {
            "odds against it": browser.get(f"{here}odds/", {"weapon": own, "target": guess, **aimed}),
            "odds of it": browser.get(f"{here}odds/", {"weapon": f"{guess}:own", "target": brianda.key, **aimed}),
            "panel against it": browser.get(f"{here}panel/", {"weapon": own, "target": guess, **aimed}),
            "panel of it": browser.get(f"{here}panel/", {"weapon": f"{guess}:own", "target": brianda.key, **aimed}),
            "aim": browser.get(f"{here}aim/", {"who": guess}),
            "look": browser.get(f"{here}look/", {"who": guess}),
            "attack on it": browser.post(f"{here}attack/", {"weapon": own, "target": guess, **aimed}),
            "attack with it": browser.post(
                f"{here}attack/", {"weapon": f"{guess}:own", "target": brianda.key, **aimed}
            ),
            "its turn": browser.post(f"{here}next/", {"ends": guess}),
            "sheet": browser.get(f"/c/{guess}/"),
            "traits": browser.get(f"/c/{guess}/traits/"),
            "roll": browser.post(f"/c/{guess}/roll/", {"trait": "physique", "difficulty": "easy"}),
            "points": browser.post(f"/c/{guess}/points/pv/", {"amount": "-1"}),
            "build": browser.get(f"/c/{guess}/build/"),
            **{
                f"news of {page}": browser.get(
                    f"{table}news/", {"page": f"{page}-{guess}", "as": person.role, "lang": "es", "after": ""}
                )
                for page in ("sheet", "build", "fight", "pools", "tray")
            },
        }
        return {what: text(answer).replace(guess, "GUESS") for what, answer in answers.items()}

    assert changed(asked(hidden.key), asked(NOBODY)) == {}
    assert sign(fight) == before


def test_targets_are_those_in_sight(fight, hidden, as_, ines, marta):
    feed.forget()
    page = as_(ines).get(fight.get_absolute_url()).content.decode()
    targets = re.search(r'(?s)<select id="target".*?</select>', page)[0]

    assert re.findall(r"<option[^>]*>([^<]*)<", targets) == ["Goblin 2", "Goblin 1"]
    assert hidden.key not in page


# --- who may do what --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", sorted(ACTIONS.keys() - {"attack", "next", "stay-up", "defend"}))
def test_what_the_gm_does_nobody_else_can(fight, press, as_, pablo, ines, vera, sergio, goblin, action):
    """B32, each called directly."""
    target = key(fight, "Goblin 2")
    fields = {
        "harm": {"who": target, "amount": 1}, "heal": {"who": target, "amount": 1}, "hide": {"who": target},
        "delay": {"who": target}, "take-up": {"who": target}, "extra": {"who": target},
        "remove": {"who": target}, "foes": LINE, "foe": {"who": goblin.key},
        "look": {"who": target, "alias": ALIAS, "shown_points": "number"},
    }.get(action, {})  # fmt: skip
    before, entries, foes = sign(fight), LogEntry.objects.count(), Character.objects.count()

    for htmx in (True, False):
        assert [press(seat, action, fight, htmx=htmx, **fields).status_code for seat in (ines, pablo, vera)] == [
            403
        ] * 3
        assert press(sergio, action, fight, htmx=htmx, **fields).status_code == 404
        assert press(None, action, fight, htmx=htmx, **fields).status_code == (401 if htmx else 302)
    assert as_(ines).get(address("look", fight), {"who": target}).status_code == 403
    assert as_(ines).get(f"{fight.get_absolute_url()}aim/").status_code == 403
    assert (sign(fight), LogEntry.objects.count(), Character.objects.count()) == (before, entries, foes)


def test_nobody_but_the_gm_prepares_one(as_, campaign, ines, vera, sergio):
    url = f"/t/{campaign.key}/encounters/new/"
    assert [as_(seat).post(url, {"name": "X"}).status_code for seat in (ines, vera, sergio, None)] == [
        403,
        403,
        404,
        302,
    ]
    assert not Encounter.objects.exists()


@pytest.mark.parametrize("action", ["next", "attack"])
def test_a_spectator_and_a_stranger_do_nothing(fight, press, vera, sergio, action):
    brianda = key(fight, "Brianda")
    fields = {"ends": brianda, "weapon": f"{brianda}:unarmed", "target": key(fight, "Goblin 2")}
    before = sign(fight)

    assert [press(seat, action, fight, **fields).status_code for seat in (vera, sergio, None)] == [403, 404, 401]
    assert sign(fight) == before
