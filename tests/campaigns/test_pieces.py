from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.template import Context, Template
from django.utils.translation import override

from campaigns.templatetags import pieces

BODY = '<path class="body" d="M24 2 45 24v7L24 50 3 31v-7z"/>'
FACETS = '<path class="face" d="M24 2 39 31 24 38 9 31z"/><path class="edge" d="M39 31h6M24 38v12M9 31H3"/>'
NBSP = "\N{NO-BREAK SPACE}"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


@pytest.fixture
def plain_static(monkeypatch):
    """Static addresses without the hashes of collected files."""
    monkeypatch.setattr(pieces, "static", lambda path: f"/static/{path}")
    pieces.icon.cache_clear()
    yield
    pieces.icon.cache_clear()


def render(source, **context):
    return Template("{% load pieces %}" + source).render(Context(context))


def large(face, kept=""):
    return (
        f'<svg class="die{kept}" viewBox="0 0 48 52" aria-hidden="true">{BODY}{FACETS}'
        f'<text x="24" y="31">{face}</text></svg>'
    )


def small(face, kept=""):
    number = f'<text x="24" y="36">{face}</text>'
    return f'<svg class="die small{kept}" viewBox="0 0 48 52" aria-hidden="true">{BODY}{number}</svg>'


def odds(success, critical, fumble):
    return SimpleNamespace(success=Fraction(success), critical=Fraction(critical), fumble=Fraction(fumble))


def test_an_icon_points_into_the_sprite(plain_static):
    expected = '<svg class="icon" aria-hidden="true"><use href="/static/img/icons.svg#sword"/></svg>'
    assert render('{% icon "sword" %}') == expected


def test_an_icon_can_be_another_kind(plain_static):
    expected = '<svg class="pip full" aria-hidden="true"><use href="/static/img/icons.svg#kite"/></svg>'
    assert render('{% icon "kite" "pip full" %}') == expected


def test_a_die_is_large_or_small_and_may_be_the_kept_one():
    assert render("{% die 4 %}") == large(4)
    assert render("{% die 10 kept=True %}") == large(10, " kept")
    assert render("{% die 1 kept=True small=True %}") == small(1, " kept")


def test_a_throw_is_sorted_and_names_its_dice():
    expected = (
        '<ol class="throw" aria-label="Three dice, lowest to highest">'
        f'<li>{large(4)}<span class="name">low<span class="unseen">: 4</span></span></li>'
        f'<li class="kept-one">{large(7, " kept")}'
        '<span class="name">stays<span class="unseen">: the middle one, 7</span></span></li>'
        f'<li>{large(10)}<span class="name">high<span class="unseen">: 10</span></span></li>'
        "</ol>"
    )
    assert render("{% throw faces 'mid' %}", faces=[10, 4, 7]) == expected


@pytest.mark.parametrize(
    ("keep", "names"),
    [
        ("low", [">stays<", ">middle<", ">high<", ": the low one, 2<"]),
        ("mid", [">low<", ">stays<", ">high<", ": the middle one, 6<"]),
        ("high", [">low<", ">middle<", ">stays<", ": the high one, 9<"]),
    ],
)
def test_the_kept_die_says_which_one_it_is(keep, names):
    drawn = render("{% throw faces keep %}", faces=(9, 2, 6), keep=keep)

    assert all(name in drawn for name in names)
    assert drawn.count("kept-one") == drawn.count("die kept") == 1


def test_two_dice_both_count_and_none_is_marked():
    drawn = render("{% throw faces None %}{% mini faces None %}", faces=(9, 2))

    assert "kept" not in drawn
    assert 'aria-label="Dice, lowest to highest"' in drawn
    assert 'aria-label="Dice 2, 9"' in drawn


def test_the_dice_of_the_log_are_small_with_one_label():
    expected = (
        '<span class="mini" role="img" aria-label="Dice 1, 1 and 5; the 1 stays">'
        f"{small(1)}{small(1, ' kept')}{small(5)}</span>"
    )
    assert render("{% mini faces 'mid' %}", faces=[5, 1, 1]) == expected


def test_odds_are_a_thousand_units_wide():
    expected = (
        '<svg class="odds" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" '
        'aria-label="Success 97.2%, critical 10.4%, fumble 1.3%">'
        '<path class="rail" d="M0 8H1000"/><path class="hit" d="M0 6.5H972"/><path class="critical" d="M0 5H104"/>'
        '<path class="fumble" stroke-dasharray="8 7" d="M987 5H1000"/></svg>'
    )
    assert render("{% odds odds %}", odds=odds("0.972", "0.104", "0.013")) == expected


def test_odds_draw_only_what_can_happen():
    expected = (
        '<svg class="odds" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" '
        'aria-label="Success 0.0%, critical 0.0%, fumble 19.6%">'
        '<path class="rail" d="M0 8H1000"/><path class="fumble" stroke-dasharray="8 7" d="M804 5H1000"/></svg>'
    )
    assert render("{% odds odds %}", odds=odds(0, 0, "0.196")) == expected


def test_a_fumble_that_was_told_for_all_is_left_out_of_each():
    drawn = render("{% odds odds told %}", odds=odds("0.5", 0, "0.013"), told=Fraction("0.013"))
    assert "fumble" not in drawn
    assert "Success 50.0%" in drawn

    assert "fumble" in render("{% odds odds told %}", odds=odds("0.5", 0, "0.196"), told=Fraction("0.013"))


def test_the_smallest_chance_still_shows_and_the_largest_leaves_a_gap():
    drawn = render("{% odds odds %}", odds=odds("9999/10000", "1/10000", 0))

    assert 'd="M0 6.5H999"' in drawn
    assert 'class="critical" d="M0 5H1"' in drawn
    assert f"Success &gt;{NBSP}99.9%, critical &lt;{NBSP}0.1%, fumble 0.0%" in drawn


def test_attributes_keep_their_points_in_spanish_and_words_have_commas():
    with override("es"):
        assert "72,9" in render("{% odds odds %}", odds=odds("0.729", 0, 0))
        bar = render("{% pv_bar 3 5 threshold %}", threshold=Fraction(5, 2))

    assert 'viewBox="0 0 4.84 10"' in bar
    assert 'd="M2.42 -3V13"' in bar
    assert "2,5" in bar


@pytest.mark.parametrize(
    ("chance", "english", "spanish"),
    [
        (Fraction(729, 1000), "72.9%", f"72,9{NBSP}%"),
        (Fraction(1, 2), "50.0%", f"50,0{NBSP}%"),
        (Fraction(0), "0.0%", f"0,0{NBSP}%"),
        (Fraction(1), "100.0%", f"100,0{NBSP}%"),
        (Fraction(1, 1000), "0.1%", f"0,1{NBSP}%"),
        (Fraction(1, 2000), "0.1%", f"0,1{NBSP}%"),
        (Fraction(1, 2001), f"<{NBSP}0.1%", f"<{NBSP}0,1{NBSP}%"),
        (Fraction(1999, 2000), f">{NBSP}99.9%", f">{NBSP}99,9{NBSP}%"),
        (Fraction(999, 1000), "99.9%", f"99,9{NBSP}%"),
    ],
)
def test_a_chance_has_one_decimal_and_never_lies_at_the_ends(chance, english, spanish):
    assert pieces.percent(chance) == english
    with override("es"):
        assert pieces.percent(chance) == spanish


def test_a_chance_is_escaped_in_a_page():
    assert render("{{ chance|percent }}", chance=Fraction(1, 9999)) == f"&lt;{NBSP}0.1%"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            (9, 12, 5),
            '<svg class="pv-bar" viewBox="0 0 11.84 10" preserveAspectRatio="none" role="img" '
            'aria-label="9 of 12 PV, wounded at 5"><path class="room" stroke-dasharray="0.84 0.16" d="M0 5H11.84"/>'
            '<path class="left" stroke-width="10" stroke-dasharray="0.84 0.16" d="M0 5H8.84"/>'
            '<path class="wounded-at" d="M4.92 -3V13"/></svg>',
        ),
        (
            (4, 12, 5, True),
            '<svg class="pv-bar wounded" viewBox="0 0 11.84 10" preserveAspectRatio="none" role="img" '
            'aria-label="4 of 12 PV, wounded at 5"><path class="room" stroke-dasharray="0.84 0.16" d="M0 5H11.84"/>'
            '<path class="left" stroke-width="5" stroke-dasharray="0.84 0.16" d="M0 7.5H3.84"/>'
            '<path class="wounded-at" d="M4.92 -3V13"/></svg>',
        ),
        (
            (0, 12, 5, True),
            '<svg class="pv-bar down" viewBox="0 0 11.84 10" preserveAspectRatio="none" role="img" '
            'aria-label="0 of 12 PV, wounded at 5"><path class="room" stroke-dasharray="0.84 0.16" d="M0 5H11.84"/>'
            '<path class="wounded-at" d="M4.92 -3V13"/></svg>',
        ),
        (
            (33, 40, 5),
            '<svg class="pv-bar" viewBox="0 0 39.5 10" preserveAspectRatio="none" role="img" '
            'aria-label="33 of 40 PV, wounded at 5"><path class="room" stroke-dasharray="4.5 0.5" d="M0 5H39.5"/>'
            '<path class="left" stroke-width="10" stroke-dasharray="4.5 0.5" d="M0 5H32.5"/>'
            '<path class="wounded-at" d="M4.75 -3V13"/></svg>',
        ),
    ],
)
def test_pv_are_boxes_as_in_the_design(arguments, expected):
    assert pieces.pv_bar(*arguments) == expected


def test_pv_below_zero_are_drawn_as_zero_and_above_the_maximum_as_full():
    assert pieces.pv_bar(-3, 12, 5) == pieces.pv_bar(0, 12, 5)
    assert 'd="M0 5H11.84"/></svg>' in pieces.pv_bar(15, 12)


def test_a_bar_needs_neither_threshold_nor_label():
    bar = pieces.pv_bar(24, 24, None, label=False)

    assert "wounded-at" not in bar
    assert 'preserveAspectRatio="none" aria-hidden="true">' in bar
    assert 'aria-label="24 of 24 PV"' in pieces.pv_bar(24, 24)


def test_a_signed_number_has_a_true_minus():
    assert [pieces.signed(number) for number in (7, -2, 0, None)] == ["+7", "−2", "+0", ""]


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Brianda de Sotomar", "BS"),
        ("Gome el Tuerto", "GT"),
        ("Ximena", "XI"),
        ("Goblin 4", "G4"),
        ("íñigo", "ÍÑ"),
        ("  «ana»  maría ", "AM"),
        ("<b>", "&lt;B"),
        ("", "?"),
    ],
)
def test_a_portrait_is_two_initials(name, initials):
    assert pieces.portrait(name) == f'<span class="portrait" aria-hidden="true">{initials}</span>'


def test_a_rule_is_a_link_where_the_rules_have_an_address():
    assert render('{% rule "R1" %}', rules_url="/c/3/rules/") == '<a class="rule" href="/c/3/rules/#R1">R1</a>'
    assert render('{% rule "R1" %}') == '<span class="rule">R1</span>'
