"""What an act of a fight is: its form, whom it asks for, and what is done."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.models import LogEntry, Membership
from characters.facing import Facing
from combat.models import Encounter
from combat.models.doing import Doing
from combat.models.manner import Spent
from rules.checks import Check
from rules.fight import Fight, Progress
from rules.ruleset import Ruleset
from rules.ruleset.rolling import Given

Data = Mapping[str, Any]
Do = Callable[[Fight, Data, Given, bool], Progress]
"""`(fight, what the form says, what is given for the throw, whether a major action is spent) → Progress`"""
Throw = Callable[[Encounter, Membership, Data, Spent, str], LogEntry]
"""`(encounter, by, what the form says, what is spent, press) → LogEntry`"""


@dataclass(frozen=True, slots=True)
class Act:
    """`fields` are those of `combat.doing_forms.FIELDS` that it asks for, in order; `actor` is the one among them that
    names who acts, and `named` those that name others. `is_players`: players do it for their own; `spends`: it is a
    major action; `rolls`: its actor throws, so tokens may be spent. `check`: what would be thrown, for the odds. `kind`
    is that of its entry where it is not the key. What is no action of the fight has `throw` instead of `do`, and
    `asked` instead of `check`, or `faced` where it is against others."""

    key: str
    label: str
    rule: str
    fields: tuple[str, ...]
    do: Do | None
    is_offered: Callable[[Ruleset], bool]
    actor: str = "by"
    named: tuple[str, ...] = ("target",)
    is_players: bool = False
    spends: bool = False
    rolls: bool = True
    check: Callable[[Fight, Data, Given], Any] | None = None
    kind: str = ""
    throw: Throw | None = None
    asked: Callable[[Encounter, Data, Given], Check] | None = None
    faced: Callable[[Encounter, Membership, Data, Given], Iterable[Facing]] | None = None

    def doing(self, data: Data) -> Doing:
        """The act as it is asked for."""
        actor = data[self.actor] if self.actor else None
        names = [actor, *(data[name] for name in self.named if name != self.actor and data.get(name))]
        keys = [key for each in names for key in ([each] if isinstance(each, str) else each or ())]
        about = tuple(dict.fromkeys(keys))
        do = self.do
        if do is None:
            raise LookupError(self.key)
        return Doing(
            self.kind or self.key, lambda fight, given, spend: do(fight, data, given, spend), actor, about, self.spends
        )

    def done(self, found: Encounter, by: Membership, data: Data, spent: Spent, press: str) -> LogEntry:
        """What it came to, logged. Raises Refused."""
        if self.throw:
            return self.throw(found, by, data, spent, press)
        return found.act(by, self.doing(data), press, spent=spent)
