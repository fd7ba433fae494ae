"""What askers say of an answer."""

from django.utils.translation import gettext_lazy as _

from answering.models import Feedback
from answering.ownership import Owner, own_answer
from answering.questions import FieldError, Invalid

MAX_REASON_CHARACTERS = 1_000


def give_feedback(answer_id: str, *, owner: Owner, rating: str, reason: str = "") -> Feedback:
    """Store the rating; a second one replaces the first. Raises Unknown and Invalid."""
    answer = own_answer(owner, answer_id)
    reason = reason.strip()
    if rating not in Feedback.Rating.values:
        raise Invalid([FieldError("rating", "invalid_choice", _('Use "up" or "down".'))])
    if "\x00" in reason:
        raise Invalid(
            [FieldError("reason", "nul", _("The reason holds a character that is not text."))]
        )
    if len(reason) > MAX_REASON_CHARACTERS:
        message = _("The reason is too long: at most %(limit)d characters.")
        raise Invalid(
            [FieldError("reason", "too_long", message % {"limit": MAX_REASON_CHARACTERS})]
        )
    feedback, _created = Feedback.objects.update_or_create(
        answer=answer, defaults={"rating": rating, "reason": reason}
    )
    return feedback
