"""Tags of the admin's templates."""

from django import template
from django.utils.safestring import SafeString

from documents.admin import states
from documents.models import Document

register = template.Library()


@register.simple_tag
def document_state(document: Document) -> SafeString:
    return states.document_state(document)
