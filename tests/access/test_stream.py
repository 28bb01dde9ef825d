"""The one address that Django does not answer: the live stream."""

from campaigns import streams
from live.stream import Denied
from tests.access.law import ROLES

OPEN_TO = ("spectator", "player", "owner", "co-GM", "GM")
DENIED = {"anonymous": 401, "stranger": 404, "staff": 404, "former": 404, "banned": 404}
ELSEWHERE = [{"host": "evil.example"}, {"host": ""}, {"origin": "https://evil.example"}, {"origin": "null"}]


def test_it_has_the_same_door_as_the_pages(place, as_):
    answers = {role: admitted(place, as_, role) for role in ROLES}

    assert answers == DENIED | dict.fromkeys(OPEN_TO, "screen")


def test_one_of_another_role_is_refused(place, as_):
    others = {role: "spectator" if role != "spectator" else "gm" for role in OPEN_TO}

    assert {admitted(place, as_, role, **{"as": other}) for role, other in others.items()} == {409}


def test_one_of_a_sheet_is_for_those_who_may_see_it(place, as_):
    page = f"sheet-{place.things['character']}"

    answers = {role: admitted(place, as_, role, page=page) for role in OPEN_TO}

    assert answers == dict.fromkeys(OPEN_TO, "screen") | {"spectator": 404, "player": 404}


def test_one_asked_for_from_elsewhere_is_refused(place, as_):
    assert {admitted(place, as_, "GM", headers=headers) for headers in ELSEWHERE} == {400}


def admitted(place, as_, role: str, **asked) -> object:
    answer = streams.admit(stream_request(place, as_, role, **asked))
    return answer.status if isinstance(answer, Denied) else "screen"


def stream_request(place, as_, role: str, headers: dict[str, str] | None = None, **asked: str) -> dict[str, object]:
    browser = as_(place.people[role])
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in browser.cookies.items())
    query = place.query("campaigns:news", role) | asked
    sent = {"host": "testserver", "cookie": cookies, **(headers or {})}
    return {
        "path": place.url("campaigns:table") + "live",
        "query_string": "&".join(f"{name}={value}" for name, value in query.items()).encode(),
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
    }
