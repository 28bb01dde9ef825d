from django.db import migrations, models


class Migration(migrations.Migration):
    """Another choice of who sees an entry; nothing changes in the database."""

    dependencies = [
        ("campaigns", "0002_evenings_and_solo"),
    ]

    operations = [
        migrations.AlterField(
            model_name="logentry",
            name="audience",
            field=models.CharField(
                choices=[("table", "The table sees it"), ("private", "The GM and I"), ("gm", "Only the GM")],
                default="table",
                max_length=10,
            ),
        ),
    ]
