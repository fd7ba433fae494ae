"""All that can be found in a version's text and tables by themselves. No Django."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from documents.extraction.types import ExtractedTable, Finding
from documents.findings.completeness import completeness_findings
from documents.findings.cross_references import own_reference_findings
from documents.findings.digits_and_words import figure_disagreements
from documents.findings.instructions import hidden_character_findings, instruction_findings
from documents.findings.numbering import numbering_findings
from documents.findings.totals import differing_totals
from documents.structure import Section

# Nobody reads more of one kind, and a hostile file could fill the database with them.
MOST_PER_CODE: Final = 50
# A thousand pages. What is longer is data, and reading all of it would hold up the queue.
MOST_CHARACTERS: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class Subject:
    """What is examined: the canonical text with its sections, and what the document is."""

    text: str
    sections: Sequence[Section]
    kind: str
    title: str
    page_count: int


def examine(subject: Subject, tables: Iterable[ExtractedTable] = ()) -> list[Finding]:
    """Findings of the text and the tables, at most MOST_PER_CODE + 1 of a code."""
    text, sections = subject.text, subject.sections
    head = text[:MOST_CHARACTERS]
    found = [
        *completeness_findings(text, sections, kind=subject.kind, page_count=subject.page_count),
        *numbering_findings(text, sections),
        *figure_disagreements(head),
        *own_reference_findings(text, sections),
        *instruction_findings(head),
        *hidden_character_findings(head),
    ]
    for table in tables:
        found += differing_totals(table, subject=subject.title)
    return bounded(found)


def bounded(findings: Iterable[Finding]) -> list[Finding]:
    """The first of each code; how many further ones there are is told by one finding."""
    by_code: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_code[finding.code].append(finding)
    kept: list[Finding] = []
    for code, same in by_code.items():
        kept += same[:MOST_PER_CODE]
        if len(same) > MOST_PER_CODE:
            kept.append(Finding(code, {"further": len(same) - MOST_PER_CODE}))
    return kept
