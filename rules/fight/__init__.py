"""An encounter as a value: each action gives the fight after it, facts for the log, and changes to undo it (T1–T6, C3).

    progress = fight.attack("lia", "orc", sword, draw)
    progress.fight.undone(progress.changes) == fight

Nothing here knows sides, names or secrets; facts name fighters by key. What is not allowed raises `Refused`. Each file
holds the actions of one kind, as methods on the standing fight (`rules.fight.base`) and on those it builds on.
"""

from rules.fight.aiming import Aim
from rules.fight.casting import Casting
from rules.fight.defending import Defending
from rules.fight.enduring import Enduring
from rules.fight.entering import MAX_FIGHTERS, Entering
from rules.fight.fighter import Fighter
from rules.fight.harming import MAX_AMOUNT
from rules.fight.pending import Pending
from rules.fight.progress import Change, Progress, reverse, reversed_changes
from rules.fight.supporting import Supporting
from rules.fight.turning import Faces

__all__ = [
    "MAX_AMOUNT",
    "MAX_FIGHTERS",
    "Aim",
    "Change",
    "Faces",
    "Fight",
    "Fighter",
    "Pending",
    "Progress",
    "reverse",
    "reversed_changes",
]


class Fight(Entering, Enduring, Supporting, Casting, Defending):
    """A fight and all its actions; its fields are those of `Standing`."""

    __slots__ = ()
