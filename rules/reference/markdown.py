"""The reference as Markdown, for where there is no page: a forum, a printer, a repository."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from rules.messages import gettext_noop as _
from rules.reference.drawing import Figure, Shares
from rules.reference.sections import Chapter, Rule, RuleOption, Table
from rules.reference.words import Translate

CHANGED, OFF, PRESET = _("changed here"), _("switched off here"), _("preset: %(value)s")
LEFT_OUT = _("Left out here: %(rows)s")


def markdown(chapters: Iterable[Chapter], translate: Translate = str) -> str:
    """The chapters as one text; what a campaign changes stands beside what its preset says."""
    return "\n\n".join(block for chapter in chapters for block in _chapter(chapter, translate)) + "\n"


def _chapter(chapter: Chapter, translate: Translate) -> Iterator[str]:
    yield f"## {chapter.title}"
    for rule in chapter.rules:
        yield f"### {rule.id} · {rule.title}{_mark(rule, translate)}"
        yield from rule.paragraphs
        if rule.options:
            yield "\n".join(_option(each, translate) for each in rule.options)
        for table in rule.tables:
            yield from _table(table, translate)
        for figure in rule.figures:
            yield _shares(figure) if isinstance(figure, Shares) else _curves(figure)


def _mark(rule: Rule, translate: Translate) -> str:
    if rule.is_off:
        return f" ({translate(OFF)})"
    return f" ({translate(CHANGED)})" if rule.is_changed else ""


def _option(option: RuleOption, translate: Translate) -> str:
    before = f" ({translate(PRESET) % {'value': option.default}})" if option.is_changed else ""
    return f"- {option.label}: **{option.value}**{before}"


def _table(table: Table, translate: Translate) -> Iterator[str]:
    rows = (_line(f"**{row.label}**" if row.is_changed else row.label, *row.cells) for row in table.rows)
    yield "\n".join([_line(table.label, *table.columns), _rule(len(table.columns)), *rows])
    if table.left_out:
        yield translate(LEFT_OUT) % {"rows": ", ".join(table.left_out)}


def _curves(figure: Figure) -> str:
    """A line for each number that any curve has."""
    chances = [dict(curve.points) for curve in figure.curves]
    head = _line(f"{figure.caption} · {figure.head}", *(curve.label for curve in figure.curves))
    lines = (_line(str(each), *(_percent(chance.get(each, 0)) for chance in chances)) for each in figure.numbers)
    return "\n".join([head, _rule(len(chances)), *lines])


def _shares(shares: Shares) -> str:
    lines = (_line(label, _percent(chance)) for label, chance in shares.rows)
    return "\n".join([_line(shares.caption, "%"), _rule(1), *lines])


def _percent(chance: Fraction | int) -> str:
    return f"{float(chance) * 100:.1f}"


def _line(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def _rule(columns: int) -> str:
    return _line("---", *["---:"] * columns)
