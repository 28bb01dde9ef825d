"""What the others see of a hero: every role, every choice of its player, every place (B31)."""

import pytest
from django.urls import reverse

from campaigns.models import LogEntry
from campaigns.regions import held_by
from characters.models import Character, Sharing
from combat.models import Encounter

NOTE, SECRET, ILL = "Debe nueve monedas", "La duquesa es su madre", "envenenada"
ROLES = ("stranger", "spectator", "player", "owner", "co-GM", "GM")

TABLE = """
           stranger spectator player owner co-GM GM
nothing   name         no       yes    yes   yes  yes yes
nothing   points       no       no     no    no   yes yes
nothing   condition    no       no     no    no   yes yes
nothing   concept      no       no     no    no   yes yes
nothing   portrait     no       no     no    no   yes yes
nothing   link         no       no     no    yes  yes yes
nothing   sheet        no       no     no    yes  yes yes
nothing   notes        no       no     no    yes  yes yes
nothing   secrets      no       no     no    no   yes yes
nothing   stream       no       no     no    yes  yes yes
state     name         no       yes    yes   yes  yes yes
state     points       no       yes    yes   yes  yes yes
state     condition    no       yes    yes   yes  yes yes
state     concept      no       yes    yes   yes  yes yes
state     portrait     no       yes    yes   yes  yes yes
state     link         no       no     no    yes  yes yes
state     sheet        no       no     no    yes  yes yes
state     notes        no       no     no    yes  yes yes
state     secrets      no       no     no    no   yes yes
state     stream       no       no     no    yes  yes yes
all       name         no       yes    yes   yes  yes yes
all       points       no       yes    yes   yes  yes yes
all       condition    no       yes    yes   yes  yes yes
all       concept      no       yes    yes   yes  yes yes
all       portrait     no       yes    yes   yes  yes yes
all       link         no       yes    yes   yes  yes yes
all       sheet        no       yes    yes   yes  yes yes
all       notes        no       yes    yes   yes  yes yes
all       secrets      no       no     no    no   yes yes
all       stream       no       yes    yes   yes  yes yes
"""
"""The roster is one for all players, so that its owner too sees there what the others see."""


def rows() -> dict[str, dict[str, dict[str, str]]]:
    found: dict[str, dict[str, dict[str, str]]] = {}
    for line in TABLE.strip().splitlines()[1:]:
        sharing, what, *cells = line.split()
        found.setdefault(sharing, {})[what] = dict(zip(ROLES, cells, strict=True))
    return found


@pytest.fixture
def people(sergio, vera, pablo, ines, coral, marta):
    return dict(zip(ROLES, (sergio, vera, pablo, ines, coral, marta), strict=True))


@pytest.fixture
def told(brianda, ines, marta) -> Character:
    """Brianda with something of everything."""
    brianda.write(ines, "notes", NOTE)
    brianda.write(marta, "gm_notes", SECRET)
    brianda.afflict(ines, ILL, "hasta el alba")
    brianda.put_portrait(ines, b"picture")
    return Character.objects.get(pk=brianda.pk)


def share(character: Character, by, sharing: str) -> None:
    if character.sharing != sharing:
        character.share(by, Sharing(sharing))
    LogEntry.objects.filter(kind__in=["condition", "pool"]).delete()  # what the log told while more was shown


@pytest.mark.parametrize("sharing", ["nothing", "state", "all"])
def test_each_role_sees_what_the_table_above_says(as_, people, campaign, told, ines, sharing):
    share(told, ines, sharing)

    found = {}
    for role, who in people.items():
        page = as_(who).get(campaign.get_absolute_url()).content.decode()
        roster = page.partition('id="roster"')[2].partition("</section>")[0]
        answer = as_(who).get(told.get_absolute_url())
        sheet = answer.content.decode() if answer.status_code == 200 else ""
        seat = who if role != "stranger" else None
        streams = seat and any(held_by(seat, f"{kind}-{told.key}") for kind in ("sheet", "look"))
        seen = {
            "name": "Brianda" in roster,
            "points": "16" in roster,
            "condition": ILL in roster,
            "concept": "Exploradora" in roster,
            "portrait": told.picture_url in roster,
            "link": f'href="{told.get_absolute_url()}"' in page,
            "sheet": bool(sheet),
            "notes": NOTE in sheet,
            "secrets": SECRET in sheet,
            "stream": bool(streams),
        }
        for what, is_seen in seen.items():
            found.setdefault(what, {})[role] = "yes" if is_seen else "no"
    assert found == rows()[sharing]


def test_an_explicit_no_hides_at_least_what_the_default_hides():
    nothing, default = rows()["nothing"], rows()[Sharing(Character().sharing).value]

    cells = [(nothing[what][role], default[what][role]) for what in nothing for role in ROLES]
    assert ("yes", "no") not in cells
    assert all(cells["GM"] == "yes" for kind in rows().values() for cells in kind.values())


def test_another_s_sheet_has_nothing_to_press_or_to_write(as_, pablo, ines, told):
    told.share(ines, Sharing.ALL)

    page = as_(pablo).get(told.get_absolute_url()).content.decode()

    main = page.partition("<main")[2].partition("</main>")[0]
    assert NOTE in main
    assert not any(tag in main for tag in ("<button", "<input", "<textarea", "<form"))
    for name, form in (("points", {"amount": "-1"}), ("roll", {"trait": "stealth"})):
        args = [told.key, "pv"] if name == "points" else [told.key]
        assert as_(pablo).post(reverse(f"characters:{name}", args=args), form).status_code == 403
    assert as_(pablo).get(reverse("characters:history", args=[told.key])).status_code == 403


def test_who_reads_along_is_blind_as_soon_as_less_is_shown(as_, pablo, ines, told, campaign):
    told.share(ines, Sharing.ALL)
    page = as_(pablo).get(told.get_absolute_url()).content.decode()
    after = page.partition('data-after="')[2].partition('"')[0]
    told.change_pool(ines, "pv", -3)
    news = reverse("campaigns:news", args=[campaign.key])
    asked = {"page": f"look-{told.key}", "as": pablo.role, "lang": "es", "after": after}
    assert "13" in as_(pablo).get(news, asked).content.decode()

    told.share(ines, Sharing.STATE)

    answer = as_(pablo).get(news, asked)
    assert (answer.status_code, NOTE in answer.content.decode()) == (404, False)


def test_new_notes_reach_those_who_read_along_and_their_old_words_do_not(as_, pablo, ines, told, campaign):
    told.share(ines, Sharing.ALL)
    after = as_(pablo).get(told.get_absolute_url()).content.decode().partition('data-after="')[2].partition('"')[0]

    told.write(ines, "notes", "Ya no debe nada", press="otra")

    asked = {"page": f"look-{told.key}", "as": pablo.role, "lang": "es", "after": after}
    assert "Ya no debe nada" in as_(pablo).get(reverse("campaigns:news", args=[campaign.key]), asked).content.decode()
    assert not any(NOTE in str(entry.facts) for entry in LogEntry.objects.visible_to(pablo))


def test_points_of_a_hero_who_shows_nothing_are_told_to_its_player_and_the_gm_alone(
    campaign, pablo, ines, marta, brianda
):
    brianda.share(ines, Sharing.NOTHING)

    entry = brianda.change_pool(marta, "pv", -1)

    assert [entry.is_visible_to(seat) for seat in (pablo, ines, marta)] == [False, True, True]
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [brianda])
    fight.start(marta)
    assert brianda.change_pool(marta, "pv", -1).is_visible_to(pablo)  # in a fight the table knows them (S3)


def test_it_is_for_its_player_and_those_who_lead_to_choose(as_, pablo, ines, marta, brianda, goblin):
    url = reverse("characters:share", args=[brianda.key])

    assert as_(pablo).post(url, {"sharing": "all"}).status_code == 403
    assert as_(ines).post(url, {"sharing": "everything"}).status_code == 422
    assert as_(ines).post(url, {"sharing": "all"}).status_code == 302
    assert Character.objects.get(pk=brianda.pk).sharing == "all"
    assert as_(marta).post(reverse("characters:share", args=[goblin.key]), {"sharing": "all"}).status_code == 422


def test_a_foe_or_a_draft_is_never_open_whatever_is_stored_on_it(as_, pablo, campaign, ines, goblin):
    draft = Character.objects.create(campaign=campaign, owner=ines, name="Urraca", sharing=Sharing.ALL)
    goblin.sharing = Sharing.ALL
    goblin.save()

    for character in (draft, goblin):
        assert as_(pablo).get(character.get_absolute_url()).status_code == 404
        assert held_by(pablo, f"look-{character.key}") is None


def test_a_hero_of_another_table_is_not_there(as_, sergio, ines, told):
    told.share(ines, Sharing.ALL)

    assert as_(sergio).get(told.get_absolute_url()).status_code == 404
