"""Asks one question and prints the answer with its citations."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from answering import answers
from answering.ownership import NOBODY
from answering.presentation import answer_json
from answering.questions import Invalid
from documents.access import CITIZEN, STAFF


class Command(BaseCommand):
    help = "Answer a question from the documents, with citations."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("text", help="the question, in Indonesian or English")
        parser.add_argument("--language", choices=["id", "en"], default="", help="of the answer")
        parser.add_argument("--internal", action="store_true", help="search internal documents too")
        parser.add_argument("--json", action="store_true", help="print the answer as the API does")

    def handle(self, *args: Any, text: str, language: str, internal: bool, **options: Any) -> None:
        asker = STAFF if internal else CITIZEN
        try:
            begun = answers.begin(text, asker=asker, owner=NOBODY, language=language)
        except Invalid as invalid:
            raise CommandError("\n".join(str(error.message) for error in invalid.errors)) from None
        answer = answers.wait(begun.id, settings.ANSWER_WAIT_S)
        body = answer_json(answer, asker=asker)
        if options["json"]:
            self.stdout.write(json.dumps(body, ensure_ascii=False, indent=2))
        elif body["status"] == "success":
            self.write(body)
        if body["status"] == "error":
            raise CommandError(body["message"])
        if not body["outcome"]:
            raise CommandError(
                _("No answer within %(seconds)d seconds.") % {"seconds": settings.ANSWER_WAIT_S}
            )

    def write(self, body: dict[str, Any]) -> None:
        self.stdout.write(body["answer"])
        for citation in body["citations"]:
            self.stdout.write(f"\n[{citation['marker']}] {place(citation)}")
            self.stdout.write(f"    “{' '.join(citation['quote'].split())}”")
            self.stdout.write(f"    {citation['url']}")


def place(citation: dict[str, Any]) -> str:
    """Document, legal reference and page, as far as they are known."""
    parts = [citation["document_title"], citation["legal_reference"]]
    if citation["page_from"]:
        parts.append(f"hlm. {citation['page_from']}")
    return ", ".join(part for part in parts if part)
