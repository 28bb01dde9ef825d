"""Techniques and specializations: added, worded, paid for, given up; and what is refused (P2, P4, P5)."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import feed
from campaigns.models import LogEntry
from characters.models import Character
from characters.models.inventing import Outdated, words_of
from rules.problems import Refused
from tests.access.sentences import sentences

HTMX = {"headers": {"HX-Request": "true"}}


def url(name: str, *args: str) -> str:
    return reverse(f"characters:{name}", args=args)


def again(character: Character) -> Character:
    return Character.objects.select_related("campaign").get(pk=character.pk)


def codes(refusal) -> set[str]:
    return {problem.code for problem in refusal.value.problems}


def change_rules(campaign, **changes) -> None:
    campaign.changes = {f"creation.{name}": value for name, value in changes.items()}
    campaign.save(update_fields=["changes"])
    feed.forget()


@pytest.fixture
def thrust(tello, pablo) -> str:
    """The key of a technique of Tello's: dexterity, level 1."""
    tello.invent(pablo, name="Estocada", attribute="dexterity", special="Por debajo")
    return again(tello).build.techniques[0].key


# --- techniques -------------------------------------------------------------------------------------------------------


def test_a_technique_begins_at_level_one_and_is_paid_like_a_skill(as_, tello, pablo):
    form = {"name": " Estocada ", "attribute": "dexterity", "special": "Un paso\r\ny la punta"}

    answer = as_(pablo).post(url("techniques", tello.key), form)

    found = again(tello)
    (made,) = found.build.techniques
    assert answer.headers["Location"] == url("build", tello.key) + "#techniques"
    assert (made.name, made.attribute, made.level, made.special) == (
        "Estocada",
        "dexterity",
        1,
        "Un paso\ny la punta",
    )
    assert found.spending.left.skills == 49


def test_where_there_are_generation_points_they_pay(campaign, tello, pablo, thrust):
    change_rules(campaign, generation_points=2)
    draft = again(tello)

    assert (draft.spending.left.skills, draft.spending.generation_left) == (50, 1)
    draft.spend(pablo, "techniques", thrust, step=1)
    with pytest.raises(Refused) as refusal:
        draft.spend(pablo, "techniques", thrust, step=1)
    assert codes(refusal) == {"over_budget"}


def test_levels_travel_as_changes_within_their_bounds(as_, tello, pablo, marta, thrust):
    for who in (pablo, marta):
        assert as_(who).post(url("spend", tello.key, "techniques", thrust), {"step": "1"}, **HTMX).status_code == 204
    assert again(tello).build.techniques[0].level == 3

    for value in ("6", "0", "-1"):
        answer = as_(pablo).post(url("spend", tello.key, "techniques", thrust), {"value": value}, **HTMX)
        assert (answer.status_code, answer.headers["HX-Retarget"]) == (422, f"#told-{thrust}")
    assert again(tello).build.techniques[0].level == 3


def test_a_technique_that_no_point_is_left_for_is_refused(as_, ready, pablo):
    ready.spend(pablo, "skills", "ride", to=5)
    form = {"name": "Finta", "attribute": "dexterity"}

    for extra in ({}, HTMX):
        answer = as_(pablo).post(url("techniques", ready.key), form, **extra)
        assert answer.status_code == 422
        assert "P2" in answer.content.decode()
    assert again(ready).build.techniques == ()


@pytest.mark.parametrize(
    ("part", "typed", "stored"),
    [
        ("name", "Finta", "Finta"),
        ("attribute", "perception", "perception"),
        ("special", "Dos\r\nlíneas ", "Dos\nlíneas"),
        ("special", "", ""),
        ("against", "defense", "defense"),
        ("difficulty", "15", "15"),
        ("difficulty", "−3", "-3"),
        ("effect", "turns", "turns"),
        ("dice", " 2D6 + 1", "2d6+1"),
        ("saving", "willpower", "willpower"),
    ],
)
def test_each_word_is_saved_by_itself(as_, tello, pablo, thrust, part, typed, stored):
    was = words_of(again(tello).build.techniques[0])[part]

    answer = as_(pablo).post(url("technique", tello.key, thrust), {part: typed, "was": was}, **HTMX)

    assert answer.status_code == 204
    assert words_of(again(tello).build.techniques[0])[part] == stored


def test_what_cannot_be_together_gives_way(tello, pablo, thrust):
    for part, value in (("difficulty", 12), ("against", "defense")):
        tello.reword(pablo, thrust, part, value)
    (made,) = again(tello).build.techniques
    assert (made.against_defense, made.difficulty) == (True, None)

    tello.reword(pablo, thrust, "difficulty", 18)
    (made,) = again(tello).build.techniques
    assert (made.against_defense, made.difficulty) == (False, 18)


def test_the_details_of_a_saving_throw_need_one(tello, pablo, thrust):
    with pytest.raises(Refused) as refusal:
        tello.reword(pablo, thrust, "saving_difficulty", 18)
    assert codes(refusal) == {"no_saving_throw"}

    for part, value in (("saving", "physique"), ("saving_difficulty", 18), ("saving_when", "end")):
        tello.reword(pablo, thrust, part, value)
    saving = again(tello).build.techniques[0].saving_throw
    assert (saving.attribute, saving.difficulty, saving.at) == ("physique", 18, "end")

    tello.reword(pablo, thrust, "saving", "")
    assert again(tello).build.techniques[0].saving_throw is None


def test_half_an_effect_stands_until_it_is_whole_and_is_not_finished(as_, ready, pablo):
    ready.invent(pablo, name="Golpe", attribute="physique")
    key = again(ready).build.techniques[0].key
    ready.reword(pablo, key, "effect", "damage")

    page = as_(pablo).get(url("build", ready.key)).content.decode()
    assert f'href="{url("technique", ready.key, key)}#trait-{key}"' in page
    row = page.partition(f'id="trait-{key}"')[2].partition("</li>")[0]
    assert 'class="problem"' in row
    with pytest.raises(Refused) as refusal:
        ready.finish(pablo, losing=2)
    assert codes(refusal) == {"half_an_effect"}

    as_(pablo).post(url("technique", ready.key, key), {"dice": "2d6", "was": ""})
    again(ready).finish(pablo, losing=2)
    assert str(again(ready).build.techniques[0].dice) == "2d6"


def test_a_word_that_began_from_what_is_no_more_is_answered_with_both(as_, tello, pablo, marta, thrust):
    address = url("technique", tello.key, thrust)
    assert as_(marta).post(address, {"name": "Estocada baja", "was": "Estocada"}, **HTMX).status_code == 204

    for extra in ({}, HTMX):
        answer = as_(pablo).post(address, {"name": "Tajo", "was": "Estocada"}, **extra)
        page = answer.content.decode()
        assert answer.status_code == 409
        assert "Estocada baja" in page
        assert 'name="was" value="Estocada baja"' in page
    assert 'value="Tajo"' in as_(pablo).post(address, {"name": "Tajo", "was": "Estocada"}).content.decode()
    assert again(tello).build.techniques[0].name == "Estocada baja"

    assert as_(pablo).post(address, {"name": "Tajo", "was": "Estocada baja"}, **HTMX).status_code == 204
    assert again(tello).build.techniques[0].name == "Tajo"


def test_two_who_write_the_same_do_not_disturb_each_other(tello, pablo, marta, thrust):
    tello.reword(marta, thrust, "name", "Tajo", was="Estocada")

    assert tello.reword(pablo, thrust, "name", "Tajo", was="Estocada") is None
    with pytest.raises(Outdated):
        tello.reword(pablo, thrust, "name", "Corte", was="Estocada")


def test_two_who_write_different_words_both_win(tello, pablo, marta, thrust):
    mine, hers = again(tello), again(tello)
    mine.reword(pablo, thrust, "special", "Con la izquierda", was="Por debajo")
    hers.reword(marta, thrust, "name", "Finta", was="Estocada")
    hers.spend(marta, "techniques", thrust, step=1)

    (made,) = again(tello).build.techniques
    assert (made.name, made.special, made.level) == ("Finta", "Con la izquierda", 2)


HOSTILE = ("", "abc", "1e9", "-5", "3,5", "x" * 10_000, "🎲", "a\0b", "<b>x</b>", "%d", "1d6%s")
FINE = {
    "name": {"abc", "1e9", "-5", "3,5", "🎲", "<b>x</b>", "%d", "1d6%s"},
    "attribute": set(),
    "special": {"", "abc", "1e9", "-5", "3,5", "🎲", "<b>x</b>", "%d", "1d6%s"},
    "against": {""},
    "difficulty": {"", "-5"},
    "effect": {""},
    "dice": {""},
    "saving": {""},
    "saving_difficulty": {"-5"},
    "saving_when": {""},
}


@pytest.mark.parametrize("part", FINE)
def test_hostile_words_are_refused_with_a_sentence_and_shown_harmless(as_, tello, pablo, thrust, part):
    tello.reword(pablo, thrust, "saving", "physique")
    browser, before = as_(pablo), again(tello).traits
    was = words_of(again(tello).build.techniques[0])[part]

    for typed in HOSTILE:
        if typed in FINE[part]:
            continue
        for extra in ({}, HTMX):
            answer = browser.post(url("technique", tello.key, thrust), {part: typed, "was": was}, **extra)
            page = answer.content.decode()
            assert answer.status_code == 422, typed
            assert len(sentences(page).split()) > 2
            assert "<b>x</b>" not in page
    assert again(tello).traits == before


@pytest.mark.parametrize("typed", HOSTILE)
def test_a_new_technique_of_hostile_words_is_refused_or_shown_harmless(as_, tello, pablo, typed):
    for field in ("name", "attribute", "special"):
        form = {"name": "Finta", "attribute": "dexterity", "special": "", field: typed}
        answer = as_(pablo).post(url("techniques", tello.key), form)
        assert answer.status_code == (302 if typed in FINE[field] else 422), field
    assert "<b>x</b>" not in as_(pablo).get(url("build", tello.key)).content.decode()


def test_a_technique_of_an_attribute_that_is_gone_is_mended(as_, campaign, tello, pablo, thrust):
    tello.reword(pablo, thrust, "attribute", "willpower")
    campaign.changes = {"attributes.willpower": None}
    campaign.save(update_fields=["changes"])
    feed.forget()
    browser, address = as_(pablo), url("technique", tello.key, thrust)
    page = browser.get(address).content.decode()
    assert '<option value="willpower" selected>' in page
    assert 'class="problem"' in page.partition(f'id="trait-{thrust}"')[2].partition("</li>")[0]

    assert browser.post(address, {"name": "Tajo", "was": "Estocada"}, **HTMX).status_code == 204
    assert browser.post(address, {"attribute": "dexterity", "was": "willpower"}, **HTMX).status_code == 204
    assert browser.post(url("spend", tello.key, "attributes", "willpower"), {"step": "-1"}, **HTMX).status_code == 204
    assert again(tello).spending.problems() == ()


@pytest.mark.parametrize("form", [{}, {"was": "x"}, {"name": "A", "special": "B"}, {"level": "5"}, {"key": "x"}])
def test_one_word_at_a_time_and_only_words(as_, tello, pablo, thrust, form):
    before = again(tello).traits

    assert as_(pablo).post(url("technique", tello.key, thrust), form).status_code == 422
    assert again(tello).traits == before


def test_a_technique_is_given_up_and_its_points_are_free(as_, tello, pablo, thrust):
    answer = as_(pablo).post(url("forget", tello.key, thrust))

    assert answer.headers["Location"] == url("build", tello.key) + "#techniques"
    assert (again(tello).build.techniques, again(tello).spending.left.skills) == ((), 50)
    assert as_(pablo).get(url("technique", tello.key, thrust)).status_code == 404


def test_nobody_makes_up_more_than_a_page_can_bear(campaign, tello, pablo):
    for number in range(30):
        tello.invent(pablo, name=f"T{number}", attribute="dexterity")

    with pytest.raises(Refused) as refusal:
        tello.invent(pablo, name="T30", attribute="dexterity")
    assert codes(refusal) == {"too_many"}


def test_what_is_done_to_techniques_is_logged_for_player_and_gm(tello, pablo, ines, thrust):
    changed = tello.reword(pablo, thrust, "name", "Finta")
    raised = tello.spend(pablo, "techniques", thrust, step=1)
    gone = tello.forget(pablo, thrust)

    assert (changed.facts["from"], changed.facts["to"]) == ("Estocada", "Finta")
    assert (raised.facts["label"], raised.facts["from"], raised.facts["to"]) == ("Finta", 1, 2)
    assert gone.changes[0]["from"]["name"] == "Finta"
    assert gone.changes[0]["to"] is None
    assert not LogEntry.objects.visible_to(ines).filter(kind="built").exists()


def test_the_words_of_each_entry_are_there(as_, campaign, tello, pablo, thrust):
    from django.template.loader import render_to_string

    from campaigns.kinds import worded
    from campaigns.table import entry_context

    change_rules(campaign, has_specializations=True, specialization_from=0)
    for part, value in (("attribute", "physique"), ("effect", "damage"), ("saving", "willpower"), ("special", "")):
        again(tello).reword(pablo, thrust, part, value)
    again(tello).spend(pablo, "techniques", thrust, step=1)
    again(tello).specialize(pablo, "dodge", "Flechas")
    again(tello).specialize(pablo, "dodge", "Flechas", on=False)
    again(tello).forget(pablo, thrust)

    for entry in LogEntry.objects.filter(kind="built").select_related("campaign", "by"):
        assert worded(entry, leads=True).facts == entry.facts
        page = render_to_string("characters/log/built.html", entry_context(entry, leads=True))
        assert "<b>Tello</b>, " in page


# --- specializations --------------------------------------------------------------------------------------------------


@pytest.fixture
def dodger(campaign, tello, pablo) -> Character:
    """Tello at a table with specializations, dodge at 5."""
    change_rules(campaign, has_specializations=True)
    tello.spend(pablo, "skills", "dodge", to=5)
    tello.spend(pablo, "skills", "swim", to=4)
    return again(tello)


def test_a_specialization_is_named_and_costs_a_skill_point(as_, dodger, pablo):
    answer = as_(pablo).post(url("specialize", dodger.key, "dodge"), {"name": " Flechas "})

    assert answer.headers["Location"] == url("build", dodger.key) + "#trait-dodge"
    assert again(dodger).traits["specializations"] == [{"skill": "dodge", "name": "Flechas"}]
    assert again(dodger).spending.left.skills == 50 - 9 - 1
    assert "Flechas" in as_(pablo).get(url("build", dodger.key)).content.decode()


def test_it_is_given_up_by_its_name(as_, dodger, pablo):
    for name in ("Flechas", "Golpes"):
        dodger.specialize(pablo, "dodge", name)

    assert as_(pablo).post(url("specialize", dodger.key, "dodge"), {"drop": "Flechas"}, **HTMX).status_code == 204

    assert [each.name for each in again(dodger).build.specializations] == ["Golpes"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "x" * 10_000, "a\0b"])
def test_a_specialization_has_a_short_name(as_, dodger, pablo, name):
    for extra in ({}, HTMX):
        answer = as_(pablo).post(url("specialize", dodger.key, "dodge"), {"name": name}, **extra)
        assert answer.status_code == 422
        assert len(sentences(answer.content.decode()).split()) > 2
    assert again(dodger).build.specializations == ()


def test_a_skill_is_specialized_from_level_five(as_, dodger, pablo):
    answer = as_(pablo).post(url("specialize", dodger.key, "swim"), {"name": "En ríos"}, **HTMX)

    assert (answer.status_code, answer.headers["HX-Retarget"]) == (422, "#told-swim")
    assert "P4" in answer.content.decode()


def test_a_specialized_skill_does_not_fall_below_its_level(dodger, pablo):
    dodger.specialize(pablo, "dodge", "Flechas")

    with pytest.raises(Refused) as refusal:
        dodger.spend(pablo, "skills", "dodge", to=4)
    assert codes(refusal) == {"too_low"}


def test_without_specializations_there_is_none(campaign, dodger, pablo, as_):
    dodger.specialize(pablo, "dodge", "Flechas")
    change_rules(campaign, has_specializations=False)

    page = as_(pablo).get(url("build", dodger.key)).content.decode()
    assert 'class="more name-it"' not in page
    assert f'href="{url("build", dodger.key)}#skills"' in page  # what is wrong leads to its list
    with pytest.raises(Refused):
        again(dodger).specialize(pablo, "dodge", "Golpes")
    again(dodger).specialize(pablo, "dodge", "Flechas", on=False)
    assert again(dodger).build.specializations == ()


def test_a_finished_character_makes_up_nothing(campaign, ready, pablo, marta, as_):
    change_rules(campaign, has_specializations=True)
    ready.invent(pablo, name="Finta", attribute="dexterity")
    key = again(ready).build.techniques[0].key
    again(ready).finish(pablo, losing=2)

    for name, args, form in (
        ("techniques", (), {"name": "Otra", "attribute": "dexterity"}),
        ("technique", (key,), {"name": "Otra", "was": "Finta"}),
        ("forget", (key,), {}),
        ("specialize", ("dodge",), {"name": "Flechas"}),
        ("spend", ("techniques", key), {"step": "1"}),
    ):
        assert as_(marta).post(url(name, ready.key, *args), form).status_code == 409
    assert [each.name for each in again(ready).build.techniques] == ["Finta"]


# --- what it costs ----------------------------------------------------------------------------------------------------


def test_pages_cost_the_same_whatever_was_made_up(as_, campaign, dodger, pablo):
    dodger.invent(pablo, name="Finta", attribute="dexterity")
    browser, first = as_(pablo), again(dodger).build.techniques[0].key
    pages = [url("build", dodger.key), url("technique", dodger.key, first), url("review", dodger.key)]

    def costs() -> list[int]:
        found = []
        for page in pages:
            feed.forget()
            with CaptureQueriesContext(connection) as queries:
                assert browser.get(page).status_code == 200
            found.append(len(queries))
        return found

    costs()
    dodger.invent(pablo, name="Otra", attribute="dexterity")
    before = costs()
    for number in range(10):
        dodger.invent(pablo, name=f"T{number}", attribute="physique")
        dodger.specialize(pablo, "dodge", f"S{number}")

    assert costs() == before
    assert max(before) <= 16
