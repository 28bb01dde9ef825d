"""A character as a file: written so that another table can take it in, and read as if a stranger had sent it."""

from characters.exchange.document import FORMAT, VERSION, document_of, file_of, writable
from characters.exchange.reading import MOST_BYTES, SCHEMAS, check_shape, opened, read
from characters.exchange.taking_in import foe_of, take_in

__all__ = [
    "FORMAT",
    "MOST_BYTES",
    "SCHEMAS",
    "VERSION",
    "check_shape",
    "document_of",
    "file_of",
    "foe_of",
    "opened",
    "read",
    "take_in",
    "writable",
]
