"""What is wrong with something entered: said all at once, each with its field and rule, never only the first."""

import dataclasses
from collections.abc import Callable, Mapping


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    `message` is an English message id with %(name)s placeholders for `params`; `field` is the form field or the
    dotted path of the option it is about, `rule` the id of the rule that forbids it.
    """

    code: str
    message: str
    field: str | None = None
    rule: str | None = None
    params: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)

    def show(self, translate: Callable[[str], str] = str) -> str:
        """The sentence in the language of `translate`, placeholders filled in."""
        return translate(self.message) % self.params

    def __str__(self) -> str:
        return self.show()


class Refused(Exception):
    """The rules do not allow it; `problems` holds every reason, at least one."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems: tuple[Problem, ...] = problems

    def __str__(self) -> str:
        return " ".join(str(problem) for problem in self.problems)
