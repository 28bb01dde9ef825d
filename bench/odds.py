"""The same questions asked of ours, of icepool and of dyce: the first answer of a fresh process, and later ones.

`python -m bench.odds` asks them without the server. Only the answering is timed, not the imports; for ours, what is
counted once at the start is part of the import, and has a row of its own.
"""

import importlib
import json
import platform
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from bench.bars import Row, show

ROOT = Path(__file__).parents[1]
OURS, OTHERS = "ours", ("icepool", "dyce")
QUESTIONS = {
    "check_with_degrees": "check: fumble, success, each degree",
    "exploding_check": "check whose kept 10 explodes",
    "opposed": "opposed: win, tie, lose",
    "exploding_damage": "exploding damage, 13 or more",
    "attack_then_damage": "attack: hits, takes, drops",
    "saving_throws": "saving throws within three turns",
}
FASTER = 10
"""How many times as quick as the others ours is to be."""
CLOSE = 1e-6
AGAIN_SECONDS = 0.1


def odds(quick: bool) -> Iterator[Row]:
    """A row for each question, and one for what ours counts at the start."""
    known = [name for name in OTHERS if _is_here(name)]
    for question, words in QUESTIONS.items():
        runs = _asked((OURS, *known), question, 3 if quick else 9)
        for name in known:
            assert _agree(runs[OURS][2], runs[name][2]), (question, name, runs)
        first, again, _answer = runs[OURS]
        measured = [f"ours {first:.3f} ms, again {again:.3f}"]
        for name in known:
            other, later, _answer = runs[name]
            measured.append(f"{name} {other:.2f}, {later:.2f} ms: {other / first:.0f} and {later / again:.0f} times")
        quicker = [runs[name][0] / first >= FASTER for name in known]
        yield Row(
            f"exact odds, {words}",
            "; ".join(measured),
            f"cold < 1 ms and {FASTER} times as quick",
            first < 1 and all(quicker) if known else None,
        )
    yield Row("counting the throws at the start", f"{median(_counting() for _ in range(3 if quick else 9)):.1f} ms")


def _is_here(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def _asked(names: Sequence[str], question: str, times: int) -> dict[str, tuple[float, float, list[float]]]:
    """Milliseconds of the first answer and of later ones, each the middle of so many processes; and the answer.

    All are asked in turn, so that what else the computer does weighs on all of them.
    """
    rounds = [[_asked_once(name, question) for name in names] for _ in range(times)]
    found = {}
    for name, runs in zip(names, zip(*rounds, strict=True), strict=True):
        first, again, answers = zip(*runs, strict=True)
        found[name] = median(first), median(again), answers[0]
    return found


def _asked_once(name: str, question: str) -> tuple[float, float, list[float]]:
    module = name if name == OURS else f"by_{name}"
    # A warning of dyce's about its own interface is not what is measured.
    command = [sys.executable, "-W", "ignore", "-m", "bench.odds", module, question]
    first, again, answer = json.loads(subprocess.check_output(command, cwd=ROOT, text=True))
    return first, again, answer


def _agree(ours: list[float], others: list[float]) -> bool:
    return all(abs(one - other) < CLOSE for one, other in zip(ours, others, strict=True))


def _counting() -> float:
    """Milliseconds in which a fresh process makes what ours looks up."""
    program = "import rules; import time; began = time.perf_counter(); import rules.kept_faces as made; "
    program += "[made._count(keep) for keep in made.Keep]; print((time.perf_counter() - began) * 1000)"
    return float(subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, text=True))


def _answer(module: str, question: str) -> None:
    answer = getattr(importlib.import_module(f"bench.answers.{module}"), question)
    began = time.perf_counter()
    found = answer()
    first = time.perf_counter() - began
    began, times = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < AGAIN_SECONDS:
        answer()
        times += 1
    print(json.dumps([first * 1000, passed * 1000 / times, [float(each) for each in found]]))


if __name__ == "__main__":
    if len(sys.argv) == 3:
        _answer(*sys.argv[1:])
    else:
        print(f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in OTHERS if _is_here(name)))
        show(odds("--quick" in sys.argv))
