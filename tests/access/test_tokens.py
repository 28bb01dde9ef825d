"""Links that open a door: not to be guessed, and on no page of somebody who does not hand them out."""

import math

from django.urls import reverse

from campaigns.keys import ALPHABET, new_token
from campaigns.models import Invitation, PasswordLink, SeatLink
from tests.access.law import ROWS

OWN = {"campaigns:join", "campaigns:seat", "campaigns:new-password", "campaigns:waiting"}


def test_a_token_is_128_bits_of_chance():
    assert len(ALPHABET) ** len(new_token()) > 2**126
    assert len({new_token() for _time in range(1000)}) == 1000
    assert math.log2(len(set(ALPHABET))) > 4.8


def test_no_page_of_who_does_not_lead_holds_a_link_that_opens(place, as_):
    models = (Invitation, SeatLink, PasswordLink)
    tokens = {token for model in models for token in model.objects.values_list("token", flat=True)}
    assert len(tokens) > 4
    found = {}
    for role in ("anonymous", "stranger", "former", "banned", "spectator", "player", "owner"):
        browser = as_(place.people[role])
        for name in sorted({name for name, method in ROWS if method == "GET"} - OWN):
            answer = browser.get(place.url(name), place.query(name, role))
            said = answer.content.decode() + str(answer.headers)
            if held := {token for token in tokens if token in said}:
                found[role, name] = held
    assert found == {}


def test_one_that_is_nearly_right_opens_nothing(place, as_):
    browser = as_(None)
    for name, kind in (("join", "invitation"), ("seat", "seat link"), ("new-password", "password link")):
        token = place.things[kind]
        wrong = [token[:-1], token + "2", token.upper(), token[:-1] + ("2" if token[-1] != "2" else "3")]
        answers = [browser.get(reverse(f"campaigns:{name}", args=[each])) for each in wrong]

        assert browser.get(reverse(f"campaigns:{name}", args=[token])).status_code == 200
        assert not any(b"<form" in answer.content and b"password1" in answer.content for answer in answers)
        assert name == "new-password" or {answer.status_code for answer in answers} == {404}
