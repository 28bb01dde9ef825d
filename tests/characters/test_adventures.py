"""Adventures: one at a time, its pool with who earned it, closed once for all who live (X5); sessions (R13, T7, D3)."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.urls import reverse

from campaigns.models import Adventure, GameSession, LogEntry, Scene
from characters import adventures, evenings
from characters.models import Character, LedgerEntry
from rules.problems import Refused
from tests.characters.conftest import again
from tests.live.lines import Visitor, visitors


@pytest.fixture
def party(campaign, hero) -> list[Character]:
    """A, B and C: Brianda, Nuño and Urraca."""
    others = [
        Character.objects.create(
            campaign=campaign, name=name, is_finished=True, traits=hero.traits, created=hero.created
        )
        for name in ("Nuño", "Urraca")
    ]
    return [hero, *others]


@pytest.fixture
def dead(campaign, hero) -> Character:
    return Character.objects.create(
        campaign=campaign, name="Tello", is_finished=True, traits=hero.traits, vitals={"fate": "dead"}
    )


@pytest.fixture
def press(as_, campaign):
    """`press(marta, "award", who=…)`: a press on the page of the evening, in English."""

    def send(seat, what, /, **fields):
        url = reverse(f"characters:{what}", args=[campaign.key])
        return as_(seat).post(url, fields, headers={"accept-language": "en"})

    return send


def balance(hero: Character) -> int:
    return again(hero).account.balance


def codes(raised) -> list[str]:
    return [problem.code for problem in raised.value.problems]


def test_e23_what_anyone_earns_each_gets(campaign, marta, party):
    adventures.begin(campaign, marta, "El molino")
    for hero in party[:2]:
        adventures.award(campaign, marta, hero, 1, "")
    assert [balance(hero) for hero in party] == [0, 0, 0]

    adventures.close(campaign, marta, [hero.key for hero in party])

    assert [balance(hero) for hero in party] == [2, 2, 2]


def test_e90_nobody_spends_while_it_is_open_and_closing_twice_pays_once(campaign, marta, ines, party):
    """C has 10 px; A earns 3, B 2; each gets 5, and C has 15."""
    a, b, c = party
    adventures.award(campaign, marta, c, 10, "De antes")
    adventures.begin(campaign, marta, "El molino")

    with pytest.raises(Refused) as spending:
        again(c).buy(marta, "skills.stealth", 4)
    adventures.award(campaign, marta, a, 3, "")
    adventures.award(campaign, marta, b, 2, "")
    adventures.close(campaign, marta, [hero.key for hero in party])
    with pytest.raises(Refused) as twice:
        adventures.close(campaign, marta, [hero.key for hero in party])

    assert (codes(spending), codes(twice)) == (["adventure_open"], ["closed"])
    assert [balance(hero) for hero in party] == [5, 5, 15]
    assert LedgerEntry.objects.filter(kind="share").count() == 3
    again(c).buy(marta, "skills.stealth", 4)
    assert balance(c) == 11


def test_the_pool_keeps_who_earned_it_in_no_balance(campaign, marta, hero):
    adventures.begin(campaign, marta, "El molino")

    entry = adventures.award(campaign, marta, hero, 3, "La vela negra")

    row = LedgerEntry.objects.get()
    assert (row.character, row.earned_by, row.adventure.name) == (None, hero, "El molino")
    assert (row.px, row.balance, row.reason, row.by) == (3, 3, "La vela negra", "Marta")
    assert (entry.kind, entry.facts["pool"]) == ("pool-award", 3)
    assert balance(hero) == 0


def test_a_wrong_award_to_the_pool_is_taken_back_while_it_is_open(campaign, marta, hero):
    adventures.begin(campaign, marta, "El molino")
    adventures.award(campaign, marta, hero, 3, "")
    wrong = LedgerEntry.objects.get()

    adventures.take_back(campaign, marta, wrong.key, 1, "Eran 2")
    assert LedgerEntry.objects.last().balance == 2
    adventures.close(campaign, marta, [hero.key])
    with pytest.raises(Refused) as later:
        adventures.take_back(campaign, marta, wrong.key, 1, "Tarde")

    assert (balance(hero), codes(later)) == (2, ["closed"])


def test_only_one_is_open(campaign, marta):
    adventures.begin(campaign, marta, "El molino")
    with pytest.raises(Refused) as raised:
        adventures.begin(campaign, marta, "La torre")

    assert str(raised.value) == "“El molino” is open: close it first."
    assert Adventure.objects.count() == 1


def test_the_dead_and_the_archived_share_in_nothing(campaign, marta, party, dead):
    archived = party[2]
    archived.archived_at = archived.created_at
    archived.save()
    adventures.begin(campaign, marta, "El molino")
    adventures.award(campaign, marta, party[0], 4, "")

    for other in (dead, archived):
        with pytest.raises(Refused) as raised:
            adventures.close(campaign, marta, [party[0].key, other.key])
        assert codes(raised) == ["not_a_member"]
    adventures.close(campaign, marta, [party[0].key])

    assert [balance(hero) for hero in (party[0], party[1], dead)] == [4, 0, 0]


def test_who_is_not_ticked_gets_nothing_and_nobody_ticked_is_refused(campaign, marta, party):
    adventures.begin(campaign, marta, "El molino")
    adventures.award(campaign, marta, party[0], 4, "")

    with pytest.raises(Refused) as raised:
        adventures.close(campaign, marta, [])

    assert codes(raised) == ["nobody"]
    assert Adventure.objects.get().closed_at is None


def test_without_the_pool_px_are_ones_own(campaign, marta, ines, party):
    campaign.changes = {"growth.has_pool": False}
    campaign.save()
    adventures.begin(campaign, marta, "El molino")

    adventures.award(campaign, marta, party[0], 5, "")
    again(party[0]).buy(ines, "skills.stealth", 4)
    adventures.close(campaign, marta, [])

    assert [balance(hero) for hero in party] == [1, 0, 0]
    assert not LedgerEntry.objects.filter(kind="share").exists()


def test_a_pool_from_before_it_was_switched_off_is_still_paid(campaign, marta, party):
    adventures.begin(campaign, marta, "El molino")
    adventures.award(campaign, marta, party[0], 5, "")
    campaign.changes = {"growth.has_pool": False}
    campaign.save()

    adventures.close(campaign, marta, [hero.key for hero in party])

    assert [balance(hero) for hero in party] == [5, 5, 5]


def test_an_opening_gives_protagonism_anew(campaign, marta, hero):
    campaign.preset = "d10x2"
    campaign.save()
    Character.objects.update(protagonism=5)

    adventures.begin(campaign, marta, "El molino")

    assert again(hero).protagonism == 1


def test_scenes_follow_one_another(campaign, marta):
    with pytest.raises(Refused):
        adventures.write_scene(campaign, marta, "El vado", "")
    adventures.begin(campaign, marta, "El molino")
    adventures.write_scene(campaign, marta, "El vado", "Niebla")
    adventures.write_scene(campaign, marta, "El molino", "")

    assert list(Scene.objects.values_list("name", "notes")) == [
        ("El molino", ""),
        ("El vado", "Niebla"),
    ]


def test_the_table_reads_adventure_scene_and_pool(as_, campaign, marta, ines, vera, party):
    adventures.begin(campaign, marta, "El molino")
    adventures.write_scene(campaign, marta, "El vado", "Hay niebla.\n\nY luz.")
    adventures.award(campaign, marta, party[1], 3, "La vela negra")

    for seat in (ines, vera, marta):
        page = as_(seat).get(campaign.get_absolute_url()).content.decode()
        scene, pool = (page.partition(f'id="{part}"')[2].partition("</section>")[0] for part in PARTS)
        shown = scene + pool
        for words in ("El molino", "El vado", "<p>Hay niebla.</p>", "Nuño", "La vela negra", "+3"):
            assert words in shown
        assert ("evening/" in scene) == seat.leads


def test_words_of_a_scene_are_text(as_, campaign, marta, ines):
    adventures.begin(campaign, marta, "<b>El molino</b>")
    adventures.write_scene(campaign, marta, "<i>El vado</i>", "<script>alert(1)</script>")

    page = as_(ines).get(campaign.get_absolute_url()).content.decode()

    assert "&lt;script&gt;" in page
    assert not re.search(r"<(b|i)>El|<script>alert", page)


def test_an_evening_by_its_page(as_, press, campaign, marta, party, dead):
    evening = reverse("characters:evening", args=[campaign.key])

    assert press(marta, "open-session").status_code == 302
    assert press(marta, "adventure", name="El molino").status_code == 302
    assert press(marta, "scene", name="El vado", notes="Niebla").status_code == 302
    assert press(marta, "award", who=party[0].key, px="3", reason="").status_code == 302
    page = as_(marta).get(evening).content.decode()
    closing = page.partition("adventure/close/")[2].partition("</form>")[0]
    assert re.findall(r'name="who" value="(\w+)" checked', closing) == [hero.key for hero in party], "the dead are out"
    assert press(marta, "share-out", who=[hero.key for hero in party]).status_code == 302
    assert press(marta, "close-session").status_code == 302

    assert [balance(hero) for hero in party] == [3, 3, 3]
    assert as_(marta).get(evening).status_code == 200


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("award", {"px": "3"}),
        ("award", {"who": "abc", "px": "3"}),
        ("award", {"px": "0"}),
        ("adventure", {"name": ""}),
        ("scene", {"name": "El vado"}),
        ("share-out", {}),
        ("close-session", {}),
        ("day", {}),
    ],
)
def test_what_is_not_in_order_changes_nothing(press, campaign, marta, hero, what, fields):
    assert press(marta, what, **fields).status_code == 422
    assert not LogEntry.objects.exists()


def test_the_page_is_for_those_who_lead(as_, press, campaign, ines, sergio, coral, hero):
    evening = reverse("characters:evening", args=[campaign.key])

    assert [as_(who).get(evening).status_code for who in (ines, sergio, coral)] == [403, 404, 200]
    assert press(ines, "award", who=hero.key, px="3").status_code == 403


def test_the_table_costs_the_same_with_a_long_pool(as_, campaign, marta, ines, hero, django_assert_num_queries):
    browser = as_(ines)
    adventures.begin(campaign, marta, "El molino")
    adventures.write_scene(campaign, marta, "El vado", "")

    def ask():
        browser.get(campaign.get_absolute_url())
        adventures.award(campaign, marta, hero, 1, "")
        with django_assert_num_queries(QUERIES_OF_THE_TABLE):
            browser.get(campaign.get_absolute_url())

    ask()
    for _ in range(10):
        adventures.award(campaign, marta, hero, 1, "")
    ask()


QUERIES_OF_THE_TABLE = 19
PARTS = ("adventure", "experience")


# --- sessions ---------------------------------------------------------------------------------------------------------


def test_a_session_gives_each_the_tokens_one_begins_with_and_takes_the_gms(campaign, marta, party):
    campaign.preset = "ryf-core"
    campaign.tokens = 4
    campaign.save()
    Character.objects.update(tokens=3, forced=2)

    evenings.open_session(campaign, marta)

    campaign.refresh_from_db()
    assert campaign.tokens == 0
    assert set(Character.objects.values_list("tokens", "forced")) == {(1, 0)}


def test_sessions_are_numbered_and_one_is_open(campaign, marta):
    evenings.open_session(campaign, marta)
    with pytest.raises(Refused) as open_already:
        evenings.open_session(campaign, marta)
    evenings.close_session(campaign, marta)
    with pytest.raises(Refused) as closed_already:
        evenings.close_session(campaign, marta)
    evenings.open_session(campaign, marta)

    assert (codes(open_already), codes(closed_already)) == (["open"], ["closed"])
    assert [(each.number, each.closed_at is None) for each in GameSession.objects.all()] == [(2, True), (1, False)]


# --- two hands at once ------------------------------------------------------------------------------------------------


@pytest.fixture
def visit(live, as_) -> Iterator[Callable[..., Visitor]]:
    with visitors(lambda: live.port, as_) as visit:
        yield visit


@pytest.mark.live
def test_closed_by_two_at_the_same_moment_it_pays_once(visit, campaign, marta, coral, party):
    adventures.begin(campaign, marta, "El molino")
    adventures.award(campaign, marta, party[0], 3, "")
    url = reverse("characters:share-out", args=[campaign.key])
    hands = [visit(marta), visit(coral)] * 4
    keys = [hero.key for hero in party]

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda hand: hand.press(url, who=keys), hands))

    assert Counter(answer.status_code for answer in answers) == {204: 1, 422: 7}
    assert "X5" in next(answer.text for answer in answers if answer.status_code == 422)
    assert [balance(hero) for hero in party] == [3, 3, 3]
    assert LedgerEntry.objects.filter(kind="share").count() == 3


@pytest.mark.live
def test_e91_of_two_purchases_at_once_one_wins(visit, campaign, marta, ines, party):
    """10 px, two things for 6: one is bought, the other says why not; 4 px are left."""
    hero = party[0]
    adventures.begin(campaign, marta, "El molino")
    adventures.award(campaign, marta, hero, 10, "")
    adventures.close(campaign, marta, [hero.key])
    hero.correct(marta, "skills.stealth", 5, "Para el ejemplo")
    url = reverse("characters:buy", args=[hero.key])
    wanted = ["skills.stealth:6", "skills.melee_weapons:6"]
    hands = [visit(ines), visit(marta)]

    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(lambda at: hands[at].press(url, buy=wanted[at]), range(2)))

    assert Counter(answer.status_code for answer in answers) == {204: 1, 422: 1}
    refused = next(answer for answer in answers if answer.status_code == 422)
    assert "6 px" in refused.text
    kinds = list(LedgerEntry.objects.filter(character=hero).values_list("kind", "px", "balance"))
    assert kinds == [("share", 10, 10), ("correction", 0, 10), ("spend", -6, 4)]


@pytest.mark.live
def test_many_awards_at_once_are_numbered_and_summed(visit, campaign, marta, coral, hero):
    url = reverse("characters:award", args=[campaign.key])
    hands = [visit(marta), visit(coral)]

    with ThreadPoolExecutor(10) as threads:
        answers = list(threads.map(lambda at: hands[at % 2].press(url, who=hero.key, px="1"), range(20)))

    assert {answer.status_code for answer in answers} == {204}
    assert list(LedgerEntry.objects.values_list("number", "balance")) == [(each, each) for each in range(1, 21)]
