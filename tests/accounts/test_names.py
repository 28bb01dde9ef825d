"""What may stand in a name, and which two names are the same."""

import pytest
from django import forms

from accounts.names import Name, PersonName, folded
from campaigns.forms import CampaignName, NewEntry, SeatName
from characters.forms.building import Person
from characters.forms.evenings import NewAdventure, SceneWords
from characters.forms.files import Heir
from characters.forms.words import NewCondition
from combat.forms import NewEncounter

GOOD = [
    "Inés", "Ñandú 'O\"Brien'", "שרה", "زينب", "Ξανθή", "Мария", "さくら", "Đặng Thị", "🐺🐺",
    "👩\u200d🚀", "می\u200cخواهم",
    "x" * 40, "100 %", "<b>", "שָׁלוֹם",
]  # fmt: skip
UNSEEN = {
    "turns the writing": "‮osoL", "isolates": "\u2066Ana\u2069", "a mark of direction": "Ana\u200f",
    "no width": "A\u200bna",
    "a soft hyphen": "A\u00adna", "a bell": "A\x07na", "a filler": "\u3164",
    "an empty pattern": "\u2800", "a tower": "A" + "\u0301" * 9, "private": "\ue000", "an order mark": "\ufeffAna",
}  # fmt: skip
NAMES = {
    SeatName: "name", CampaignName: "campaign", NewEntry: "name", Person: "name", NewAdventure: "name",
    SceneWords: "name", Heir: "name", NewCondition: "name", NewEncounter: "name",
}  # fmt: skip


def cleaned(name, kind=Name):
    return kind(max_length=60).clean(name)


@pytest.mark.parametrize("name", GOOD)
def test_names_of_all_scripts_are_taken_as_they_are(name):
    assert cleaned(name, PersonName) == name


@pytest.mark.parametrize("what", UNSEEN)
def test_what_cannot_be_seen_is_refused(what):
    with pytest.raises(forms.ValidationError) as refusal:
        cleaned(UNSEEN[what])
    assert refusal.value.code == "unseen"


def test_spaces_and_accents_are_put_in_order():
    assert cleaned("  Ine\u0301s \u00a0 de\tla\u2028 Sal ") == "In\u00e9s de la Sal"


@pytest.mark.parametrize("name", ["Мarta", "Αnа", "pabІo"])
def test_letters_that_only_look_alike_are_not_mixed_in_the_name_of_a_person(name):
    with pytest.raises(forms.ValidationError) as refusal:
        cleaned(name, PersonName)
    assert refusal.value.code == "mixed"
    assert cleaned(name) == name


@pytest.mark.parametrize("other", [
    "INÉS", "ine\u0301s", "Ｉｎéｓ", "Iné\u200ds", "\u2066Inés\u2069", " inés ", "Iné\u00ads",
])  # fmt: skip
def test_the_same_name_written_otherwise_is_the_same(other):
    assert folded(other) == folded("Inés")


def test_other_names_are_others():
    assert len({folded(name) for name in ("Inés", "Ines", "Ana", "Maß", "זאב", "")}) == 6


def test_whatever_is_called_something_is_called_so_by_this_rule():
    fields = {kind.__name__: kind.base_fields[field] for kind, field in NAMES.items()}

    assert {kind for kind, field in fields.items() if not isinstance(field, Name)} == set()
    assert isinstance(fields["SeatName"], PersonName)


def test_nobody_sits_down_under_the_name_of_another_that_looks_the_same(client, campaign, marta):
    url = campaign.invite(marta).get_absolute_url()

    answers = [client.post(url, {"name": name}) for name in ("MARTA", "Мarta", "Mar\u200bta", "Ｍａｒｔａ")]

    assert [answer.status_code for answer in answers] == [422] * 4
    assert campaign.memberships.count() == 1


def test_letters_that_become_many_fit_where_they_are_kept(client, as_, lola, campaign, marta):
    """One sign that is eighteen letters, which PostgreSQL would not put into its column."""
    login = as_(lola).post("/account/", {"username": "ﷺ" * 30, "password": "tres tristes tigres"})
    seat = client.post(campaign.invite(marta).get_absolute_url(), {"name": "ﷺ" * 40})

    assert (login.status_code, seat.status_code) == (422, 302)
    assert len(campaign.memberships.get(name="ﷺ" * 40).folded_name) == 120
