"""What may be asked: checks whose messages name the field and say how to mend it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from answering.languages import LANGUAGES

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PIPELINES = ("baseline", "advanced")
MAX_RESULTS = 20


@dataclass(frozen=True, slots=True)
class FieldError:
    field: str
    code: str
    message: "StrOrPromise"


class Invalid(ValueError):
    """The request cannot be answered as it stands; `errors` has one entry a fault."""

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__("; ".join(f"{error.field}: {error.code}" for error in errors))
        self.errors = errors


def check_request(question: object, *, pipeline_type: str, max_results: int, language: str) -> str:
    """The question without surrounding blanks. Raises Invalid with every fault found."""
    errors = list(question_faults(question))
    if pipeline_type not in PIPELINES:
        errors.append(
            FieldError("pipeline_type", "invalid_choice", _('Use "baseline" or "advanced".'))
        )
    if not 1 <= max_results <= MAX_RESULTS:
        errors.append(
            FieldError(
                "max_results",
                "out_of_range",
                _("Ask for 1 to %(limit)d results.") % {"limit": MAX_RESULTS},
            )
        )
    if language and language not in LANGUAGES:
        errors.append(FieldError("language", "invalid_choice", _('Use "id" or "en".')))
    if errors:
        raise Invalid(errors)
    return str(question).strip()


def question_faults(question: object) -> Iterator[FieldError]:
    limit = settings.MAX_QUESTION_CHARACTERS
    if not isinstance(question, str):
        yield FieldError("question", "not_text", _("The question must be text."))
    elif "\x00" in question:
        yield FieldError("question", "nul", _("The question holds a character that is not text."))
    elif not question.strip():
        yield FieldError("question", "blank", _("Please write a question."))
    elif len(question.strip()) > limit:
        yield FieldError(
            "question",
            "too_long",
            ngettext_lazy(
                "The question is too long: at most %(limit)d character.",
                "The question is too long: at most %(limit)d characters.",
                limit,
            )
            % {"limit": limit},
        )
    elif any("\ud800" <= character <= "\udfff" for character in question):
        yield FieldError("question", "nul", _("The question holds a character that is not text."))
