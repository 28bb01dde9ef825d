"""Chapter D: two ten-sided dice, successes and failures, and the fights that go with them."""

from rules.messages import gettext_noop as _
from rules.reference.text import rule

MARGINS = (
    rule(
        "D1",
        _("Throw"),
        _(
            "Two ten-sided dice, the attribute, the skill or technique and the modifiers have to reach the ND. Without "
            "a skill the dice, the attribute and the modifiers do. The ND is a number of the GM's, a defense, or what "
            "a rival rolled; against a rival the higher total wins by the difference."
        ),
    ),
    rule(
        "D2",
        _("Successes and failures"),
        _(
            "Each point above the ND is a success, each point below it a failure; who just reaches it succeeds with "
            "none. Many successes are a great benefit, many failures a fumble."
        ),
    ),
    rule(
        "D3",
        _("Modifiers"),
        _(
            "Whatever of the table fits is picked, and all of it adds up. A skill at 0 counts as one without "
            "experience by itself."
        ),
        _(
            "Each adventure begins with some protagonism, and the GM may give more. One point of it may be spent on a "
            "roll before the dice fall."
        ),
    ),
    rule(
        "D4",
        _("Natural twenty"),
        _(
            "Two tens are a critical: both dice are thrown again and added, each time it happens. A great benefit is "
            "something else, and either may come without the other."
        ),
    ),
    rule(
        "D5",
        _("Initiative and actions"),
        _(
            "Perception, reflexes, what the weapon or technique of the first turn adds, and the dice. There is one "
            "action for each full ten of the total, and always one. Two ones are a fumble: last in the order, with one "
            "action, whatever the total."
        ),
    ),
    rule(
        "D6",
        _("What a turn holds"),
        _(
            "Attacking, casting, supporting a roll, moving 6 m, fleeing, hiding or arguing takes an action. Moving 3 "
            "m, a few words, dropping, drinking or handing over something is minor: two different ones are free, a "
            "third costs an action and makes two more free, and none is done twice in a turn. However many actions "
            "there are, one moves 9 m at most."
        ),
    ),
    rule(
        "D7",
        _("More actions"),
        _(
            "One may do more than initiative grants. Each extra action weighs on all rolls of the turn, and is "
            "declared before the first of them; one that comes later weighs on the rolls still to come, and the GM is "
            "told."
        ),
    ),
    rule(
        "D8",
        _("Attack and damage"),
        _(
            "An attack has the target's defense for its ND, or the target's dodge where the GM asks for one. Damage is "
            "the margin, the weapon's dice and what mastery adds, less the armor, and never below 0."
        ),
        _(
            "Edges, projectiles and techniques take hit points. Blunt blows take stamina, and what goes beyond it "
            "takes hit points at once; who has no stamina left is knocked out until some returns."
        ),
    ),
    rule(
        "D9",
        _("Support rolls"),
        _(
            "Where the GM finds that another roll helps, its margin is added to that of the main one. A sum of 0 or "
            "more succeeds, and only from 1 on does mastery add its successes. In a fight support costs an action; "
            "outside it is free, and waits on the sheet for the roll it was meant for."
        ),
    ),
    rule(
        "D10",
        _("Mastery"),
        _(
            "Mastery is of one kind of weapon, or of bare fists, and counts only with it. A grade asks for a level of "
            "the skill. It adds successes where there is one already, damage and defense, and lets one face several "
            "enemies."
        ),
        _(
            "Against several a single roll is made, against the strongest, and holds for all; each failure lets one of "
            "them through. Each enemy beyond those of the grade takes 3 off all rolls."
        ),
    ),
    rule(
        "D11",
        _("Evasion range (REV)"),
        _(
            "Of a burst that hits, as many projectiles strike as its number divided by the target's REV says, rounded "
            "down, and one at least. The REV is that of the mastery with which the target fights. Each projectile does "
            "its damage, less armor each time; the successes count once, for the first."
        ),
    ),
    rule(
        "D12",
        _("Hazards"),
        _(
            "A hazard has a level. It is resisted with constitution and resistance against 15 and the level; against "
            "fire and falls dexterity may serve instead. Each failure makes it last a turn, and at the start of each "
            "it takes as many hit points as its level, whatever the armor. Another's support helps, and the successes "
            "of the animal that bit make it harder."
        ),
        _(
            "Burns, drugs and poisons last a turn even after a success, unless the GM grants protection; a mild drug "
            "or poison takes stamina. Hunger, thirst, climate and disease count days instead of turns, and weigh on "
            "all that the body does as much as their level."
        ),
    ),
    rule(
        "D13",
        _("Supernatural states"),
        _(
            "They are rolled against each other and last a turn for each success of the attacker, so a tie does "
            "nothing."
        ),
    ),
    rule(
        "D14",
        _("Shoves and falls"),
        _(
            "A blow shoves one meter for each full 5 points of damage before armor. A fall hurts by the meter, the far "
            "ones more than the first, less armor once; a hazard's roll against a number that grows with the meters "
            "halves what is left."
        ),
    ),
    rule(
        "D15",
        _("Location"),
        _(
            "A ten-sided die says where a hit lands; with three successes attacker or GM may say it more exactly. Who "
            "aims somewhere takes the modifier of that place and throws no such die."
        ),
    ),
    rule(
        "D16",
        _("Pain"),
        _(
            "With few hit points one is in pain, with little stamina stunned. Each weighs on all rolls, and both "
            "together add up. Once a turn willpower may be rolled at no cost and free of both: they are ignored for as "
            "many turns as it has successes."
        ),
        _("Who has less at full than the threshold counts from half of that instead."),
    ),
    rule(
        "D17",
        _("Recovery"),
        _(
            "A day of care and rest gives back hit points. A turn without a roll or an action, or one whose actions "
            "all go to trading words with an enemy, gives back stamina. Medicine treats each wound once a day and "
            "gives back as many points as it has successes."
        ),
    ),
    rule(
        "D18",
        _("Death"),
        _(
            "Without hit points one is out of combat, and pain no longer matters. Points may fall below 0, and far "
            "enough below lies death; there they stop."
        ),
    ),
    rule("ND", _("Named difficulties"), _("Each name has a number, from what is easy to what moves worlds.")),
)
