"""Chapter C: derived values, attacks, wounds, falling and getting up."""

from rules.messages import gettext_noop as _
from rules.reference.text import rule

COMBAT = (
    rule(
        "C0",
        _("Derived values"),
        _(
            "Hit points, initiative, attacks and defenses follow from formulas over the sheet, and a foe's fixed value "
            "goes before its formula. No pool holds more than its maximum: what is above it when it falls is lost, and "
            "when it rises only a new level brings the points that it adds."
        ),
    ),
    rule(
        "C1",
        _("Initiative"),
        _(
            "Everyone rolls, and the highest total comes first. Of equal totals the one with the better numbers is "
            "first, and where these are equal too a lot is drawn once. Initiative only puts fighters in order: nobody "
            "succeeds or fails at it."
        ),
        _(
            "A turn may be put off until later in the same round, and the GM may move anyone in the order; the numbers "
            "stay as they are."
        ),
    ),
    rule(
        "C2",
        _("Actions"),
        _(
            "A turn has a major and a minor action. From an initiative of twenty on, each full ten gives one more "
            "major action. Attacks and spells are major, moving or drinking a potion is minor; in doubt the GM "
            "decides."
        ),
    ),
    rule(
        "C3",
        _("Attack"),
        _(
            "An attack hits if its total reaches the defense. What the damage comes to, less the absorption of whoever "
            "is hit, is taken from the hit points; too much absorption is no healing."
        ),
        _(
            "An attack on several throws its damage once for all of them: each takes off its own absorption and counts "
            "the dice of its own critical. The GM may then give any of them half, double or nothing."
        ),
    ),
    rule(
        "C4",
        _("Two weapons"),
        _(
            "With a weapon in each hand one major action makes two attacks, the main hand's first, on one target or "
            "two; each has its own modifier, throw and damage. A table may play it as a single attack with a bonus, "
            "which does the higher damage of the two."
        ),
    ),
    rule(
        "C5",
        _("Critical hit"),
        _(
            "The dice that a critical adds are thrown with the damage of the weapon, and absorption is taken off them "
            "all once. A critical in healing adds its dice likewise."
        ),
    ),
    rule(
        "C6",
        _("Surprise"),
        _(
            "Before the attack, once, the attacker's stealth is rolled against the target's perception; a tie is no "
            "surprise. If the attacker wins, the attack that opens has a bonus, and no other."
        ),
    ),
    rule(
        "C7",
        _("Ranged attacks"),
        _(
            "A shot has a bonus, and its difficulty is that of the distance instead of the target's defense. The "
            "shooter says which distance it is; the numbers of the weapon tell how far each goes, and beyond the last "
            "there is no shot."
        ),
        _(
            "Cover makes it harder, and total cover impossible. Lying down helps behind cover and is a mistake in the "
            "open. At point-blank neither matters."
        ),
    ),
    rule(
        "C8",
        _("Active defense"),
        _(
            "Whoever is hit from afar and could act, surprised or not, has one defense against each hit, and it costs "
            "nothing: to dodge, or with a shield to block, which adds the shield. It is a skill check against the "
            "shooter's total, and a success takes no damage."
        ),
        _(
            "Damage is thrown only once the defense has failed or was passed up. The attack keeps the degrees that it "
            "had."
        ),
    ),
    rule(
        "C9",
        _("Crossfire"),
        _(
            "Who shoots at a target that others have shot at since the round began, from other places, has a bonus for "
            "each of those places, hit or miss. A second shot keeps the bonus of the first, and those who stand "
            "together share one."
        ),
    ),
    rule(
        "C10",
        _("Wounded"),
        _(
            "With hit points at the threshold or below it a character is wounded, and every throw of three dice keeps "
            "one die lower. Someone whose maximum is no higher than the threshold is wounded from half of that maximum "
            "on. In a fight the wound may linger once hit points are back above."
        ),
    ),
    rule(
        "C11",
        _("At 0 hit points"),
        _(
            "Without hit points one is out of combat. A heroic character, as a rule a player's, makes a check at once: "
            "a success fights on with one point, or more with a very high attribute; a failure is down. Every later "
            "fall in the same encounter is straight down."
        ),
        _(
            "Others are simply out, or dead if the blow was lethal. Each blow says whether it is, and the last one "
            "counts. The check waits for its player and holds up nothing but the fallen one's own turn."
        ),
    ),
    rule(
        "C12",
        _("Down"),
        _(
            "At the start of each own turn one plain ten-sided die is thrown, which nothing changes. Enough successes "
            "and one is stable; enough failures and one is unconscious, or dead if the blow was lethal. A 10 is back "
            "at once with one point, and acts; a 1 is out at once."
        ),
        _(
            "The stable throw no more, and only healing brings them back to this fight. Harm adds a failure, and with "
            "it puts a stable one down again. Any healing clears the counts, and healing above 0 wakes all but the "
            "dead."
        ),
    ),
    rule(
        "C13",
        _("Breather"),
        _(
            "A few quiet minutes after an encounter give points back, once for each encounter, to everyone but the "
            "dead: what the dice show, though no more than this encounter took and has not given back. Above 0 one "
            "wakes."
        ),
    ),
    rule(
        "C14",
        _("First aid and healing"),
        _(
            "A skill that heals gives points back in a major action, and each degree of a critical adds a die. On "
            "someone at 0 it is first aid. A patient gains from it once in an encounter, and outside of one once a day."
        ),
    ),
    rule("C15", _("Night's rest"), _("A night of sleep gives back a few hit points.")),
)
