import django.db.models.deletion
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.utils import timezone


def take_over(apps, schema_editor):
    """Who is in stays in: a guest has nothing but the session."""
    Session, Browser, User = (
        apps.get_model(*name) for name in (("sessions", "Session"), ("accounts", "Browser"), ("accounts", "User"))
    )
    people, reader = set(User.objects.values_list("pk", flat=True)), SessionStore()
    for row in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        person = int(reader.decode(row.session_data).get(SESSION_KEY, 0))
        if not person or person in people:
            Browser.objects.create(
                session_key=row.session_key,
                session_data=row.session_data,
                expire_date=row.expire_date,
                person_id=person or None,
            )
    Session.objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Browser",
            fields=[
                (
                    "session_key",
                    models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("agent", models.CharField(blank=True, default="", max_length=250)),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="browsers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"verbose_name": "session", "verbose_name_plural": "sessions", "abstract": False},
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
