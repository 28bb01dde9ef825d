"""Bursts: how many projectiles strike, and with what margin (D11)."""


def strikes(projectiles: int, rev: int) -> int:
    """The projectiles of a burst that hits someone with that evasion range: at least 1 (D11)."""
    return max(1, projectiles // rev)


def burst_margins(margin: int, struck: int) -> tuple[int, ...]:
    """The margin that counts for each projectile that strikes: the successes are the first one's only (D11)."""
    return (margin, *(0,) * (struck - 1))
