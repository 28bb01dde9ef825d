"""Growth: px are awarded, shared out and spent, and every point has an origin (X1–X5)."""

from rules.growth.adventure import Adventure
from rules.growth.costs import Growth
from rules.growth.learner import Extra, Learner, Offer, Purchase
from rules.growth.ledger import Ledger, Movement, MovementKind
from rules.growth.origins import Origin, Proof, prove

__all__ = [
    "Adventure",
    "Extra",
    "Growth",
    "Learner",
    "Ledger",
    "Movement",
    "MovementKind",
    "Offer",
    "Origin",
    "Proof",
    "Purchase",
    "prove",
]
