"""Four hands that press and press, while something happens to the server."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


class Hands:
    """Each presses until told to stop or its press raises StopIteration; `done` is what their presses answered."""

    def __init__(self, press: Callable[[int], str]) -> None:
        self.done: list[str] = []
        self._press, self._goes_on = press, True

    def _play(self, number: int) -> None:
        while self._goes_on:
            try:
                self.done.append(self._press(number))
            except StopIteration:
                return

    def __enter__(self) -> "Hands":
        self._threads = ThreadPoolExecutor(4)
        self._playing = [self._threads.submit(self._play, number) for number in range(4)]
        return self

    def __exit__(self, *_fault: object) -> None:
        self._goes_on = False
        self._threads.shutdown()
        for each in self._playing:
            each.result()
