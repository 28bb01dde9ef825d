"""The fields of acts in a fight, and the form that is made of those an act asks for."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import Name
from campaigns.models import Audience, LogEntry, Membership
from campaigns.templatetags.pieces import signed
from characters.forms.fields import WholeNumber
from characters.forms.rolls import FacesField
from characters.models.asked import NUMBER
from combat.act_forms import Points
from combat.models import Combatant, Encounter
from combat.models.manner import Spent
from combat.throws import MOST_RIVALS
from combat.what import Act
from rules.checks import DIFFICULTIES, MODIFIERS
from rules.fight.enduring import LEVELS, METERS
from rules.fight.supporting import MOST_ENEMIES
from rules.lasting import Moment

MOST_TURNS = 99
RAISED = range(-999, 1000)
"""What an effect may add to a maximum of points."""
WOUNDS = 12  # of one patient that are offered, the newest first
OF_DAMAGE = ("attack", "defense", "harm", "technique", "fall", "dodge-all")


def _number(label: Any, values: range, initial: int, *, required: bool = True) -> Any:
    return lambda: WholeNumber(
        label=label, min_value=values.start, max_value=values.stop - 1, initial=initial, required=required
    )


def _tick(label: Any, *, initial: bool = False) -> Any:
    return lambda: forms.BooleanField(label=label, required=False, initial=initial)


class HarmField(Points):
    """Points or dice, or nothing."""

    def clean(self, value: object) -> Any:
        return super().clean(value) if str(value or "").strip() else None


RIVALS = range(1, MOST_RIVALS + 1)
PLAIN_FIELDS = {
    "modifier": _number(_("Modifier"), MODIFIERS, 0, required=False),
    "difficulty": _number(_("Difficulty"), DIFFICULTIES, 15),
    "level": _number(_("Level"), LEVELS, 3),
    "meters": _number(_("Meters"), METERS, 5),
    "enemies": _number(_("How many enemies"), range(1, MOST_ENEMIES + 1), 2),
    "animal": _number(_("Successes of the animal that brings it"), range(0, 100), 0, required=False),
    "rounds": _number(_("…in how many rounds"), range(0, MOST_TURNS + 1), 1, required=False),
    "effect_modifier": _number(_("Added to all its rolls"), MODIFIERS, 0, required=False),
    "raised": _number(_("Raises the maximum by"), RAISED, 0, required=False),
    "save_difficulty": _number(_("Against"), DIFFICULTIES, 15, required=False),
    "turns": lambda: WholeNumber(
        label=_("Own turns (none: until it is taken off)"), min_value=1, max_value=MOST_TURNS, required=False
    ),
    "goal_number": _number(_("…or this number"), DIFFICULTIES, 0, required=False),
    "formula": lambda: forms.CharField(
        label=_("Dice to throw"),
        max_length=100,
        widget=forms.TextInput(attrs={"placeholder": "2d6+3, 1o3d10+7", "autocomplete": "off", "spellcheck": "false"}),
    ),
    "audience": lambda: forms.ChoiceField(label=_("Who sees it"), choices=Audience.choices),
    "dice": lambda: FacesField(label=_("Dice of the table")),
    **{f"rival_modifier_{number}": _number(_("Its modifier"), MODIFIERS, 0, required=False) for number in RIVALS},
    "label": lambda: Name(label=_("What it is called"), max_length=60),
    "harm": lambda: HarmField(label=_("Harm each turn, points or dice"), max_length=40, required=False),
    "dodges": _tick(_("Gets away instead of bearing it")),
    "mild": _tick(_("A mild one: it takes stamina")),
    "protected": _tick(_("Adequate protection")),
    "softens": _tick(_("Tries to soften it"), initial=True),
    "ignores_absorption": _tick(_("No armor stops it"), initial=True),
}


class ActForm(forms.Form):
    """What one act asks for. Answers in `cleaned_data` all that the act needs, and in `spent` what is given for it."""

    def __init__(self, encounter: Encounter, seat: Membership, act: Act, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.encounter, self.seat, self.act = encounter, seat, act
        leads = seat.leads
        self.seen = [row for row in encounter.present if leads or not row.is_hidden]
        own = [row for row in self.seen if row.character.can_be_played_by(seat)]
        turn = encounter.turn if leads else encounter.shown_turn
        own.sort(key=lambda row: row.character.key != turn)
        for name in act.fields:
            self.fields[name] = self._field(name, own)
        if act.rolls and act.actor:
            self._add_spending(own)

    def _field(self, name: str, own: Sequence[Combatant]) -> forms.Field:
        rules = self.encounter.campaign.ruleset
        if name in PLAIN_FIELDS:
            field: forms.Field = PLAIN_FIELDS[name]()
            return field
        people = self._people(self.seen)
        kind, _number_of, number = name.rpartition("_")
        if kind in {"rival", "rival_rolls"}:
            return self._of_rival(kind, number, own)
        match name:
            case "rolled":
                return forms.ChoiceField(label=_("What it rolls"), choices=self._rolled(own))
            case "goal":
                rows = [
                    (row.key, f"{gettext(row.label)} · {row.skill} / {row.attribute or '–'}")
                    for row in rules.rolls.difficulties
                ]
                return forms.ChoiceField(label=_("Against"), required=False, choices=[("", _("none")), *rows])
            case "by":
                return forms.ChoiceField(label=_("Who does it"), choices=self._people(own))
            case "who":
                return forms.ChoiceField(
                    label=_("Who"), choices=self._people(own if self.act.is_players else self.seen)
                )
            case "target":
                return forms.ChoiceField(label=_("On whom"), choices=people)
            case "whom":
                return forms.MultipleChoiceField(
                    label=_("On whom"), choices=people, widget=forms.CheckboxSelectMultiple
                )
            case "trait":
                return forms.ChoiceField(label=_("Rolls"), choices=self._traits(own))
            case "against":
                return forms.ChoiceField(label=_("Against its"), choices=self._traits(()))
            case "roll":
                rolls = [*self._traits(self.seen if self.seat.leads else own), *_labelled(rules.derived)]
                return forms.ChoiceField(label=_("Helps the next roll of"), choices=rolls)
            case "hazard":
                return forms.ChoiceField(
                    label=_("Which"), choices=_labelled(rules.hazards.kinds if rules.hazards else ())
                )
            case "hinders":
                return forms.MultipleChoiceField(
                    label=_("…to those of these attributes alone"),
                    choices=_labelled(rules.attributes),
                    required=False,
                    widget=forms.CheckboxSelectMultiple,
                )
            case "raised_pool":
                return forms.ChoiceField(label=_("Maximum of"), choices=_labelled(rules.pools), required=False)
            case "save":
                return forms.ChoiceField(
                    label=_("Saving throw"), required=False, choices=[("", _("none")), *_labelled(rules.attributes)]
                )
            case "save_at":
                moments = [(Moment.START.value, _("at the start of its turn")), (Moment.END.value, _("at the end"))]
                return forms.ChoiceField(label=_("Thrown"), choices=moments, required=False)
            case "until":
                return forms.ChoiceField(label=_("…or until"), choices=self._moments(), required=False)
            case "effect":
                return forms.ChoiceField(label=_("Which"), choices=self._effects())
            case "wound":
                return forms.ChoiceField(label=_("Which wound"), choices=self._wounds())
        raise LookupError(name)

    def _of_rival(self, kind: str, number: str, own: Sequence[Combatant]) -> forms.Field:
        """Another side of an opposed roll: who, those of the other side first, and with what; only the first must be
        there."""
        if kind == "rival_rolls":
            return forms.ChoiceField(label=_("What it rolls"), choices=self._rolled(()))
        nobody = [] if number == "1" else [("", _("nobody"))]
        rivals = sorted(self.seen, key=lambda row: bool(own) and row.is_hero == own[0].is_hero)
        choices = [*nobody, *self._people(rivals)]
        return forms.ChoiceField(label=_("Against"), choices=choices, required=not nobody)

    def _rolled(self, rows: Sequence[Combatant]) -> list[tuple[str, str]]:
        """What somebody may roll: techniques and traits, values that have a die, and a plain number."""
        rules = self.encounter.campaign.ruleset
        values = _labelled(
            each for each in rules.derived if each.key in (rules.turns.initiative, rules.attacks.active_defense)
        )
        return [*self._traits(rows), *values, (NUMBER, gettext("only the modifier"))]

    def _people(self, rows: Sequence[Combatant]) -> list[tuple[str, str]]:
        role = "gm" if self.seat.leads else "table"
        return [(row.character.key, row.called[role]) for row in rows]

    def _traits(self, rows: Sequence[Combatant]) -> list[tuple[str, str]]:
        """All that is rolled by name, the techniques of these first (P2)."""
        known = {each.key: each.name for row in rows for each in row.character.sheet.techniques}
        return [*known.items(), *_labelled(self.encounter.campaign.ruleset.traits)]

    def _moments(self) -> list[tuple[str, str]]:
        words = {
            Moment.START: gettext("start of the turn of %(name)s"),
            Moment.END: gettext("end of the turn of %(name)s"),
        }
        found = [
            (f"{key}:{moment.value}", words[moment] % {"name": name})
            for key, name in self._people(self.seen)
            for moment in Moment
        ]
        return [("", "—"), *found]

    def _effects(self) -> list[tuple[str, str]]:
        """Effects that last on somebody; of those that are saved from only these, where the act is that."""
        return [
            (f"{row.character.key}:{each.key}", f"{row.called['gm']}: {each.label}")
            for row in self.seen
            for each in row.character.sheet.vitals.effects
            if self.act.key != "save" or each.save
        ]

    def _wounds(self) -> list[tuple[str, str]]:
        """Entries of damage that the seat may read, each one wound (D17)."""
        entries = LogEntry.objects.visible_to(self.seat).filter(
            topic=self.encounter.topic, kind__in=OF_DAMAGE, is_undone=False
        )
        found = []
        for entry in entries[: 4 * WOUNDS]:
            for key, lost in _losses(entry.facts):
                row = self.encounter.known.get(key)
                if row in self.seen and row is not None:
                    name = row.called["gm" if self.seat.leads else "table"]
                    label = f"{name}, −{lost}" if self.seat.leads or row.known["points"] else name
                    found.append((f"{entry.key}:{key}", label))
        return found[:WOUNDS]

    def _add_spending(self, own: Sequence[Combatant]) -> None:
        rules = self.encounter.campaign.ruleset
        if any(row.character.has_tokens and row.character.purse.held for row in own):
            self.fields["token"] = forms.BooleanField(label=_("Spend a token: one die higher"), required=False)
        if any(row.character.has_protagonism and row.character.protagonism_left for row in own):
            self.fields["protagonism"] = forms.BooleanField(label=_("Spend a point of protagonism"), required=False)
        if rules.modifiers:
            listed = [
                (row.key, f"{signed(row.value)} {gettext(row.label)}")
                for row in rules.modifiers
                if row.key != "protagonism"
            ]
            self.fields["modifiers"] = forms.MultipleChoiceField(
                label=_("Modifiers of the list"), choices=listed, required=False, widget=forms.SelectMultiple
            )

    def clean(self) -> dict[str, Any]:
        data = {**self.cleaned_data}
        for name in ("modifier", "animal", "effect_modifier", "raised"):
            if name in self.fields:
                data[name] = data.get(name) or 0
        for number in RIVALS:
            if f"rival_{number}" in self.fields:
                data[f"rival_modifier_{number}"] = data.get(f"rival_modifier_{number}") or 0
        if "audience" in self.fields:
            data["audience"] = data.get("audience") or Audience.TABLE
        if "goal" in self.fields:
            data["goal"] = self._goal(data)
        if "rounds" in self.fields:
            data["rounds"] = 1 if data.get("rounds") is None else data["rounds"]
            data["save_difficulty"] = 15 if data.get("save_difficulty") is None else data["save_difficulty"]
            data["save_at"] = data.get("save_at") or Moment.START.value
            data["raised_pool"] = data.get("raised_pool") or self.encounter.campaign.ruleset.injuries.pool
        if "effect" in data:
            owner, _colon, effect = data["effect"].partition(":")
            data |= {"owner": owner, "effect": (owner, effect)}
        if "wound" in data:
            entry, _colon, whose = data["wound"].partition(":")
            if whose != data.get("target"):
                self.add_error("wound", _("That wound is somebody else's."))
            data["wound"] = entry
        return data

    def _goal(self, data: dict[str, Any]) -> int | None:
        """The number to reach: what was written, else that of the named difficulty for what is rolled (R8)."""
        if data.get("goal_number"):
            written: int = data["goal_number"]
            return written
        rules = self.encounter.campaign.ruleset
        row = next((row for row in rules.rolls.difficulties if row.key == data.get("goal")), None)
        if row is None:
            return None
        return (row.attribute if rules.find_attribute(data.get("rolled", "")) else row.skill) or row.skill

    @property
    def first_choice(self) -> dict[str, Any]:
        """What it says as it is shown first: what the fields begin with, and the first of what must be chosen."""
        found = {name: self.get_initial_for_field(field, name) for name, field in self.fields.items()}
        for name, field in self.fields.items():
            if isinstance(field, forms.ChoiceField) and field.required:
                found[name] = next((value for value, _label in field.choices), None)
        return {name: value for name, value in found.items() if value not in (None, False)}

    @property
    def spent(self) -> Spent:
        data = self.cleaned_data
        return Spent(bool(data.get("token")), bool(data.get("protagonism")), tuple(data.get("modifiers") or ()))


def _labelled(rows: Any) -> list[tuple[str, Any]]:
    return [(row.key, gettext(row.label)) for row in rows]


def _losses(facts: Any) -> list[tuple[str, int]]:
    """Who lost how many points by an entry of damage."""
    blows = [facts, *(blow for name in ("blows", "attacks", "results") for blow in facts.get(name, ()))]
    lost = []
    for blow in blows:
        points = blow.get("points") or {}
        if points.get("by", 0) < 0:
            lost.append((blow.get("target") or blow.get("fighter"), -points["by"]))
    return lost
