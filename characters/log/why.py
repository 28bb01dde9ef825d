"""Why a roll came to what it did: one sentence a reason, each with its rule."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, npgettext, pgettext

from characters.templatetags.states import state_word
from rules.checks import Factor, Outcome
from rules.dice import Keep
from rules.explain import after

Words = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence, without its full stop, and the ids of the rules behind it."""

    sentence: str
    rules: tuple[str, ...] = ()


FACTORS = {
    "wounded": gettext_noop("%(word)s: one die lower"),
    "unskilled": gettext_noop("Without the skill: one die lower"),
    "token": gettext_noop("A token spent: one die higher"),
    "forced": gettext_noop("A token given back: one die lower"),
    "specialization": gettext_noop("Specialization, %(label)s: one die higher"),
}
"""Why another die than the middle one stays, by the code of the factor."""

KEEPS = {
    "low": gettext_noop("The low die stays, the %(kept)s"),
    "mid": gettext_noop("The middle die stays, the %(kept)s"),
    "high": gettext_noop("The high die stays, the %(kept)s"),
    None: gettext_noop("Both dice count"),
}
NEEDED_BY = ("R3", "R4", "D2", "R9")
"""The rules by which a total meets its difficulty."""


def reasons_to_keep(factors: tuple[Factor, ...], gender: str) -> Iterator[Reason]:
    """A sentence for each factor of a check."""
    for factor in factors:
        sentence = FACTORS.get(factor.code)
        if sentence:
            words = {"word": state_word("wounded", gender).capitalize(), "label": factor.label}
            yield Reason(_(sentence) % words, (factor.rule,))


WILL_KEEP = {
    Keep.LOW: (gettext_noop("The low die stays"), "R1"),
    Keep.MID: (gettext_noop("The middle die stays"), "R1"),
    Keep.HIGH: (gettext_noop("The high die stays"), "R1"),
    None: (KEEPS[None], "D1"),
}


def will_keep(keep: Keep | None) -> Reason:
    """Which die will count, before they fall."""
    sentence, rule = WILL_KEEP[keep]
    return Reason(_(sentence), (rule,))


def kept(outcome: Outcome) -> Reason:
    """Which die counted."""
    keep = outcome.keep
    first = outcome.throws[0].kept
    return Reason(_(KEEPS[None if keep is None else keep.label]) % {"kept": first}, outcome.rules[:1])


def _again(outcome: Outcome) -> str:
    return _("A %(n)s that stays is thrown again and added") % {"n": outcome.throws[0].kept}


def _fumble(outcome: Outcome) -> str:
    if outcome.keep is Keep.HIGH:
        return _("Three ones: a fumble")
    return _("The next die up is low too: a fumble")


def _margin(outcome: Outcome) -> str:
    """How many éxitos or fracasos (D2)."""
    n = outcome.margin or 0
    if n < 0:
        short = npgettext("margin", "%(n)s failure", "%(n)s failures", -n) % {"n": -n}
        return _("%(margin)s, a fumble") % {"margin": short} if outcome.fumble else short
    found = ngettext("%(n)s success", "%(n)s successes", n) % {"n": n}
    return _("%(margin)s, a great benefit") % {"margin": found} if outcome.great else found


RULES: Mapping[str, Callable[[Outcome], str]] = {
    "R7": _again,
    "D4": lambda outcome: _("Two tens are thrown again and added"),
    "R4": lambda outcome: _("A kept 1 fails whatever the total"),
    "R5": _fumble,
    "R6": lambda outcome: _("Degree %(n)s of critical") % {"n": outcome.degrees},
    "D2": _margin,
    "D5": lambda outcome: _("A natural 2 acts last") if outcome.fumble else "",
}
"""What a rule that decided says of the outcome; those that are not here say it by the sum."""


def decided(outcome: Outcome) -> Iterator[Reason]:
    """A sentence for each rule that decided and has something to say."""
    for rule in outcome.rules:
        if rule in RULES and (rule != "D2" or outcome.margin is not None) and (sentence := RULES[rule](outcome)):
            yield Reason(sentence, (rule,))


def needed_by(outcome: Outcome) -> str:
    """The rule that compared the total with what was needed."""
    return next((rule for rule in outcome.rules if rule in NEEDED_BY), "")


def otherwise(outcome: Outcome) -> str:
    """What the first throw would have come to with another die kept."""
    names = {Keep.LOW: pgettext("die", "low"), Keep.MID: pgettext("die", "middle"), Keep.HIGH: pgettext("die", "high")}
    others = []
    for each in after(outcome).others:
        total = _("more than %(n)s") % {"n": each.total} if each.is_least else each.total
        others.append(f"{names[each.keep]} {total}")
    if not others:
        return ""
    return _("Otherwise: %(others)s") % {"others": ", ".join(others)}
