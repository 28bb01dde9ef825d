"""The list of skills: of the campaign's setting first, found by a part of their name whatever its accents (W)."""

import pytest
from django.urls import reverse

from campaigns import feed
from characters.regions.lines import lines


def url(name: str, *args: str) -> str:
    return reverse(f"characters:{name}", args=args)


def row_of(page: str, key: str) -> str:
    return page.partition(f'id="trait-{key}"')[2].partition(">")[0]


@pytest.fixture
def page_of(as_, pablo, tello):
    def get(query: str = "", language: str = "es") -> str:
        feed.forget()
        address = url("build", tello.key) + query
        return as_(pablo).get(address, headers={"accept-language": language}).content.decode()

    return get


@pytest.mark.parametrize("setting", ["medieval", "contemporary", "future", ""])
def test_the_setting_of_the_campaign_is_chosen(campaign, page_of, setting):
    campaign.setting = setting
    campaign.save(update_fields=["setting"])

    page = page_of()

    assert f'id="setting-{setting or "all"}" value="{setting}" checked' in page
    assert page.partition('name="setting"')[2].partition("</fieldset>")[0].count("checked") == 1


def test_each_skill_says_in_which_settings_it_is(page_of):
    page = page_of()

    assert 'data-in="contemporary future medieval"' in row_of(page, "notice")
    assert 'data-in="medieval"' in row_of(page, "ride")
    assert 'data-in="contemporary future"' in row_of(page, "drive")
    assert 'data-in="future"' in row_of(page, "astrophysics")


def test_where_all_settings_have_all_skills_there_is_nothing_to_choose(campaign, page_of):
    campaign.preset = "d10x2"
    campaign.save(update_fields=["preset"])

    assert 'name="setting"' not in page_of()


@pytest.mark.parametrize(
    ("find", "language", "found"),
    [
        ("musica", "es", {"music"}),
        ("MÚSICA", "es", {"music"}),
        ("navegacion", "es", {"space_navigation"}),
        ("sigi", "es", {"stealth"}),
        ("stea", "en", {"stealth"}),
        ("zzz", "es", set()),
    ],
)
def test_a_name_is_found_whatever_its_accents_without_a_script(tello, page_of, find, language, found):
    page = page_of(f"?find={find}", language)

    shown = {line.trait.key for line in lines(tello, "skills") if "hidden" not in row_of(page, line.trait.key)}
    assert shown == found
    assert 'id="spends-skills"' in page


@pytest.mark.parametrize("find", ["", "   ", "%", "<b>x</b>", "🎲", "x" * 5000])
def test_strange_names_show_a_page(as_, pablo, tello, find):
    answer = as_(pablo).get(url("build", tello.key), {"find": find})

    assert answer.status_code == 200
    assert "<b>x</b>" not in answer.content.decode()
