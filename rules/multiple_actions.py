"""Turns of several actions: what initiative grants, minor actions, and those taken on beyond it (D5–D7)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.deeds import Deeds
from rules.messages import gettext_noop as _
from rules.options import option
from rules.problems import Problem, Refused

MOST_EXTRA = 20
"""Actions beyond those of the initiative, at most: more would only bury the turn in penalties."""


@dataclass(frozen=True, slots=True)
class MultipleActions:
    """How initiative gives actions. `initiative` is the key of the derived value that is rolled.

    So many different `minors` are free, one more costs an action, and so on (D6). Meters are those of a move as an
    action, as a minor one, and of a whole turn.
    """

    rule = "D5"
    enforces = ("C1", "D5", "D6", "D7", "T1", "T3", "T4", "T6")
    named = (
        ("move", _("move")),
        ("drop", _("drop a weapon")),
        ("drink", _("drink a potion")),
        ("hand", _("hand over an item")),
        ("words", _("a few words")),
    )
    takes_extra = True
    initiative: str = "initiative"
    tens: int = 10
    minors: int = 2
    major_meters: int = 6
    minor_meters: int = 3
    most_meters: int = 9
    seconds: int = option("D6", _("Seconds of a turn (only shown)"), 6, 1, 3_600)
    extra_penalty: int = option("D7", _("Taken off all rolls for each extra action"), 3, 0, 20)

    def majors(self, total: int) -> int:
        """The actions of a turn with that initiative: one for each full ten, at least one (D5)."""
        return max(1, total // self.tens)

    def begin(self, total: int, *, is_last: bool = False) -> Deeds:
        """The actions of that initiative, one alone if it was fumbled (D5)."""
        return Deeds(1 if is_last else self.majors(total), self.minors)

    def major(self, deeds: Deeds, *, meters: int = 0, is_talk: bool = False) -> Deeds:
        """An action used up (D6). Raises Refused: fields "action", "meters"."""
        problems = (*self._action_problems(deeds), *self._move_problems(deeds, meters, self.major_meters))
        if problems:
            raise Refused(*problems)
        strains = deeds.has_strained or not is_talk
        return replace(deeds, majors=deeds.majors - 1, meters=deeds.meters + meters, has_strained=strains)

    def minor(self, deeds: Deeds, name: str = "", *, meters: int = 0) -> Deeds:
        """A minor action; where the free ones are used up it costs an action, after which as many are free (D6).

        Raises Refused: field "action" if that minor was taken this turn or no action is left for it, "meters".
        """
        costs = not deeds.minors
        problems = (
            *self._again_problems(deeds, name),
            *(self._action_problems(deeds) if costs else ()),
            *self._move_problems(deeds, meters, self.minor_meters),
        )
        if problems:
            raise Refused(*problems)
        named = (*deeds.named, name) if name else deeds.named
        moved = replace(deeds, named=named, meters=deeds.meters + meters)
        if costs:
            return replace(moved, majors=deeds.majors - 1, minors=self.minors, has_strained=True)
        return replace(moved, minors=deeds.minors - 1)

    def declare(self, deeds: Deeds, extra: int = 1) -> Deeds:
        """So many actions taken on beyond those there are (D7). Raises Refused, field "extra".

        Once a check of the turn has been thrown they only weigh on what is still to come, and the GM is to be told:
        ask `deeds.has_rolled`.
        """
        if extra < 1 or deeds.extra + extra > MOST_EXTRA:
            message = _("Extra actions go from 1 to %(most)s.")
            raise Refused(Problem("extra", message, "extra", "D7", {"most": MOST_EXTRA}))
        return replace(deeds, majors=deeds.majors + extra, extra=deeds.extra + extra)

    def penalty(self, deeds: Deeds) -> int:
        """Each action taken on weighs on all of them (D7)."""
        return -self.extra_penalty * deeds.extra

    def _action_problems(self, deeds: Deeds) -> Iterator[Problem]:
        if deeds.majors < 1:
            message = _("There is no action left; one more is an extra action, with its penalty.")
            yield Problem("no_action", message, "action", "D7")

    def _again_problems(self, deeds: Deeds, name: str) -> Iterator[Problem]:
        if name and name in deeds.named:
            yield Problem("minor_again", _("The same minor action is not taken twice in a turn."), "action", "D6")

    def _move_problems(self, deeds: Deeds, meters: int, limit: int) -> Iterator[Problem]:
        most = min(limit, self.most_meters - deeds.meters)
        if not 0 <= meters <= most:
            message = _("This move goes from 0 to %(most)s meters.")
            yield Problem("too_far", message, "meters", "D6", {"most": most})
