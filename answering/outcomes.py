"""Every way in which a question can end: label, what the asker reads, what staff read.

The prefix of a code is its class: `blocked_` and `error_` stand for whole families.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

ANSWERED = "answered"
PARTIAL = "partial"
NO_SOURCE = "no_source"
UNVERIFIED = "unverified"
CLARIFY = "clarify"
SIGNPOST = "signpost"
BLOCKED_UNSCREENED = "blocked_unscreened"
ERROR_BUSY = "error_busy"
ERROR_SEARCH = "error_search"
ERROR_GENERATOR = "error_generator"
ERROR_INTERRUPTED = "error_interrupted"
ERROR_STOPPED = "error_stopped"
ERROR_INTERNAL = "error_internal"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`public` stands in place of an answer; it is empty where there is an answer to read."""

    code: str
    label: "StrOrPromise"
    public: "StrOrPromise"
    staff: "StrOrPromise"
    http_status: int = 200

    @property
    def is_error(self) -> bool:
        return self.code.startswith("error_")

    @property
    def is_refusal(self) -> bool:
        return self.code not in (ANSWERED, PARTIAL) and not self.is_error


_ALL = (
    Outcome(
        ANSWERED,
        _("answered"),
        "",
        _("Every sentence of the answer is supported by a passage that it cites."),
    ),
    Outcome(
        PARTIAL,
        _("answered in part"),
        "",
        _(
            "Some sentences were withheld, or the answer was stopped: what is shown is supported"
            " by the passages that it cites."
        ),
    ),
    Outcome(
        NO_SOURCE,
        _("no source"),
        _(
            "No published document was found that answers this question. Try other words, or name"
            " the regulation or document that you mean."
        ),
        _("The search found no passage that answers the question."),
    ),
    Outcome(
        UNVERIFIED,
        _("not verified"),
        _(
            "Documents on this subject were found, but no statement could be verified in them, so"
            " none is shown."
        ),
        _("Every sentence of the draft failed the check against its passages."),
    ),
    Outcome(
        CLARIFY,
        _("asked to clarify"),
        _(
            "The question refers to something that has not been named yet. Please name the"
            " document, office or service that you mean."
        ),
        _("The question could not be understood without an earlier one."),
    ),
    Outcome(
        SIGNPOST,
        _("signposted to help"),
        _(
            "It sounds as if you are going through a very hard time, and you need not face it"
            " alone. Please talk to someone you trust now, or call the Indonesian mental health"
            " line 119, extension 8 (SEJIWA, free, day and night). In immediate danger call 112."
        ),
        _("The question shows signs of a crisis; help was named instead of an answer."),
    ),
    Outcome(
        "blocked_sara",
        _("blocked: hatred"),
        _(
            "Texts that demean people for their ethnicity, religion, race or group are not"
            " answered. Questions on the rules about this subject are welcome."
        ),
        _("Policy: hatred against an ethnicity, religion, race or group (SARA)."),
    ),
    Outcome(
        "blocked_jailbreak",
        _("blocked: evading the rules"),
        _("The rules of this service cannot be switched off. Please ask about a document."),
        _("Policy: the text tries to switch off the rules."),
    ),
    Outcome(
        "blocked_prompt_injection",
        _("blocked: injected instructions"),
        _(
            "The text holds instructions to the system instead of a question. Please ask your"
            " question in plain words."
        ),
        _("Policy: instructions to the system inside the text."),
    ),
    Outcome(
        "blocked_hidden_unicode",
        _("blocked: hidden characters"),
        _("The text holds invisible characters. Please type the question again."),
        _("Policy: invisible or direction-changing characters."),
    ),
    Outcome(
        "blocked_partisan",
        _("blocked: partisan"),
        _(
            "This service takes no side for or against a party or candidate. Questions on the rules"
            " of elections are welcome."
        ),
        _("Policy: campaigning for or against a party or candidate."),
    ),
    Outcome(
        "blocked_insult",
        _("blocked: insult"),
        _("Insults are not answered. Please ask about a document."),
        _("Policy: an insult."),
    ),
    Outcome(
        "blocked_personal_data",
        _("blocked: personal data"),
        _(
            "Personal data of private persons are not given out. Questions on how to apply for"
            " your own documents are welcome."
        ),
        _("Policy: asks for or holds personal data."),
    ),
    Outcome(
        "blocked_illegal_instruction",
        _("blocked: illegal instruction"),
        _("Help with breaking the law is not given. Questions on what the law says are welcome."),
        _("Policy: asks for help with an illegal act."),
    ),
    Outcome(
        "blocked_invented_official_statement",
        _("blocked: invented statement"),
        _(
            "This service writes no statements, letters or quotations in the name of officials. It"
            " can show what they have published."
        ),
        _("Policy: asks for an invented official statement."),
    ),
    Outcome(
        BLOCKED_UNSCREENED,
        _("blocked: not screened"),
        _("The question could not be checked just now. Please try again in a moment."),
        _("The policy check itself failed, so nothing was let through."),
    ),
    Outcome(
        ERROR_BUSY,
        _("error: busy"),
        _("Too many questions are being answered right now. Please try again in a minute."),
        _("All workers and places in the queue were taken."),
        503,
    ),
    Outcome(
        ERROR_SEARCH,
        _("error: search"),
        _("The search is not available right now. Please try again later."),
        _("The search raised an error; see the log at this time."),
        503,
    ),
    Outcome(
        ERROR_GENERATOR,
        _("error: generator"),
        _("The answer could not be written right now. Please try again later."),
        _("The generator raised an error; see the log at this time."),
        503,
    ),
    Outcome(
        ERROR_INTERRUPTED,
        _("error: interrupted"),
        _("The answer was interrupted. Please ask again."),
        _("The process that answered ended before it was done."),
        503,
    ),
    Outcome(
        ERROR_STOPPED,
        _("error: stopped"),
        _("The answer was stopped before anything was found."),
        _("The asker stopped the answer before its first sentence."),
        409,
    ),
    Outcome(
        ERROR_INTERNAL,
        _("error: internal"),
        _("An error occurred on our side. Please try again later."),
        _("An unexpected error; see the log at this time."),
        500,
    ),
)
# For a category of the policy that has no wording of its own here.
BLOCKED = Outcome(
    "blocked_other",
    _("blocked"),
    _("This cannot be answered here. Please ask about a published document."),
    _("Policy: the text belongs to a category that is not answered."),
)
OUTCOMES = {outcome.code: outcome for outcome in _ALL}


def outcome_of(code: str) -> Outcome:
    """The outcome of that code; a code of a family that is not listed has the family's wording."""
    if code in OUTCOMES:
        return OUTCOMES[code]
    if code.startswith("blocked_"):
        return BLOCKED
    return OUTCOMES[ERROR_INTERNAL]


def public_wording(code: str, language: str) -> str:
    with translation.override(language):
        return str(outcome_of(code).public)


def greeting_wording(language: str) -> str:
    """A greeting is answered with a greeting, without a search and without sources."""
    with translation.override(language):
        return gettext(
            "Hello! Ask about a regulation, a service or a figure, and the answer comes from the"
            " published documents, with the page it stands on."
        )


def absent_provision_wording(provision: str, document: str, language: str) -> str:
    """No source: the document is held, and has no such pasal."""
    with translation.override(language):
        return gettext(
            "%(provision)s does not exist in this document: %(document)s. Please check the number."
        ) % {"provision": provision, "document": document}


def not_held_wording(name: str, language: str) -> str:
    """No source: what the question names is not among the documents."""
    with translation.override(language):
        return gettext(
            "%(name)s is not among the published documents here, so the question cannot be"
            " answered from it."
        ) % {"name": name}


def withheld_wording(language: str) -> str:
    """Marks the place of a statement whose document the reader may not or no longer see."""
    with translation.override(language):
        return gettext("[A statement is left out: its document is no longer available.]")
