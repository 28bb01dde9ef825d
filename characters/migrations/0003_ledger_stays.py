"""The ledger of px is only ever added to (X1): the database refuses to change a row, and to delete one while its
campaign stands. A row of `Erasure` says that a campaign goes as a whole.

On SQLite a later migration that alters the table of the ledger makes it anew, without its triggers: run SQLITE again at
its end. (tests/characters/test_ledger_stays.py tells.)
"""

from django.db import migrations, models

SQLITE = (
    """
CREATE TRIGGER ledger_is_not_changed BEFORE UPDATE ON characters_ledgerentry
BEGIN SELECT RAISE(ABORT, 'the ledger of px is only ever added to'); END
""",
    """
CREATE TRIGGER ledger_is_not_deleted BEFORE DELETE ON characters_ledgerentry
WHEN NOT EXISTS (SELECT 1 FROM characters_erasure WHERE campaign_id = OLD.campaign_id)
BEGIN SELECT RAISE(ABORT, 'the ledger of px is only ever added to'); END
""",
    # REPLACE deletes what stands in its way without asking the trigger above
    """
CREATE TRIGGER ledger_is_not_replaced BEFORE INSERT ON characters_ledgerentry
WHEN EXISTS (
  SELECT 1 FROM characters_ledgerentry
  WHERE id = NEW.id OR key = NEW.key OR (campaign_id = NEW.campaign_id AND number = NEW.number)
)
BEGIN SELECT RAISE(ABORT, 'the ledger of px is only ever added to'); END
""",
)
SQLITE_BACK = tuple(f"DROP TRIGGER ledger_is_not_{done}" for done in ("changed", "deleted", "replaced"))

POSTGRESQL = (
    """
CREATE FUNCTION characters_ledger_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM characters_erasure WHERE campaign_id = OLD.campaign_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the ledger of px is only ever added to' USING ERRCODE = 'integrity_constraint_violation';
END $$
""",
    """
CREATE TRIGGER ledger_stays BEFORE UPDATE OR DELETE ON characters_ledgerentry
FOR EACH ROW EXECUTE FUNCTION characters_ledger_stays()
""",
)
POSTGRESQL_BACK = ("DROP TRIGGER ledger_stays ON characters_ledgerentry", "DROP FUNCTION characters_ledger_stays()")


def keep_the_ledger(apps, schema_editor):
    run(schema_editor, SQLITE, POSTGRESQL)


def let_it_go(apps, schema_editor):
    run(schema_editor, SQLITE_BACK, POSTGRESQL_BACK)


def run(schema_editor, sqlite, postgresql):
    for statement in postgresql if schema_editor.connection.vendor == "postgresql" else sqlite:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0002_words_growth_portraits"),
    ]

    operations = [
        migrations.CreateModel(
            name="Erasure",
            fields=[("campaign_id", models.BigIntegerField(primary_key=True, serialize=False))],
        ),
        migrations.RunPython(keep_the_ledger, let_it_go),
    ]
