"""Free rolls: whatever somebody at the table types is thrown as it stands (R1, R11)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from campaigns.models import Audience, Campaign, LogEntry, Membership
from characters import fighting
from characters.models.rolling import BLIND, Occasion, as_typed
from rules.typed import TypedRoll

if TYPE_CHECKING:
    from characters.models.character import Character


def throw_formula(
    campaign: Campaign,
    by: Membership,
    text: str,
    *,
    character: "Character | None" = None,
    audience: Audience = Audience.TABLE,
    typed: Sequence[int] = (),
    occasion: Occasion | None = None,
    press: str = "",
) -> LogEntry:
    """Throw "2d6+3" or "1o3d10+7" and log each die; from a sheet in the name of its character.

    `typed` are the faces of dice thrown at the table. Answers the entry that `by` may read. Raises Refused for what is
    no notation, or beyond its limits (`rules.notation`), and for faces that are none.
    """
    roll = TypedRoll.parse(text)
    with campaign.recording(by, press) as record:
        rolled = as_typed(roll.roll, typed)
        who = character.told if character else {"character": None, "name": by.name, "gender": ""}
        facts = {**who, "formula": str(roll), "rolled": rolled.facts(), "typed": bool(typed)}
        if character:
            fight = fighting.of(character)
            facts |= character.secret(fight)
            return character.record_roll(record, "free", facts, character.audience_for(audience, fight), (), occasion)
        notice = None
        if audience == Audience.GM and not by.leads:
            notice = record(BLIND, who, audience=Audience.PRIVATE)
        entry = record("free", facts, audience=audience)
        return notice or entry
