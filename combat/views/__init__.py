"""What one asks of encounters over HTTP: the page, and a module for each part of an evening's fight."""
