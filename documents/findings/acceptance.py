"""Staff have seen a finding and let it be, or take it up again."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from documents.findings.noting import score
from documents.models import NotedFinding, Version


def accept(findings: Iterable[NotedFinding], *, by: AbstractBaseUser) -> int:
    """Accept the findings, in all versions of their documents; gives how many were open."""
    return _mark(findings, at=timezone.now(), by=by)


def reopen(findings: Iterable[NotedFinding]) -> int:
    """Take the acceptance back; gives how many were accepted."""
    return _mark(findings, at=None, by=None)


def _mark(
    findings: Iterable[NotedFinding], *, at: datetime | None, by: AbstractBaseUser | None
) -> int:
    chosen = list(findings)
    with transaction.atomic():
        changed = 0
        documents = {finding.version.document_id for finding in chosen}
        for document_id in documents:
            prints = {f.fingerprint for f in chosen if f.version.document_id == document_id}
            same = NotedFinding.objects.filter(
                version__document_id=document_id, fingerprint__in=prints
            )
            same = same.filter(accepted_at__isnull=at is not None)
            changed += same.filter(pk__in=[f.pk for f in chosen]).count()
            same.update(accepted_at=at, accepted_by=by)
        for version in Version.objects.defer("canonical").filter(
            document_id__in=documents, readiness__isnull=False
        ):
            score(version)
    return changed
