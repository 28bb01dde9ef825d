"""How fast a seat may press: no query at the pace of play, and one limit for all processes, kept by the log."""

from collections import Counter
from datetime import timedelta
from itertools import cycle

import pytest
from django.utils import timezone

from campaigns import pace


@pytest.fixture
def press(as_, brianda):
    """`press(ines)`: a − on Brianda's points, then a +; the answer."""
    browsers, amounts = {}, cycle(["-1", "1"])

    def do(seat, **headers):
        browser = browsers.setdefault(seat.pk, as_(seat))
        return browser.post(
            f"/c/{brianda.key}/points/pv/", {"amount": next(amounts)}, headers={"hx-request": "true", **headers}
        )

    return do


@pytest.fixture(autouse=True)
def sixteen(settings, monkeypatch):
    settings.PRESSES_A_MINUTE = 16
    monkeypatch.setattr(pace, "_counted", (0, Counter()))
    monkeypatch.setattr(pace.time, "monotonic", lambda: 600.0)


def another_process(monkeypatch):
    monkeypatch.setattr(pace, "_counted", (0, Counter()))


def test_one_too_many_is_refused_with_a_sentence_and_changes_nothing(press, campaign, brianda, ines):
    answers = [press(ines, accept_language="es").status_code for _time in range(16)]

    answer = press(ines, accept_language="es")

    assert set(answers) == {204}
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert "Eso es más rápido de lo que nadie juega" in answer.content.decode()
    assert campaign.log.count() == 16


def test_it_holds_whatever_process_answers(press, ines, monkeypatch):
    for _time in range(8):
        assert [press(ines).status_code for _press in range(2)] == [204, 204]
        another_process(monkeypatch)
    for _time in range(2):
        press(ines)  # not looked at yet in this process

    assert press(ines).status_code == 429


def test_the_others_at_the_table_go_on(press, ines, marta):
    for _time in range(17):
        press(ines)

    assert (press(ines).status_code, press(marta).status_code) == (429, 204)


def test_a_minute_later_one_goes_on(press, campaign, ines):
    for _time in range(16):
        press(ines)
    campaign.log.update(at=timezone.now() - timedelta(seconds=61))

    assert press(ines).status_code == 204


def test_a_clock_that_was_ahead_stops_nobody(press, campaign, ines):
    for _time in range(16):
        press(ines)
    campaign.log.update(at=timezone.now() + timedelta(days=1))

    assert press(ines).status_code == 204


def test_at_the_pace_of_play_the_log_is_not_asked(campaign, marta, django_assert_num_queries):
    with django_assert_num_queries(0):
        for _time in range(2):
            pace.check(campaign, marta)
    with django_assert_num_queries(1):
        pace.check(campaign, marta)


def test_the_host_and_whoever_asks_for_a_seat_are_no_seat(campaign, django_assert_num_queries):
    with django_assert_num_queries(0):
        for _time in range(40):
            pace.check(campaign, None)
