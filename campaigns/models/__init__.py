"""A campaign, who sits at it, and its log: the one road of every change."""

from campaigns.models.campaign import Campaign, CampaignQuerySet
from campaigns.models.evenings import Adventure, GameSession, Scene
from campaigns.models.house_rules import Overtaken
from campaigns.models.log import Audience, Change, Facts, LogEntry, LogEntryQuerySet, Recorder, Repeated
from campaigns.models.seats import Invitation, Membership, MembershipQuerySet, NameTaken, SeatLink
from campaigns.roles import Role

__all__ = [
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
    "Overtaken",
    "Recorder",
    "Repeated",
    "Role",
    "Scene",
    "SeatLink",
]
