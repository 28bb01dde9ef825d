"""How things are known outside: by random names, so that nothing can be counted or guessed."""

import secrets
from typing import Final

from django.utils.crypto import salted_hmac

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def new_key() -> str:
    """A name for a row, 12 signs: 59 bits, enough not to be met by chance."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def key_of(press: str) -> str:
    """The name of the row that one press makes: pressed twice, it would be the same row. Nobody else can tell it."""
    number = int(salted_hmac("campaigns.keys", press).hexdigest(), 16)
    signs = []
    for _place in range(12):
        number, sign = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[sign])
    return "".join(signs)


def new_token() -> str:
    """A name that opens a door: 26 signs, 128 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(26))
