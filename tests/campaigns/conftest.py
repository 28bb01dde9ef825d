"""A guest, a way in, another table, and a laptop on a network."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from campaigns.models import Campaign, Invitation, Membership, Role


@pytest.fixture
def on_a_network(settings) -> None:
    """A laptop with two networks and no public address."""
    settings.LAN_ADDRESSES, settings.SITE_URL, settings.PORT = ["192.168.1.20", "10.0.0.7"], "", 8000


@pytest.fixture
def lola(campaign) -> Membership:
    """A guest: a name and a cookie."""
    guest = get_user_model().objects.create_guest("Lola")
    return Membership.objects.create(campaign=campaign, user=guest, role=Role.PLAYER, name="Lola")


@pytest.fixture
def browser_of_lola(as_, lola) -> Client:
    return as_(lola)


@pytest.fixture
def invitation(campaign, marta) -> Invitation:
    return campaign.invite(marta)


@pytest.fixture
def elsewhere(sergio) -> Campaign:
    """Sergio's table."""
    campaign = Campaign.objects.create(name="Otra mesa")
    Membership.objects.create(campaign=campaign, user=sergio, role=Role.GM, name="Sergio")
    return campaign
