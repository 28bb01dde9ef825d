"""Growth of a hero: awards, purchases, refunds, corrections, levels (X1–X4), and the rows that explain it all."""

from dataclasses import replace

import pytest

from campaigns.models import Audience, Campaign, LogEntry, Repeated
from characters import adventures
from characters.models import LedgerEntry, Pool, Sharing
from rules.growth import Extra
from rules.problems import Refused
from rules.techniques import Technique
from tests.characters.conftest import again


def codes(raised) -> list[str]:
    return [problem.code for problem in raised.value.problems]


def balances(hero) -> list[tuple[str, int, int]]:
    return list(LedgerEntry.objects.filter(character=hero).order_by("number").values_list("kind", "px", "balance"))


def pv(hero) -> tuple[int, int]:
    hero = again(hero)
    return hero.ruleset.points(hero.sheet, "pv"), hero.ruleset.maximum(hero.sheet, "pv")


def test_an_award_is_a_row_with_who_and_why_and_the_balance(hero, marta):
    entry = adventures.award(hero.campaign, marta, hero, 10, "Por el vado")

    row = LedgerEntry.objects.get()
    assert (row.kind, row.px, row.balance, row.reason, row.by) == ("award", 10, 10, "Por el vado", "Marta")
    assert (row.character, row.number, row.adventure) == (hero, 1, None)
    assert (entry.kind, entry.facts["px"], entry.audience) == ("award", 10, Audience.TABLE)


def test_e22_what_31_px_buy(rich, ines):
    """Skill 3 to 4, attribute 4 to 5, a new skill: 4 + 25 + 2; level 1, 11 px toward the next."""
    hero = rich(40)

    hero.buy(ines, "skills.stealth", 4)
    hero.buy(ines, "attributes.physique", 5)
    hero.buy(ines, "skills.swim", 1)

    hero = again(hero)
    assert balances(hero) == [("award", 40, 40), ("spend", -4, 36), ("spend", -25, 11), ("spend", -2, 9)]
    assert (hero.px_spent, hero.level, hero.ruleset.growth.toward_next(hero.px_spent)) == (31, 1, 11)
    assert hero.traits["skills"] | {"stealth": 4, "swim": 1} == hero.traits["skills"]
    assert hero.traits["attributes"]["physique"] == 5
    assert hero.proof.is_legal


def test_e86_two_levels_of_an_attribute_at_once_cost_both(rich, ines, marta):
    hero = rich(95)
    hero.correct(marta, "attributes.physique", 8, "Empieza fuerte")

    hero.buy(ines, "attributes.physique", 10)

    assert balances(hero)[-1] == ("spend", -95, 0)


def test_e87_a_skill_rises_once_an_award(rich, ines, marta):
    hero = rich(10)
    hero.correct(marta, "skills.stealth", 2, "Para el ejemplo")

    hero.buy(ines, "skills.stealth", 3)
    with pytest.raises(Refused) as raised:
        hero.buy(ines, "skills.stealth", 4)
    rich(1)
    hero.buy(ines, "skills.stealth", 4)

    assert codes(raised) == ["pace"]
    assert [px for kind, px, _ in balances(hero) if kind == "spend"] == [-3, -4]


def test_a_new_skill_may_be_taken_to_3_at_once(rich, ines):
    hero = rich(20)

    for level in (1, 2, 3):
        hero.buy(ines, "skills.swim", level)
    with pytest.raises(Refused) as raised:
        hero.buy(ines, "skills.swim", 4)

    assert codes(raised) == ["pace"]
    assert balances(hero)[-1][2] == 20 - 7


def test_what_is_too_dear_is_refused_and_leaves_no_trace(rich, ines):
    hero = rich(3)
    before = LogEntry.objects.count()

    with pytest.raises(Refused) as raised:
        hero.buy(ines, "skills.stealth", 4)

    assert str(raised.value) == "It costs 4 px, and there are 3."
    assert (balances(hero), LogEntry.objects.count()) == ([("award", 3, 3)], before)
    assert again(hero).traits["skills"]["stealth"] == 3


def test_e89_a_level_for_every_20_px_spent(rich, ines, marta):
    """At level 2: defense +2, PV maximum +10, and as many PV; 16 + 10."""
    hero = rich(45)
    defense = hero.ruleset.value(hero.sheet, "defense")
    hero.change_pool(marta, "pv", -6)

    hero.buy(ines, "attributes.willpower", 4)  # 20
    assert (again(hero).level, pv(hero)) == (1, (15, 21))
    hero.buy(ines, "attributes.willpower", 5)  # 45
    hero = again(hero)

    assert (hero.level, pv(hero)) == (2, (20, 26))
    assert hero.ruleset.value(hero.sheet, "defense") == defense + 2
    told = [entry.facts for entry in LogEntry.objects.filter(kind="level").order_by("version")]
    assert [(each["from"], each["to"]) for each in told] == [(0, 1), (1, 2)]
    assert told[-1]["points"] == [{"pool": "pv", "by": 5, "now": 20, "maximum": 26}]


def test_stamina_rises_with_the_level_where_there_is_one(campaign, hero, marta, ines):
    campaign.preset = "d10x2"
    campaign.save()
    hero.traits = {"attributes": {"constitution": 6, "willpower": 5}, "skills": {}}
    hero.save()
    adventures.award(campaign, marta, hero, 60, "")
    hero = again(hero)

    hero.buy(ines, "attributes.charisma", 2)  # 5 + 10 from nothing
    hero.buy(ines, "skills.dodge", 2)  # 2 + 2: 19 in all
    assert again(hero).level == 0
    hero.buy(ines, "skills.stealth", 1)

    hero = again(hero)
    assert hero.level == 1
    assert {key: hero.ruleset.points(hero.sheet, key) for key in ("pv", "stamina")} == {"pv": 35, "stamina": 60}


def test_saved_px_make_no_level(rich):
    assert rich(25).level == 0


def test_a_greater_maximum_brings_no_points_by_itself(rich, ines):
    """C0: physique 4 to 5 makes 20 PV of 16; the level, 5 more of both."""
    hero = rich(25)
    assert pv(hero) == (16, 16)

    hero.buy(ines, "attributes.physique", 5)

    assert pv(hero) == (21, 25)


def test_points_that_a_house_rule_has_cut_do_not_come_back_with_a_greater_maximum(campaign, rich, ines, marta):
    """16 PV, then a formula that allows 8; physique 5 allows 10, and 8 are left (C0)."""
    hero = rich(40)
    hero.change_pool(marta, "pv", -1)
    hero.change_pool(marta, "pv", 1)
    changes = {"pools.pv.formula": "physique * 2", "growth.has_levels": False}
    Campaign.objects.filter(pk=campaign.pk).update(changes=changes)

    again(hero).buy(ines, "attributes.physique", 5)

    assert pv(hero) == (8, 10)


def test_a_refund_brings_px_back_and_takes_points_and_level(rich, ines, marta):
    hero = rich(25)
    spend = hero.buy(ines, "attributes.physique", 5)
    row = LedgerEntry.objects.get(kind="spend")

    entry = hero.refund(marta, row.key, "Fue un error")

    hero = again(hero)
    assert balances(hero)[-1] == ("refund", 25, 25)
    assert LedgerEntry.objects.get(kind="refund").reverses == row.key
    assert (hero.level, hero.px_spent, hero.traits["attributes"]["physique"]) == (0, 0, 4)
    assert pv(hero) == (16, 16), "cut to the maximum"
    assert hero.proof.is_legal
    assert (spend.kind, entry.kind) == ("spend", "refund")
    assert LogEntry.objects.filter(kind="level").first().facts["to"] == 0


def test_a_spend_is_refunded_once_and_says_why(rich, ines, marta):
    hero = rich(10)
    hero.buy(ines, "skills.swim", 1)
    spend = LedgerEntry.objects.get(kind="spend").key

    with pytest.raises(Refused) as without_reason:
        hero.refund(marta, spend, " ")
    hero.refund(marta, spend, "No sabe nadar")
    with pytest.raises(Refused) as again_:
        hero.refund(marta, spend, "Otra vez")

    assert codes(without_reason) == ["no_reason"]
    assert codes(again_) == ["unknown_movement"]
    assert "swim" not in again(hero).traits["skills"]


def test_a_refund_cuts_only_what_is_over_the_maximum(rich, ines, marta):
    """6 of 21 PV at level 1 are 6 of 16 at level 0."""
    hero = rich(20)
    hero.buy(ines, "attributes.willpower", 4)
    hero.change_pool(marta, "pv", -15)

    hero.refund(marta, LedgerEntry.objects.get(kind="spend").key, "Deshecho")

    assert pv(hero) == (6, 16)


def test_a_wrong_award_is_taken_back_by_a_negative_one(rich, marta):
    hero = rich(10)
    award = LedgerEntry.objects.get()

    adventures.take_back(hero.campaign, marta, award.key, 4, "Eran 6")
    with pytest.raises(Refused) as too_much:
        adventures.take_back(hero.campaign, marta, award.key, 7, "Más")

    assert balances(hero) == [("award", 10, 10), ("award", -4, 6)]
    assert LedgerEntry.objects.last().reverses == award.key
    assert codes(too_much) == ["out_of_bounds"]


def test_a_correction_costs_nothing_and_is_an_origin(hero, marta):
    entry = hero.correct(marta, "skills.stealth", 5, "Se nos olvidó su oficio")

    hero = again(hero)
    row = LedgerEntry.objects.get()
    assert (row.kind, row.px, row.trait, row.before, row.after) == ("correction", 0, "skills.stealth", 3, 5)
    assert (row.reason, row.by) == ("Se nos olvidó su oficio", "Marta")
    assert (hero.traits["skills"]["stealth"], hero.px_spent) == (5, 0)
    assert hero.proof.is_legal
    assert (entry.audience, entry.shared_with) == (Audience.PRIVATE, hero.owner)


@pytest.mark.parametrize(
    ("trait", "to", "reason", "code"),
    [
        ("skills.stealth", 3, "Igual", "nothing"),
        ("skills.stealth", 4, " ", "no_reason"),
        ("skills.stealth", 100, "Mucho", "out_of_bounds"),
        ("skills.no_such", 2, "Porque sí", "unknown_trait"),
        ("techniques.no_such", 2, "Porque sí", "unknown_trait"),
    ],
)
def test_a_correction_that_is_none_is_refused(hero, marta, trait, to, reason, code):
    with pytest.raises(Refused) as raised:
        hero.correct(marta, trait, to, reason)

    assert code in codes(raised)
    assert not LedgerEntry.objects.exists()


def test_a_correction_adds_and_takes_a_specialization(campaign, hero, marta):
    campaign.preset = "ryf-core"
    campaign.save()
    path = "specializations.melee_weapons"

    with pytest.raises(Refused) as raised:
        again(hero).correct(marta, path, 1, "Se le olvidó")
    again(hero).correct(marta, path, 1, "Se le olvidó", name="espadas")
    assert again(hero).traits["specializations"] == [{"skill": "melee_weapons", "name": "espadas"}]
    again(hero).correct(marta, path, 0, "No era suya")

    hero = again(hero)
    assert (codes(raised), hero.traits["specializations"], hero.proof.is_legal) == (["nameless"], [], True)


def test_a_prodigy_waits_for_the_gm(rich, ines, marta):
    hero = rich(9000)
    hero.correct(marta, "attributes.physique", 15, "Giganta")

    with pytest.raises(Refused) as raised:
        hero.buy(ines, "attributes.physique", 16)
    hero.approve(marta, "physique")
    hero.buy(ines, "attributes.physique", 16)

    assert codes(raised) == ["prodigy"]
    approved = again(hero).approved["attributes.physique"]
    assert (approved["by"], "at" in approved) == ("Marta", True)
    assert again(hero).proof.is_legal


def test_a_technique_costs_what_the_gm_says(rich, ines, marta):
    hero = rich(30)

    hero.buy_technique(marta, Technique("bola", "Bola de fuego", 1, "intelligence"), Extra("alcance 10 m", 6))
    with pytest.raises(Refused) as by_herself:
        hero.buy(ines, "techniques.bola", 2)
    hero.improve_technique(marta, "bola", extras=(Extra("área de 3 m", 4),), powers=2)

    hero = again(hero)
    assert balances(hero)[1:] == [("spend", -6, 24), ("spend", -8, 16)], "4, and 2 for each power"
    assert [each["name"] for each in hero.traits["techniques"]] == ["Bola de fuego"]
    assert codes(by_herself) == ["unpriced"]
    assert hero.proof.is_legal


def test_an_improvement_of_a_technique_that_is_not_there_is_refused(rich, marta):
    with pytest.raises(Refused) as raised:
        rich(10).improve_technique(marta, "bola", powers=1)
    assert codes(raised) == ["unknown_trait"]


def test_a_refunded_technique_is_gone(rich, marta):
    hero = rich(30)
    hero.buy_technique(marta, Technique("bola", "Bola de fuego", 1, "intelligence"), Extra("alcance", 6))

    hero.refund(marta, LedgerEntry.objects.get(kind="spend").key, "No la quiere")

    assert again(hero).traits["techniques"] == []


def test_specializations_are_bought_and_refunded_by_name(campaign, rich, marta):
    campaign.preset = "ryf-core"
    campaign.save()
    hero = rich(10)
    for name, px in (("espadas", 3), ("hachas", 2)):
        again(hero).buy_specialization(marta, "melee_weapons", name, px)

    with pytest.raises(Refused) as twice:
        again(hero).buy_specialization(marta, "melee_weapons", "hachas", 2)
    with pytest.raises(Refused) as too_low:
        again(hero).buy_specialization(marta, "stealth", "sombras", 2)
    again(hero).refund(marta, LedgerEntry.objects.get(reason="espadas").key, "Cambia de arma")

    hero = again(hero)
    assert hero.traits["specializations"] == [{"skill": "melee_weapons", "name": "hachas"}]
    assert (balances(hero)[-1], codes(twice), codes(too_low)) == (("refund", 3, 8), ["used_twice"], ["too_low"])
    assert hero.proof.is_legal


def test_a_mastery_is_bought_grade_by_grade(campaign, hero, marta, ines):
    """D10, X2: grade n costs 3n px and needs the skill at n + 2."""
    campaign.preset = "d10x2"
    campaign.save()
    hero.traits = {"attributes": {}, "skills": {"melee": 3}}
    hero.save()
    adventures.award(campaign, marta, hero, 10, "")
    hero = again(hero)

    hero.buy(ines, "masteries.dagger", 1)
    with pytest.raises(Refused) as raised:
        hero.buy(ines, "masteries.dagger", 2)

    assert codes(raised) == ["unskilled_mastery"]
    assert (balances(hero)[-1], again(hero).traits["masteries"]) == (("spend", -3, 7), {"dagger": 1})


def test_drafts_and_foes_do_not_grow(tello, goblin, marta):
    for character in (tello, goblin):
        with pytest.raises(Refused) as raised:
            character.correct(marta, "skills.stealth", 2, "Sin más")
        assert codes(raised) == ["does_not_grow"]


def test_who_plays_it_reads_the_purchase_and_the_table_the_level(rich, ines, pablo):
    hero = rich(25)

    spend = hero.buy(ines, "attributes.physique", 5)

    level = LogEntry.objects.get(kind="level")
    assert (spend.audience, spend.shared_with, level.audience) == (Audience.PRIVATE, ines, Audience.TABLE)
    assert not spend.is_visible_to(pablo)


def test_a_hero_that_shows_nothing_shows_no_level(rich, ines, pablo):
    hero = rich(25)
    hero.sharing = Sharing.NOTHING
    hero.save()

    hero.buy(ines, "attributes.physique", 5)

    assert not LogEntry.objects.get(kind="level").is_visible_to(pablo)


def test_a_repeated_press_buys_once(rich, ines):
    hero = rich(20)
    hero.buy(ines, "skills.stealth", 4, "pulsada-1")

    with pytest.raises(Repeated):
        hero.buy(ines, "skills.stealth", 4, "pulsada-1")

    assert len(balances(hero)) == 2


def test_b39_the_total_is_the_sum_of_the_rows_after_any_sequence(rich, ines, marta):
    hero = rich(50)
    hero.buy(ines, "skills.stealth", 4)
    hero.buy(ines, "skills.swim", 2)
    hero.buy(ines, "attributes.charisma", 3)
    hero.refund(marta, LedgerEntry.objects.filter(trait="attributes.charisma").get().key, "Se arrepiente")
    rich(3)
    adventures.take_back(hero.campaign, marta, LedgerEntry.objects.get(px=3).key, 3, "No era suyo")
    hero.correct(marta, "skills.notice", 5, "Vista de lince")

    hero = again(hero)
    total = 0
    for row in hero.ledger.all():
        total += row.px
        assert row.balance == total
        assert row.by in {"Inés", "Ines", "Marta"}
    assert hero.account.balance == total
    assert hero.px_spent == hero.account.spent == 4 + 4
    assert hero.proof.is_legal


def test_the_first_purchase_writes_her_points_down(rich, ines):
    """Else a greater maximum would bring some (C0)."""
    hero = rich(10)
    hero.buy(ines, "skills.swim", 1)
    assert Pool.objects.get(character=hero, key="pv").current == 16


def test_the_level_follows_the_option(campaign, rich, ines):
    campaign.changes = {"growth.has_levels": False}
    campaign.save()
    hero = rich(30)

    again(hero).buy(ines, "attributes.physique", 5)

    assert (again(hero).level, LogEntry.objects.filter(kind="level").count(), pv(hero)) == (0, 0, (16, 20))


def test_the_change_of_a_level_is_what_the_rules_say(rich, ines):
    hero = rich(20)
    before = replace(hero.sheet, pools={"pv": 10})
    assert hero.ruleset.change_level(before, 1) == {"pv": 5}
