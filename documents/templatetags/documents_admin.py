"""Tags of the admin's templates."""

from django import template
from django.utils.safestring import SafeString

from documents.admin import readiness, states
from documents.models import Document, JobItem, Version

register = template.Library()


@register.simple_tag
def document_state(document: Document) -> SafeString:
    return states.document_state(document)


@register.simple_tag
def item_state(item: JobItem) -> SafeString:
    return states.item_state(item)


@register.filter
def readiness_mark(version: Version) -> SafeString | str:
    return readiness.readiness_mark(version)


@register.filter
def harm_mark(harm: float) -> SafeString:
    return readiness.harm_mark(harm)
