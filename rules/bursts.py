"""Bursts: how many projectiles strike (D11)."""


def strikes(projectiles: int, rev: int) -> int:
    """The projectiles of a burst that hits someone with that evasion range: at least 1 (D11)."""
    return max(1, projectiles // rev)
