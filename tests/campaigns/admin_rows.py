"""Rows of everything that the admin panel shows, each with a name that is nobody else's."""

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.utils import timezone

from campaigns.models import Adventure, Campaign, GameSession, Membership, PasswordLink, Role, Scene
from characters.models import Character, LedgerEntry
from combat.models import Combatant, Encounter, FoeTemplate, SavedEncounter

User = get_user_model()
MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)


def a_table(number: int) -> Campaign:
    """A campaign with one of everything."""
    campaign = Campaign.objects.create(name=f"Campaña {number}")
    FoeTemplate.objects.filter(campaign=campaign).delete()
    person = User.objects.create_user(f"login{number}", "x", f"Persona {number}")
    seat = Membership.objects.create(campaign=campaign, user=person, name=f"Asiento {number}", role=Role.GM)
    hero = Character.objects.create(campaign=campaign, owner=seat, name=f"Heroína {number}", is_finished=True)
    adventure = Adventure.objects.create(campaign=campaign, name=f"Aventura {number}")
    Scene.objects.create(adventure=adventure, name=f"Escena {number}")
    GameSession.objects.create(campaign=campaign, number=number)
    LedgerEntry.objects.create(
        campaign=campaign, character=hero, number=1, kind="award", px=3, adventure=adventure, earned_by=hero, by="–"
    )
    fight = Encounter.objects.create(campaign=campaign, name=f"Encuentro {number}")
    Combatant.objects.create(encounter=fight, character=hero, position=1)
    FoeTemplate.objects.create(campaign=campaign, name=f"Ogro {number}", archived_at=timezone.now())
    SavedEncounter.objects.create(campaign=campaign, name=f"Guardado {number}")
    campaign.invite(seat)
    PasswordLink.objects.create(person=person, by_name="Hugo")
    return campaign


def row_of(model: type, campaign: Campaign) -> object:
    """The row of a model that belongs to a campaign made above."""
    if model is PasswordLink:
        return PasswordLink.objects.get(person__memberships__campaign=campaign)
    if model is User:
        return User.objects.get(memberships__campaign=campaign)
    if model is Campaign:
        return campaign
    return model._default_manager.get(**{"adventure__campaign" if model is Scene else "campaign": campaign})


def staff(*models: type, verbs: tuple[str, ...] = ("add", "change", "delete", "view"), login: str = "teo") -> object:
    """Somebody who may enter the panel, with these permissions for these models alone."""
    person = User.objects.create_user(login, "x", login.capitalize(), is_staff=True)
    for model in models:
        names = [f"{verb}_{model._meta.model_name}" for verb in verbs]
        person.user_permissions.add(
            *Permission.objects.filter(content_type__app_label=model._meta.app_label, codename__in=names)
        )
    return person
