"""A campaign, who sits at it, and its log: the one road of every change."""

from campaigns.models.campaign import Campaign, CampaignQuerySet
from campaigns.models.evenings import Adventure, GameSession, Scene
from campaigns.models.invitations import Invitation, NameTaken
from campaigns.models.leaving import tables_to_hand_over
from campaigns.models.log import Audience, Change, Facts, LogEntry, LogEntryQuerySet, Recorder, Repeated
from campaigns.models.passwords import PasswordLink, may_reset
from campaigns.models.seats import Ban, Membership, MembershipQuerySet, SeatLink
from campaigns.roles import Role

__all__ = [
    "Adventure",
    "Audience",
    "Ban",
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
    "PasswordLink",
    "Recorder",
    "Repeated",
    "Role",
    "Scene",
    "SeatLink",
    "may_reset",
    "tables_to_hand_over",
]
