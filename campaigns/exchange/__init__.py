"""A campaign as a file: written so that another place can take all of it in, and read as if a stranger had sent it."""

from campaigns.exchange.document import FORMAT, VERSION, document_of, file_of, schema
from campaigns.exchange.reading import MOST_BYTES, read
from campaigns.exchange.taking_in import checked, take_in

__all__ = ["FORMAT", "MOST_BYTES", "VERSION", "checked", "document_of", "file_of", "read", "schema", "take_in"]
