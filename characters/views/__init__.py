"""What one asks of characters over HTTP: a module for each page."""
