"""What was published: documents, their versions, pages and tables; jobs and events."""

from documents.models.document import Document, Kind, LegalStatus, Status, Visibility
from documents.models.event import Event
from documents.models.finding import NotedFinding
from documents.models.job import Job, JobItem, JobKind, JobStatus
from documents.models.relation import Decision, LegalRelation, RelationVerb
from documents.models.version import Page, Row, Table, Version

__all__ = [
    "Decision",
    "Document",
    "Event",
    "Job",
    "JobItem",
    "JobKind",
    "JobStatus",
    "Kind",
    "LegalRelation",
    "LegalStatus",
    "NotedFinding",
    "Page",
    "RelationVerb",
    "Row",
    "Status",
    "Table",
    "Version",
    "Visibility",
]
