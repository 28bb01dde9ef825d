"""The stream through the whole server: who may listen, what arrives, what never does, and when it ends."""

import os
import re
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts.models import Browser
from campaigns import feed
from campaigns.models import Audience, LogEntry, Membership, Role
from campaigns.regions import EVERYTHING
from characters.models import Character
from ryfsite import asgi
from tests.live.lines import Visitor, read, until

pytestmark = pytest.mark.live


@pytest.fixture
def before(brianda, marta) -> LogEntry:
    """Something that happened before anybody looked."""
    return brianda.change_pool(marta, "pv", -1)


def points(character: Character) -> str:
    return reverse("characters:points", args=[character.key, "pv"])


def roll(character: Character) -> str:
    return reverse("characters:roll", args=[character.key])


# --- who may listen --------------------------------------------------------------------------------------------------


def test_who_is_not_logged_in_gets_401(visit, pablo):
    assert visit(None).listen(pablo).status == 401
    forged = visit(None)
    forged.cookies["sessionid"] = "a" * 32
    assert forged.listen(pablo).status == 401


def test_a_stranger_gets_404_as_where_there_is_no_campaign(visit, sergio, pablo):
    assert visit(sergio).listen(pablo).status == 404
    target = f"/t/{'x' * 12}/live?page=table&as=player&lang=es&after="
    assert visit(pablo).open(target, f"localhost:{visit(pablo).port}", {}).status == 404


def test_a_page_that_is_none_or_not_yours_gets_404(visit, pablo, brianda, goblin):
    for page in ("", "nothing", f"sheet-{brianda.key}", f"sheet-{goblin.key}", "sheet-", "sheet-nobody", "sheet-a\0b"):
        assert visit(pablo).listen(page=page).status == 404


def test_a_foreign_origin_gets_400(visit, pablo):
    there = visit(pablo)
    for origin in ("http://evil.example", "https://localhost", "http://localhost", "null", "http://[", "http://[::1"):
        assert there.listen(Origin=origin).status == 400, origin


def test_the_own_origin_is_let_in(visit, pablo):
    there = visit(pablo)
    assert there.listen(Origin=f"http://{there.host}").status == 200


def test_an_unknown_host_gets_400(visit, pablo):
    there = visit(pablo)
    for host in ("evil.example", "evil.example:8000", "localhost.evil.example"):
        assert there.listen(host=host).status == 400, host


def test_a_page_made_for_another_role_gets_409(visit, pablo):
    assert visit(pablo).listen(role="gm").status == 409
    assert visit(pablo).listen(role="").status == 409


def test_every_role_is_let_in_to_the_table(visit, marta, coral, pablo, vera):
    for seat in (marta, coral, pablo, vera):
        assert visit(seat).listen().status == 200


# --- what arrives ----------------------------------------------------------------------------------------------------


def test_a_page_gets_what_was_missed_since_it_was_made(visit, pablo, before, brianda, marta):
    after = visit(pablo).after(pablo.campaign.get_absolute_url())
    assert after == before.key
    missed = [brianda.change_pool(marta, "pv", -1) for _ in range(3)]

    line = visit(pablo).listen(after=after).brings(*missed)

    assert line.entries == [entry.key for entry in missed]
    assert line.after == missed[-1].key


def test_the_browsers_own_place_wins_over_that_of_the_page(visit, pablo, before, brianda, marta):
    second, third = brianda.change_pool(marta, "pv", -1), brianda.change_pool(marta, "pv", -1)

    line = visit(pablo).listen(after=before.key, Last_Event_ID=second.key).brings(third)

    assert line.entries == [third.key]


def test_a_place_that_is_none_gets_whole_regions(visit, pablo, before):
    line = visit(pablo).listen(after="nosuchentry1").brings(before)

    assert 'id="roster"' in line.news[0].data
    assert 'id="log"' in line.news[0].data
    assert line.after == before.key


def test_a_roll_and_a_change_of_points_arrive_on_every_screen(visit, live, marta, pablo, vera, ines, brianda, dice):
    dice(2, 7, 9)
    lines = [visit(seat).listen() for seat in (marta, pablo, vera)]
    there = visit(ines)

    rolled = there.press(roll(brianda), trait="stealth", difficulty="easy", modifier="", audience="table")
    hurt = there.press(points(brianda), amount="-5")

    keys = [rolled.headers["Mesa-Entry"], hurt.headers["Mesa-Entry"]]
    read(lines, lambda line: line.entries == keys)
    for line in lines:
        html = "".join(event.data for event in line.news)
        assert 'aria-label="Dados 2, 7 y 9; se queda el 7"' in html
        assert "<span>11<small>" in html


def test_an_entry_taken_back_arrives_with_what_it_takes_back(visit, pablo, ines, brianda):
    line = visit(pablo).listen()
    there = visit(ines)
    hurt = there.press(points(brianda), amount="-5").headers["Mesa-Entry"]
    taken_back = there.press(reverse("campaigns:toggle", args=[ines.campaign.key, hurt])).headers["Mesa-Entry"]

    line.until(lambda line: line.entries == [hurt, taken_back])

    assert f'class="entry undone" id="entry-{hurt}"' in line.news[-1].data
    assert "<span>16<small>" in line.news[-1].data


def test_each_reader_gets_the_words_of_their_page(visit, pablo, vera, brianda, marta):
    spanish, english = visit(pablo).listen(language="es"), visit(vera).listen(language="en")
    entry = brianda.change_pool(marta, "pv", -1)

    assert "<b>Brianda</b> pierde 1 " in spanish.brings(entry).news[0].data
    assert "<b>Brianda</b> loses 1 " in english.brings(entry).news[0].data


def test_what_is_pushed_is_what_the_page_would_show(visit, pablo, brianda, marta):
    there = visit(pablo)
    line = there.listen()
    entry = brianda.change_pool(marta, "pv", -3)
    pushed = line.brings(entry).news[0].data

    page = there.page(pablo.campaign.get_absolute_url()).text

    roster = pushed[pushed.index('<section class="part" id="roster">') :].partition("</section>")[0]
    assert roster in page
    assert pushed[pushed.index(f'id="entry-{entry.key}"') :].partition("</li>")[0] in page


def test_the_news_over_http_are_those_of_the_stream(visit, pablo, before, brianda, marta):
    there = visit(pablo)
    line = there.listen(after=before.key)
    entry = brianda.change_pool(marta, "pv", -1)

    asked = there.news(before.key)

    assert asked.text == line.brings(entry).news[0].data
    assert asked.headers["Mesa-After"] == line.after
    assert there.news(entry.key).status_code == 204


def test_a_sheet_has_a_stream_of_its_own(visit, ines, marta, brianda):
    line = visit(ines).listen(page=f"sheet-{brianda.key}")
    entry = brianda.change_pool(marta, "pv", -5)

    html = line.brings(entry).news[0].data

    assert f'id="pools-{brianda.key}"' in html
    assert '<span class="now">11</span>' in html
    assert 'id="roster"' not in html


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_a_private_roll_is_in_no_byte_that_a_third_person_gets(visit, marta, pablo, vera, ines, brianda, dice):
    """Neither its dice nor a gap: no message, no new place, no trace in page, log or news."""
    dice(1, 8, 10, 2, 3, 4)
    there = visit(ines)
    start = there.press(points(brianda), amount="-1").headers["Mesa-Entry"]
    thirds = {seat.name: (visit(seat), visit(seat).listen(after=start)) for seat in (pablo, vera)}
    own, leader = there.listen(after=start), visit(marta).listen(after=start)

    secret = there.press(roll(brianda), trait="stealth", difficulty="easy", modifier="", audience="private")
    key = secret.headers["Mesa-Entry"]
    undone = there.press(reverse("campaigns:toggle", args=[ines.campaign.key, key])).headers["Mesa-Entry"]
    for each, line in thirds.values():
        assert each.news(start).status_code == 204
        assert each.after(ines.campaign.get_absolute_url()) == start
        assert line.news == []
    public = there.press(points(brianda), amount="-1").headers["Mesa-Entry"]

    read([own, leader], lambda line: line.entries == [key, undone, public])
    for each, line in thirds.values():
        line.until(lambda line: public in line.entries)
        assert line.entries == [public]
        assert [event.id for event in line.news] == [public]
        got = [
            bytes(line.raw),
            each.page(ines.campaign.get_absolute_url()).content,
            each.page(reverse("campaigns:log", args=[ines.campaign.key])).content,
            each.news(start).content,
        ]
        for place in got:
            assert public.encode() in place
            for trace in (key, undone, "Dados 1, 8 y 10", "Sigilo"):
                assert trace.encode() not in place, trace


def test_a_leaders_secret_roll_does_not_reach_the_player_of_the_sheet(visit, marta, ines, brianda):
    table, sheet = visit(ines).listen(), visit(ines).listen(page=f"sheet-{brianda.key}")
    secret = brianda.roll(marta, "stealth", difficulty=10, audience=Audience.PRIVATE)
    public = brianda.change_pool(marta, "pv", -1)

    for line in (table, sheet):
        line.brings(public)
        assert line.entries == [public.key]
        assert secret.key.encode() not in line.raw
        assert b"Sigilo" not in line.raw


def test_a_foe_is_in_no_byte_that_a_player_gets(visit, marta, ines, goblin, brianda):
    table = visit(ines).listen()
    brianda.change_pool(marta, "pv", -1)
    entry = brianda.change_pool(marta, "pv", -1)

    html = table.brings(entry).raw + visit(ines).page(ines.campaign.get_absolute_url()).content
    assert b"Goblin" not in html
    assert goblin.key.encode() not in html


def test_nothing_that_a_player_gets_can_be_counted(visit, pablo, before, brianda, marta):
    """Entries go by random names: neither their number nor what lies between them shows."""
    line = visit(pablo).listen(after=before.key)
    entries = [brianda.change_pool(marta, "pv", -1) for _ in range(8)]
    line.brings(*entries)

    keys = [entry.key for entry in entries]
    assert keys != sorted(keys)
    assert all(len(key) == 12 and not key.isdigit() for key in keys)
    assert line.entries == keys
    assert {event.id for event in line.news} <= set(keys)
    assert b"version" not in line.raw
    for html in (event.data for event in line.news):
        assert not re.search(r'="(?:[a-z]+-)?\d+"', re.sub(r"<svg.*?</svg>", "", html)), "an attribute that counts"


# --- the end ---------------------------------------------------------------------------------------------------------


def test_who_logs_out_has_the_stream_ended_at_once_and_no_other(visit, pablo, brianda, marta):
    phone, laptop = visit(pablo), visit(pablo)
    lines = [phone.listen(), phone.listen(), laptop.listen()]

    phone.http.post(reverse("accounts:log-out"))

    for line in lines[:2]:
        line.ends()
    until(lambda: phone.listen().status == 401)
    entry = brianda.change_pool(marta, "pv", -1)
    assert lines[2].brings(entry)
    assert all(entry.key.encode() not in line.raw for line in lines[:2])


def test_who_is_removed_goes_blind_at_once(visit, marta, pablo, ines, brianda):
    gone, stays = visit(pablo).listen(), visit(ines).listen()

    pablo.remove(marta)

    gone.ends()
    assert visit(pablo).listen().status == 404
    entry = brianda.change_pool(marta, "pv", -1)
    stays.brings(entry)
    assert b"entry-" not in gone.raw


def test_who_leaves_goes_blind_at_once(visit, pablo):
    there = visit(pablo)
    line = there.listen()
    there.http.post(reverse("campaigns:remove", args=[pablo.campaign.key, pablo.key]))
    line.ends()
    assert there.listen().status == 404


def test_a_new_role_ends_the_stream_and_the_page_is_made_again(visit, marta, pablo):
    there = visit(pablo)
    line = there.listen()

    pablo.give_role(marta, Role.CO_GM)

    line.ends()
    assert there.listen(role="player").status == 409
    assert there.listen(role="co-gm").status == 200


def test_who_led_and_leads_no_more_gets_no_more_secrets(visit, marta, coral, brianda):
    there = visit(coral)
    line = there.listen()
    coral.give_role(marta, Role.SPECTATOR)
    line.ends()
    secret = brianda.roll(marta, "stealth", difficulty=10, audience=Audience.PRIVATE)

    again = there.listen(role="spectator")
    public = brianda.change_pool(marta, "pv", -1)

    again.brings(public)
    assert secret.key.encode() not in line.raw + again.raw


def test_whoever_the_admin_deletes_is_blind_at_once_and_the_others_go_on(visit, hugo, marta, pablo, brianda):
    there, others = visit(pablo), visit(marta).listen()
    line = there.listen()

    visit(hugo).press(reverse("admin:accounts_user_delete", args=[pablo.user.pk]), post="yes")

    line.ends()
    assert there.listen(pablo).status == 401
    others.brings(brianda.change_pool(marta, "pv", -1))


def test_who_logs_out_is_sent_away_once_the_session_is_gone(transactional_db, as_, pablo, monkeypatch):
    """Sent away before, a quick screen would be back while the session still holds."""
    sessions_left = []
    monkeypatch.setattr("live.expel", lambda tag: sessions_left.append(Browser.objects.count()))

    as_(pablo).post(reverse("accounts:log-out"))

    assert sessions_left == [0]


def test_a_character_that_is_gone_silences_nobody_but_its_own_sheet(visit, marta, ines, pablo, brianda, campaign):
    """The admin deletes it: whoever reads its sheet is sent to look again, all others hear what happens."""
    other = Character.objects.create(campaign=campaign, name="Otro", is_finished=True, traits={"fixed": {"pv": 9}})
    sheet, table = visit(ines).listen(page=f"sheet-{brianda.key}"), visit(pablo).listen()
    brianda.delete()
    with campaign.recording(None) as record:
        record("admin", {"what": "character", "name": "Brianda"}, regions=[EVERYTHING])

    table.brings(other.change_pool(marta, "pv", -1))
    sheet.ends()


def test_a_seat_that_ended_elsewhere_is_not_let_in_again(visit, pablo):
    """As another process or the admin would end it: without a word to this one."""
    there = visit(pablo)
    Membership.objects.filter(pk=pablo.pk).update(left_at=timezone.now())
    assert there.listen().status == 404


def test_after_a_restart_of_the_server_a_page_goes_on_where_it_was(visit, live, pablo, before, brianda, marta):
    first = visit(pablo).listen(after=before.key)
    seen = brianda.change_pool(marta, "pv", -1)
    place = first.brings(seen).after

    live.stop()
    first.ends()
    feed.forget()
    missed = [brianda.change_pool(marta, "pv", -1) for _ in range(2)]
    live.start()

    again = visit(pablo).listen(after=place).brings(*missed)
    assert again.entries == [entry.key for entry in missed]


def test_a_server_with_open_streams_stops_at_once(visit, live, pablo):
    lines = [visit(pablo).listen() for _ in range(5)]
    live.restart()
    for line in lines:
        line.ends()
        assert line.raw.endswith(b"0\r\n\r\n")


# --- many ------------------------------------------------------------------------------------------------------------


def test_twenty_writers_at_once_and_every_stream_sees_every_entry_once_and_in_order(
    visit, marta, coral, pablo, ines, vera, brianda
):
    Character.objects.filter(pk=brianda.pk).update(traits={**brianda.traits, "fixed": {"pv": 500}})
    lines = [visit(seat).listen() for seat in (marta, coral, pablo, ines, vera)]
    writers = [visit(seat) for seat in (marta, coral, ines, marta) for _ in range(5)]

    def write(writer: Visitor) -> list[str]:
        return [writer.press(points(brianda), amount="-1").headers["Mesa-Entry"] for _ in range(4)]

    with ThreadPoolExecutor(20) as threads:
        acknowledged = [key for keys in threads.map(write, writers) for key in keys]

    read(lines, lambda line: len(line.entries) >= 80)
    written = list(LogEntry.objects.order_by("version").values_list("key", flat=True))
    assert sorted(acknowledged) == sorted(written)
    for line in lines:
        assert line.entries == written
        assert "<span>420<small>" in line.news[-1].data


def test_an_idle_stream_holds_no_thread_and_no_database_connection(visit, pablo, before):
    """What grows is what the two pools of the server may hold, whatever the number of streams."""
    there = visit(pablo)
    pools = asgi.LIVE_THREADS + asgi.PAGE_THREADS
    threads, connections = threading.active_count(), open_connections()

    lines = [there.listen(after=before.key) for _ in range(50)]

    assert all(line.status == 200 for line in lines)
    assert threading.active_count() <= threads + pools
    if connections is not None:
        assert open_connections() <= connections + pools


def open_connections() -> int | None:
    """How many connections this process has to the database; None where that cannot be told."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            return cursor.fetchone()[0]
    if sys.platform != "linux":
        return None
    name = str(connection.settings_dict["NAME"])
    descriptors = "/proc/self/fd"
    found = 0
    for descriptor in os.listdir(descriptors):
        try:
            found += os.readlink(f"{descriptors}/{descriptor}") == name
        except FileNotFoundError:
            continue
    return found
