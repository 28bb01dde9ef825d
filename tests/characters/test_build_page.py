"""The build page: works, rejects at the field, is open to its player and the GM, and shows what follows."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import feed
from campaigns.models import LogEntry, Role
from campaigns.regions import held_by
from characters.models import Character

HTMX = {"headers": {"HX-Request": "true"}}
STEPS = ("build", "who", "gear", "review")


def url(name: str, *args: str) -> str:
    return reverse(f"characters:{name}", args=args)


def refresh(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


# --- a new one --------------------------------------------------------------------------------------------------------


def test_a_player_makes_a_character_and_goes_on_to_the_points(as_, campaign, pablo):
    answer = as_(pablo).post(url("new", campaign.key), {"name": " Tello ", "concept": "", "gender": "m"})

    draft = Character.objects.get()
    assert answer.headers["Location"] == url("build", draft.key)
    assert (draft.name, draft.owner, draft.gender, draft.is_draft) == ("Tello", pablo, "m", True)


def test_the_same_press_makes_one_character(as_, campaign, pablo):
    form = {"name": "Tello", "press": "pulsada"}

    places = {as_(pablo).post(url("new", campaign.key), form).headers["Location"] for _ in range(2)}

    assert len(places) == 1
    assert Character.objects.count() == 1


def test_the_gm_makes_one_for_a_player(as_, campaign, marta, pablo):
    as_(marta).post(url("new", campaign.key), {"name": "Tello", "owner": pablo.key})

    assert Character.objects.get().owner == pablo


def test_a_player_makes_none_for_another(as_, campaign, pablo, ines):
    as_(pablo).post(url("new", campaign.key), {"name": "Tello", "owner": ines.key})

    assert Character.objects.get().owner == pablo


def test_the_gm_makes_none_for_who_only_watches(as_, campaign, marta, vera):
    answer = as_(marta).post(url("new", campaign.key), {"name": "Tello", "owner": vera.key})

    assert answer.status_code == 422
    assert not Character.objects.exists()


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"name": "  "},
        {"name": "x" * 61},
        {"name": "Tello", "gender": "z"},
        {"name": "T", "concept": "x" * 81},
    ],
)
def test_a_new_one_that_cannot_be_is_refused_with_what_was_typed(as_, campaign, pablo, form):
    answer = as_(pablo).post(url("new", campaign.key), form)

    assert answer.status_code == 422
    assert 'class="problem"' in answer.content.decode()
    assert not Character.objects.exists()


def test_who_watches_makes_none_and_a_stranger_finds_no_table(as_, campaign, vera, sergio):
    assert as_(vera).get(url("new", campaign.key)).status_code == 403
    assert as_(sergio).get(url("new", campaign.key)).status_code == 404


def test_nobody_keeps_more_drafts_than_a_table_can_bear(as_, campaign, pablo):
    answers = [as_(pablo).post(url("new", campaign.key), {"name": f"N{n}"}).status_code for n in range(13)]

    assert answers == [302] * 12 + [422]


# --- numbers ----------------------------------------------------------------------------------------------------------


def test_a_step_is_saved_and_answered_with_its_entry(as_, tello, pablo):
    answer = as_(pablo).post(url("spend", tello.key, "attributes", "physique"), {"step": "1"}, **HTMX)

    assert answer.status_code == 204
    assert answer.headers["Mesa-Entry"] == LogEntry.objects.first().key
    assert refresh(tello).traits["attributes"]["physique"] == 2


def test_a_typed_number_is_saved_without_a_script(as_, tello, pablo):
    answer = as_(pablo).post(url("spend", tello.key, "skills", "dodge"), {"value": " 4 "})

    assert answer.headers["Location"] == url("build", tello.key) + "#trait-dodge"
    assert refresh(tello).traits["skills"] == {"dodge": 4}


def test_too_much_is_told_at_the_field_and_nothing_else_is_touched(as_, tello, pablo):
    answer = as_(pablo).post(url("spend", tello.key, "attributes", "physique"), {"value": "6"}, **HTMX)

    assert answer.status_code == 422
    assert answer.headers["HX-Retarget"] == "#told-physique"
    assert "P1" in answer.content.decode()
    assert refresh(tello).traits["attributes"]["physique"] == 1


def test_without_a_script_the_page_shows_what_was_typed_as_wrong(as_, tello, pablo):
    answer = as_(pablo).post(url("spend", tello.key, "attributes", "physique"), {"value": "<6>"})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'name="value" value="&lt;6&gt;"' in page
    assert 'aria-invalid="true"' in page


@pytest.mark.parametrize(
    "form",
    [{}, {"value": ""}, {"value": "1.5"}, {"value": "٣٣٣٣٣٣٣"}, {"value": "1e3"}, {"value": "9" * 500},
     {"step": "2"}, {"step": "-5"}, {"step": "x"}, {"value": "-99999"}, {"value": "NaN"}],
)  # fmt: skip
def test_hostile_numbers_are_refused_with_a_sentence(as_, tello, pablo, form):
    before = refresh(tello).traits

    for extra in ({}, HTMX):
        answer = as_(pablo).post(url("spend", tello.key, "skills", "dodge"), form, **extra)

        assert answer.status_code == 422
        assert 'class="problem"' in answer.content.decode()
    assert refresh(tello).traits == before


@pytest.mark.parametrize(
    ("group", "trait", "status"), [("fixed", "pv", 404), ("skills", "juggling", 422), ("pools", "pv", 404)]
)
def test_only_traits_of_the_ruleset_are_spent_on(as_, tello, pablo, group, trait, status):
    answer = as_(pablo).post(url("spend", tello.key, group, trait), {"value": "3"})

    assert answer.status_code == status
    assert set(refresh(tello).traits) == {"attributes", "skills"}


# --- words and gear ---------------------------------------------------------------------------------------------------


def test_each_word_is_saved_by_itself(as_, tello, pablo):
    browser = as_(pablo)

    assert browser.post(url("who", tello.key), {"concept": "Desertor"}, **HTMX).status_code == 204
    assert browser.post(url("who", tello.key), {"gender": ""}, **HTMX).status_code == 204

    found = refresh(tello)
    assert (found.name, found.concept, found.gender) == ("Tello", "Desertor", "")


@pytest.mark.parametrize(
    "form", [{"name": ""}, {"name": "x" * 61}, {"gender": "q"}, {"concept": "\0"}, {}, {"traits": "{}"}]
)
def test_words_that_cannot_be_are_refused(as_, tello, pablo, form):
    for extra in ({}, HTMX):
        assert as_(pablo).post(url("who", tello.key), form, **extra).status_code == 422

    assert (refresh(tello).name, refresh(tello).concept) == ("Tello", "Cazador")


def test_gear_is_taken_up_and_put_down(as_, tello, pablo):
    browser = as_(pablo)

    for form in (
        {"take": "weapons:dagger"},
        {"take": "weapons:mace"},
        {"drop": "weapons:dagger"},
        {"take": "armor:mail"},
    ):
        assert browser.post(url("gear", tello.key), form, **HTMX).status_code == 204

    assert refresh(tello).gear == {"weapons": ["mace"], "armor": "mail"}
    assert browser.post(url("gear", tello.key), {"drop": "armor:mail"}, **HTMX).status_code == 204
    assert refresh(tello).gear["armor"] == ""


@pytest.mark.parametrize(
    "form", [{}, {"take": "dagger"}, {"take": "weapons:"}, {"take": "weapons:x\0"}, {"take": "fixed:pv"}]
)
def test_gear_that_is_none_is_refused(as_, tello, pablo, form):
    assert as_(pablo).post(url("gear", tello.key), form).status_code == 422
    assert refresh(tello).gear == {}


# --- the end ----------------------------------------------------------------------------------------------------------


def test_finishing_goes_to_the_sheet_and_everyone_sees_the_hero(as_, campaign, ready, pablo, ines):
    answer = as_(pablo).post(url("finish", ready.key), {"losing": "3"})

    assert answer.headers["Location"] == url("sheet", ready.key)
    assert as_(pablo).get(url("sheet", ready.key)).status_code == 200
    assert "Tello" in as_(ines).get(campaign.get_absolute_url()).content.decode()


def test_a_draft_with_problems_is_not_finished(as_, tello, pablo):
    answer = as_(pablo).post(url("finish", tello.key))

    assert answer.status_code == 422
    assert "14" in answer.content.decode()


@pytest.mark.parametrize("losing", ["", "x", "-3", "2", "9" * 9])
def test_points_are_not_lost_by_a_number_that_is_none(as_, ready, pablo, losing):
    assert as_(pablo).post(url("finish", ready.key), {"losing": losing}).status_code == 422
    assert refresh(ready).is_draft


def test_the_builder_of_a_finished_character_is_closed(as_, brianda, ines):
    browser = as_(ines)

    for step in STEPS:
        assert browser.get(url(step, brianda.key)).headers["Location"] == url("sheet", brianda.key)
    for answer in (
        browser.post(url("spend", brianda.key, "skills", "dodge"), {"step": "1"}),
        browser.post(url("who", brianda.key), {"name": "Otra"}),
        browser.post(url("gear", brianda.key), {"take": "weapons:dagger"}),
        browser.post(url("finish", brianda.key)),
    ):
        assert answer.status_code == 409
        assert "Brianda" in answer.content.decode()


# --- who --------------------------------------------------------------------------------------------------------------


def test_a_draft_is_for_its_player_and_those_who_lead(as_, tello, pablo, marta, coral, ines, vera, sergio):
    for name, args in [(step, ()) for step in STEPS] + [("sheet", ())]:
        found = {
            who: as_(who).get(url(name, tello.key, *args), follow=True).status_code for who in (pablo, marta, coral)
        }
        assert set(found.values()) == {200}
        assert {as_(who).get(url(name, tello.key)).status_code for who in (ines, vera, sergio)} == {404}
    for name, args in [
        ("spend", ("skills", "dodge")),
        ("who", ()),
        ("gear", ()),
        ("finish", ()),
        ("roll", ()),
        ("points", ("pv",)),
    ]:
        assert {as_(who).post(url(name, tello.key, *args)).status_code for who in (ines, vera, sergio)} == {404}


def test_a_draft_is_in_no_byte_of_what_others_get(as_, campaign, tello, pablo, ines, vera):
    tello.describe(pablo, "name", "Tello Secreto")
    tello.spend(pablo, "skills", "dodge", step=1)

    for who in (ines, vera):
        for page in (campaign.get_absolute_url(), reverse("campaigns:log", args=[campaign.key])):
            text = as_(who).get(page).content.decode()
            assert "Tello" not in text
            assert tello.key not in text
        assert held_by(who, f"build-{tello.key}-build") is None


def test_the_gm_sees_drafts_marked(as_, campaign, tello, marta):
    page = as_(marta).get(campaign.get_absolute_url()).content.decode()

    assert "Tello" in page
    assert 'class="badge hatched"' in page


def test_who_watches_and_owns_a_draft_does_not_build(as_, tello, pablo):
    pablo.role = Role.SPECTATOR
    pablo.save()

    assert as_(pablo).get(url("build", tello.key)).status_code == 403


# --- what it shows ----------------------------------------------------------------------------------------------------


def test_what_follows_moves_with_each_change(as_, tello, pablo):
    browser = as_(pablo)
    for key, value in {"dexterity": "4", "perception": "5"}.items():
        browser.post(url("spend", tello.key, "attributes", key), {"value": value})
    browser.post(url("spend", tello.key, "skills", "dodge"), {"value": "3"})
    browser.post(url("gear", tello.key), {"take": "shield:buckler"})

    page = browser.get(url("build", tello.key)).content.decode()

    assert 'data-derived="defense">13<' in page  # 4 + 3 + 5 + 1 (C0)
    assert 'data-left="attributes">7<' in page
    assert 'data-left="skills">47<' in page


def test_generation_points_stand_beside_the_others_where_there_are_any(as_, campaign, ready, pablo):
    campaign.changes = {"creation.generation_points": 40}
    campaign.save()
    feed.forget()

    assert 'data-left="generation">40<' in as_(pablo).get(url("build", ready.key)).content.decode()
    assert 'name="losing" value="43"' in as_(pablo).get(url("review", ready.key)).content.decode()


def test_each_problem_of_a_draft_stands_at_its_field_and_leads_there(as_, campaign, ready, pablo):
    campaign.changes = {"creation.attribute_maximum": 4}
    campaign.save()
    feed.forget()

    page = as_(pablo).get(url("build", ready.key)).content.decode()

    for key in ("physique", "perception"):
        assert f'href="{url("build", ready.key)}#trait-{key}"' in page
        row = page.partition(f'id="trait-{key}"')[2].partition("</li>")[0]
        assert 'class="problem"' in row


def test_a_page_costs_the_same_whatever_it_holds(as_, campaign, tello, ready, pablo):
    fresh = Character.begin(campaign, pablo, pablo, name="Vacía", concept="", gender="")
    browser = as_(pablo)
    browser.get(url("build", ready.key))

    def cost(draft: Character, step: str) -> int:
        feed.forget()
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(url(step, draft.key)).status_code == 200
        return len(queries)

    for step in STEPS:
        assert cost(fresh, step) == cost(ready, step)
        assert cost(ready, step) <= 24


def test_the_table_costs_the_same_with_many_drafts(as_, campaign, marta, pablo, tello):
    browser = as_(marta)

    def cost() -> int:
        feed.forget()
        with CaptureQueriesContext(connection) as queries:
            browser.get(campaign.get_absolute_url())
        return len(queries)

    cost()
    one = cost()
    Character.objects.bulk_create(
        Character(campaign=campaign, owner=pablo, name=f"N{n}", traits={"attributes": {}}) for n in range(10)
    )
    assert cost() == one


def test_a_press_costs_few_queries(as_, tello, pablo, django_assert_max_num_queries):
    browser = as_(pablo)
    browser.get(url("build", tello.key))

    with django_assert_max_num_queries(20):
        browser.post(url("spend", tello.key, "skills", "dodge"), {"step": "1"}, **HTMX)
