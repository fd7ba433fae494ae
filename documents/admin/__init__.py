"""The staff's side of documents and jobs. Methods here call what the API calls."""

from documents.admin.documents import DocumentAdmin
from documents.admin.findings import NotedFindingAdmin
from documents.admin.jobs import JobAdmin
from documents.admin.relations import LegalRelationAdmin

__all__ = ["DocumentAdmin", "JobAdmin", "LegalRelationAdmin", "NotedFindingAdmin"]
