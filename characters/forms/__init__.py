"""What is typed and chosen: a module for each page."""
