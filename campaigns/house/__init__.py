"""The page of house rules, made from the ruleset: what it shows, what was filled in, and files of it."""
