"""tantivy (Lucene's design in Rust, through its Python binding) beside exact vectors by numpy."""

from typing import Any

import tantivy

from benchmarks.search.measuring import MEGABYTE, Stopwatch
from benchmarks.search.rivals.base import ExactVectors, Mask, Rival, Rows, texts_of


class TantivyExact(Rival):
    name = "tantivy + exact vectors"
    setup = (
        "whitespace tokenizer over the same terms, frequencies without positions, merged; kind and "
        "year as indexed fields; vectors float32, mapped, one matrix product; RRF in Python; "
        "texts in memory"
    )
    _searcher: Any
    _mask: Mask
    _texts: list[str]

    def build(self, watch: Stopwatch) -> None:
        self._vectors = ExactVectors(self.folder, self.corpus)
        watch.timed("vector index", self._vectors.build)
        watch.timed("lexical index", self._build_lexical)

    def _build_lexical(self) -> None:
        folder = self.folder / "tantivy"
        folder.mkdir()
        schema = _schema()
        writer = tantivy.Index(schema, path=str(folder)).writer(256 * MEGABYTE, num_threads=1)
        for row in range(self.corpus.size):
            document = self.corpus.documents[self.corpus.document_of[row]]
            fields = {
                "row": row,
                "terms": " ".join(self.corpus.terms_of(row)),
                "kind": document.kind,
                "year": document.year or 0,
            }
            # With the schema, or its numbers would be signed ones, which the fields are not.
            writer.add_document(tantivy.Document.from_dict(fields, schema))
        writer.commit()
        writer.wait_merging_threads()

    def open(self) -> None:
        self._index = tantivy.Index.open(str(self.folder / "tantivy"))
        self._searcher = self._index.searcher()
        self._vectors = ExactVectors(self.folder, self.corpus)
        self._vectors.open()
        self._mask = Mask(self.corpus)
        self._texts = texts_of(self.corpus)

    def lexical(self, number: int, limit: int) -> Rows:
        found = self._searcher.search(self._query(number), limit).hits
        return [self._row(address) for _, address in found]

    def _row(self, address: Any) -> int:
        return int(self._searcher.doc(address)["row"][0])

    def _query(self, number: int) -> Any:
        question, schema = self.corpus.questions[number], self._index.schema
        words = [
            (tantivy.Occur.Should, tantivy.Query.term_query(schema, "terms", term, "freq"))
            for term in question.terms
        ]
        query = tantivy.Query.boolean_query(words)
        needed = [(tantivy.Occur.Must, each) for each in _conditions(schema, question.filters)]
        return tantivy.Query.boolean_query([(tantivy.Occur.Must, query), *needed])

    def vector(self, number: int, limit: int) -> Rows:
        filters = self.filters(number)
        kept = self._mask.of(filters) if filters else None
        return self._vectors.nearest(self.query_vector(number), limit, kept)

    def texts(self, rows: Rows) -> list[str]:
        return [self._texts[row] for row in rows]


def _schema() -> Any:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("row", stored=True, indexed=True)
    builder.add_text_field("terms", tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("kind", tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("year", indexed=True, fast=True)
    return builder.build()


def _conditions(schema: Any, filters: dict[str, Any]) -> list[Any]:
    """Filters count nothing towards the score."""
    queries = []
    if "kind" in filters:
        queries.append(tantivy.Query.term_query(schema, "kind", filters["kind"], "basic"))
    if "year_from" in filters:
        bounds = (filters["year_from"], filters["year_to"])
        queries.append(
            tantivy.Query.range_query(schema, "year", tantivy.FieldType.Unsigned, *bounds)
        )
    return [tantivy.Query.const_score_query(each, 0.0) for each in queries]
