"""Postings as packed records, made from the weights of the entries that are held."""

import django.db.models.deletion
import numpy as np
import psycopg
from django.db import migrations, models

BLOCK_BITS = 12
RECORD = np.dtype([("offset", "<u2"), ("impact", "<f4")])
# Whole blocks: 65,536 chunks have some 4 million postings.
CHUNKS_AT_ONCE = 16 << BLOCK_BITS

_READ = """
    SELECT chunk_id, sparsevec_send(weights) FROM retrieval_lexicalentry
    WHERE chunk_id >= %s AND chunk_id < %s
"""
_COPY = "COPY retrieval_posting (term_id, block, packed) FROM STDIN (FORMAT BINARY)"


def pack(apps, schema_editor):
    connection = schema_editor.connection
    entries = apps.get_model("retrieval", "LexicalEntry").objects
    last = entries.aggregate(last=models.Max("chunk_id"))["last"] or 0
    for first in range(0, last + 1, CHUNKS_AT_ONCE):
        with psycopg.Cursor(connection.connection) as cursor:
            cursor.execute(_READ, [first, first + CHUNKS_AT_ONCE], binary=True)
            rows = cursor.fetchall()
        if rows:
            with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
                copy.set_types(["int4", "int4", "bytea"])
                for row in packed(rows):
                    copy.write_row(row)


def packed(rows):
    """(term id, block, records) of the rows' weights, in order."""
    terms, chunks, impacts = [], [], []
    for chunk_id, sent in rows:
        # As PostgreSQL sends a sparsevec: 12 bytes of header, term ids less one, weights.
        count = (len(sent) - 12) // 8
        terms.append(np.frombuffer(sent, ">i4", count, 12).astype(np.int64) + 1)
        chunks.append(np.full(count, chunk_id, np.int64))
        impacts.append(np.frombuffer(sent, ">f4", count, 12 + 4 * count))
    term_ids, chunk_ids = np.concatenate(terms), np.concatenate(chunks)
    order = np.argsort(term_ids << 32 | chunk_ids)
    term_ids, chunk_ids = term_ids[order], chunk_ids[order]
    records = np.empty(len(order), RECORD)
    records["offset"] = chunk_ids & ((1 << BLOCK_BITS) - 1)
    records["impact"] = np.concatenate(impacts)[order]
    blocks = chunk_ids >> BLOCK_BITS
    starts = np.flatnonzero(np.diff(term_ids, prepend=0) | np.diff(blocks, prepend=-1))
    ends = [*starts[1:].tolist(), len(records)]
    for start, end in zip(starts.tolist(), ends, strict=True):
        yield int(term_ids[start]), int(blocks[start]), records[start:end].tobytes()


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0002_initial"),
    ]

    operations = [
        migrations.RunSQL("TRUNCATE retrieval_posting", migrations.RunSQL.noop),
        migrations.RemoveField(model_name="posting", name="chunk_ids"),
        migrations.RemoveField(model_name="posting", name="impacts"),
        migrations.AddField(
            model_name="posting",
            name="packed",
            field=models.BinaryField(default=b"", help_text="records of retrieval.postings"),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="posting",
            name="block",
            field=models.PositiveIntegerField(help_text="chunk id >> postings.BLOCK_BITS"),
        ),
        migrations.AlterField(
            model_name="posting",
            name="term",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="retrieval.term",
            ),
        ),
        migrations.RunSQL(
            # Records do not compress, and a block that fits the page needs no second look-up.
            """
            ALTER TABLE retrieval_posting ALTER COLUMN packed SET STORAGE EXTERNAL;
            ALTER TABLE retrieval_posting SET (toast_tuple_target = 8160)
            """,
            migrations.RunSQL.noop,
        ),
        migrations.RunPython(pack, migrations.RunPython.noop),
    ]
