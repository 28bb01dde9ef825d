"""How things are known outside: by random names, so that nothing can be counted or guessed."""

import secrets
from typing import Final

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def new_key() -> str:
    """A name for a row, 12 signs: 59 bits, enough not to be met by chance."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def new_token() -> str:
    """A name that opens a door: 26 signs, 128 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(26))
