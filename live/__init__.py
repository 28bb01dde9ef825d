"""Server-sent events: every open screen hears that something changed, then gets what changed.

Knows no model and no web framework. The site gives it two callables (`admit`, `read`), and calls `wake` and `expel`,
which reach the hub that the server's lifespan opened in this process, or nothing where none is open (tests, commands).
"""

from live.hub import GONE, Gone, Hub, Message, Screen, attendance, close, expel, screens, wake
from live.presence import Attendance

__all__ = ["GONE", "Attendance", "Gone", "Hub", "Message", "Screen", "attendance", "close", "expel", "screens", "wake"]
