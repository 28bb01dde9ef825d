"""A campaign, who sits at it, and its log: the one road of every change."""

from campaigns.models.campaign import Campaign, CampaignQuerySet
from campaigns.models.evenings import Adventure, GameSession, Scene
from campaigns.models.house_rules import Overtaken
from campaigns.models.invitations import Invitation, NameTaken
from campaigns.models.leaving import tables_to_hand_over
from campaigns.models.log import IN_ORDER, Audience, Change, Facts, LogEntry, LogEntryQuerySet, Recorder, Repeated
from campaigns.models.notes import JournalEntry, Notebook, Noted, Page
from campaigns.models.passwords import PasswordLink, may_reset
from campaigns.models.seats import Ban, Membership, MembershipQuerySet, SeatLink
from campaigns.models.writing import WORDS, Clash, Text, Told, Written, written_of
from campaigns.roles import Role

__all__ = [
    "IN_ORDER",
    "WORDS",
    "Adventure",
    "Audience",
    "Ban",
    "Campaign",
    "CampaignQuerySet",
    "Change",
    "Clash",
    "Facts",
    "GameSession",
    "Invitation",
    "JournalEntry",
    "LogEntry",
    "LogEntryQuerySet",
    "Membership",
    "MembershipQuerySet",
    "NameTaken",
    "Notebook",
    "Noted",
    "Overtaken",
    "Page",
    "PasswordLink",
    "Recorder",
    "Repeated",
    "Role",
    "Scene",
    "SeatLink",
    "Text",
    "Told",
    "Written",
    "may_reset",
    "tables_to_hand_over",
    "written_of",
]
