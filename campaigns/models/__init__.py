"""A campaign, who sits at it, and its log: the one road of every change."""

from campaigns.models.campaign import Campaign, CampaignQuerySet
from campaigns.models.evenings import Adventure, GameSession, Scene
from campaigns.models.log import IN_ORDER, Audience, Change, Facts, LogEntry, LogEntryQuerySet, Recorder, Repeated
from campaigns.models.seats import Invitation, Membership, MembershipQuerySet, NameTaken, SeatLink
from campaigns.roles import Role

__all__ = [
    "IN_ORDER",
    "Adventure",
    "Audience",
    "Campaign",
    "CampaignQuerySet",
    "Change",
    "Facts",
    "GameSession",
    "Invitation",
    "LogEntry",
    "LogEntryQuerySet",
    "Membership",
    "MembershipQuerySet",
    "NameTaken",
    "Recorder",
    "Repeated",
    "Role",
    "Scene",
    "SeatLink",
]
