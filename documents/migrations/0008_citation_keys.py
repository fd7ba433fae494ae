"""Give documents that are held already the key by which legal relations name them."""

from typing import Any

from django.db import migrations

from documents.relations.identity import regulation_key


def fill(apps: Any, schema_editor: Any) -> None:
    documents = apps.get_model("documents", "Document").objects.using(schema_editor.connection.alias)
    for document in documents.exclude(number="").exclude(year=None).iterator():
        key = regulation_key(
            document.title, kind=document.kind, number=document.number, year=document.year
        )
        documents.filter(pk=document.pk).update(citation_key=key)


class Migration(migrations.Migration):
    dependencies = [("documents", "0007_legal_relations")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
