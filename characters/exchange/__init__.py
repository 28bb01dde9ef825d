"""A character as a file: written so that another table can take it in, and read as if a stranger had sent it."""

from characters.exchange.document import FORMAT, VERSION, document_of, file_of
from characters.exchange.reading import MOST_BYTES, SCHEMAS, read
from characters.exchange.taking_in import take_in

__all__ = ["FORMAT", "MOST_BYTES", "SCHEMAS", "VERSION", "document_of", "file_of", "read", "take_in"]
