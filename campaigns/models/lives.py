"""What becomes of a campaign as a whole: it is named, put away and brought back, and handed to another GM."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext_noop

from campaigns import wakes
from campaigns.models.invitations import Invitation
from campaigns.models.log import Audience, LogEntry
from campaigns.models.seats import Membership
from campaigns.roles import Role
from rules.problems import Problem, Refused


class Living:
    """The lives of a `Campaign`. The host acts as `by` None."""

    if TYPE_CHECKING:
        pk: int
        name: str
        is_solo: bool
        archived_at: datetime | None
        invitations: Any
        memberships: Any
        recording: Any
        save: Any
        gm: Membership | None

    def rename(self, by: Membership | None, name: str, press: str = "") -> LogEntry | None:
        """None where that is its name already."""
        with self.recording(by, press) as record:
            before = self.name
            if before == name:
                return None
            self.name = name
            self.save(update_fields=["name"])
            change = {"what": "campaign-name", "of": "campaign-name", "from": before, "to": name}
            return record("campaign-renamed", {"from": before, "to": name}, changes=[change], regions=["*"])

    def archive(self, by: Membership | None, press: str = "") -> LogEntry:
        """From now on it is only read, by whoever sits there."""
        with self.recording(by, press) as record:
            self.archived_at = timezone.now()
            self.save(update_fields=["archived_at"])
            return record("campaign-archived", {"name": self.name}, regions=["*"])

    def restore(self, by: Membership | None, press: str = "") -> LogEntry:
        """Played again, as it was."""
        with self.recording(by, press, even_archived=True) as record:
            if self.archived_at is None:
                raise _refused(gettext_noop("This campaign is not archived."))
            self.archived_at = None
            self.save(update_fields=["archived_at"])
            return record("campaign-restored", {"name": self.name}, regions=["*"])

    def hand_over(self, by: Membership | None, to: Membership, press: str = "") -> LogEntry:
        """`to` is the GM from now on, and who was it is co-GM. A GM needs a login: a cookie may be lost."""
        with self.recording(by, press) as record:
            before = self.gm
            heir = Membership.objects.select_related("user").get(pk=to.pk, campaign=self.pk)
            if by is not None and by != before:
                raise _refused(gettext_noop("Only the GM hands the campaign over."))
            if not heir.can_become_gm:
                raise _refused(gettext_noop("The next GM has to be a co-GM or a player with a login of their own."))
            if before is not None:
                before.role = Role.CO_GM
                before.save(update_fields=["role"])
                wakes.expel(before.tag)
            heir.role = Role.GM
            heir.save(update_fields=["role"])
            wakes.expel(heir.tag)
            facts = {"name": heir.name, "from": before.name if before else ""}
            return record("campaign-handed-over", facts, regions=["members", "roster"])

    def invite(
        self,
        by: Membership,
        role: Role = Role.PLAYER,
        *,
        lasts: timedelta | None = timedelta(days=30),
        uses: int | None = None,
        instead_of: Invitation | None = None,
    ) -> Invitation:
        """A new link into the campaign; the one that it stands for opens nothing any more."""
        with self.recording(by) as record:
            if self.is_solo:
                message = gettext_noop("Nobody is invited to sheets of one's own: for a table, make another campaign.")
                raise Refused(Problem("solo", message))
            if role is Role.GM or (role.leads and not by.rank.hands_out_roles):
                raise _refused(gettext_noop("Only the GM invites co-GMs, and nobody another GM."))
            if instead_of is not None:
                self.invitations.filter(pk=instead_of.pk, revoked_at=None).update(revoked_at=timezone.now())
            record("invited", {"role": role}, audience=Audience.PRIVATE)
            expires_at = None if lasts is None else timezone.now() + lasts
            return Invitation.objects.create(campaign=self, by=by, role=role, expires_at=expires_at, uses=uses)

    @property
    def invitation(self) -> Invitation | None:
        """The last one for players that still opens."""
        return self.invitations.open().filter(role=Role.PLAYER).first()


def _refused(message: str) -> Refused:
    return Refused(Problem("campaign", message))
