from django.db import migrations, models

# Only documents that have a number: every row that changes is written anew, its vector's place in
# the index included.
COPY_NUMBERS = """
    UPDATE {table} AS row SET number = lower(btrim(document.number))
    FROM documents_document AS document
    WHERE document.id = row.document_id AND btrim(document.number) <> ''
"""


def _number() -> models.CharField:
    return models.CharField(default="", help_text="in small letters", max_length=60)


class Migration(migrations.Migration):
    dependencies = [
        ("documents", "0009_pages_of_job_items"),
        ("retrieval", "0004_glossary_entry"),
    ]

    operations = [
        migrations.AddField(model_name="embedding", name="number", field=_number()),
        migrations.AddField(model_name="lexicalentry", name="number", field=_number()),
        *(
            migrations.RunSQL(COPY_NUMBERS.format(table=table), migrations.RunSQL.noop)
            for table in ("retrieval_embedding", "retrieval_lexicalentry")
        ),
    ]
