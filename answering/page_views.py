"""The pages on which citizens ask and read answers; all of it works without JavaScript."""

import uuid
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from answering import answers, visitors
from answering.answer_page import ShownAnswer, shown_answer
from answering.feedback import give_feedback
from answering.models import Answer, Conversation
from answering.ownership import Owner, Unknown
from answering.questions import Invalid
from answering.rate_limits import Usage, client_address, count_address, count_user
from documents.access import asker_of_user

SHOWN_TURNS = 30  # of a long conversation; each answer keeps its own address


@require_safe
@never_cache
def chat(request: HttpRequest) -> HttpResponse:
    """The question box; with `jawaban`, the conversation of that answer if it is the reader's."""
    owner = _owner_of(request)
    conversation = None
    if asked := request.GET.get("jawaban", ""):
        found = _answer_or_404(asked)
        if not owner.owns(found.conversation):
            return redirect("answer", found.id)
        conversation = found.conversation
    response = _chat_page(request, conversation, {"question": request.GET.get("q", "")[:20_000]})
    if not (owner.user_id or owner.visitor):
        visitors.remember(response, visitors.new_visitor())
    return response


@require_POST
def ask(request: HttpRequest) -> HttpResponse:
    """Begin an answer and lead to it; scripts ask for JSON and get its id."""
    question = request.POST.get("question", "")
    conversation_id = request.POST.get("conversation_id", "")
    owner = _owner_of(request)
    newcomer = not (owner.user_id or owner.visitor)
    if newcomer:
        owner = Owner(visitor=visitors.new_visitor())
    usage = _count(request)
    if usage.exceeded:
        return _refused(request, _too_often(usage), status=429)
    try:
        answer = answers.begin(
            question,
            asker=asker_of_user(request.user),
            owner=owner,
            conversation_id=conversation_id or None,
        )
    except Invalid as fault:
        return _refused(request, str(fault.errors[0].message), status=400)
    except Unknown:
        message = _("There is no such conversation.")
        return _refused(request, message, status=404)
    response: HttpResponse = (
        JsonResponse({"query_id": answer.id, "conversation_id": str(answer.conversation_id)})
        if _wants_json(request)
        else redirect("answer", answer.id)
    )
    if newcomer:
        visitors.remember(response, owner.visitor)
    return response


@require_safe
@never_cache
def answer(request: HttpRequest, answer_id: str) -> HttpResponse:
    """One answer, for whoever knows its address."""
    found = _answer_or_404(answer_id)
    context = {
        "shown": _shown(request, found),
        "asked_at": found.created_at,
        "limit": settings.MAX_QUESTION_CHARACTERS,
        "section": "ask",
    }
    return render(request, "answering/answer.html", context)


@require_safe
@never_cache
def answer_body(request: HttpRequest, answer_id: str) -> HttpResponse:
    """What stands below the question, for scripts; 202 while the answer is being made."""
    found = _answer_or_404(answer_id)
    context = {"shown": _shown(request, found)}
    status = 200 if found.outcome else 202
    return render(request, "answering/_answer.html", context, status=status)


@require_POST
def stop(request: HttpRequest, answer_id: str) -> HttpResponse:
    try:
        answers.request_stop(answer_id, owner=_owner_of(request))
    except Unknown:
        raise Http404 from None
    return redirect("answer", answer_id)


@require_POST
def rate(request: HttpRequest, answer_id: str) -> HttpResponse:
    try:
        give_feedback(
            answer_id,
            owner=_owner_of(request),
            rating=request.POST.get("rating", ""),
            reason=request.POST.get("reason", ""),
        )
    except (Unknown, Invalid):
        raise Http404 from None
    return redirect("answer", answer_id)


def _chat_page(
    request: HttpRequest,
    conversation: Conversation | None,
    context: dict[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    newest = conversation.answers.order_by("-created_at")[:SHOWN_TURNS] if conversation else ()
    context |= {
        "turns": [_shown(request, answer) for answer in reversed(list(newest))],
        "conversation_id": str(conversation.id) if conversation else "",
        "limit": settings.MAX_QUESTION_CHARACTERS,
        "section": "ask",
    }
    return render(request, "answering/chat.html", context, status=status)


def _refused(request: HttpRequest, message: str, *, status: int) -> HttpResponse:
    """The page again, with the reason and the text that was typed."""
    if _wants_json(request):
        return JsonResponse({"status": "error", "message": message}, status=status)
    conversation = _own_conversation(request, request.POST.get("conversation_id", ""))
    context = {"question": request.POST.get("question", ""), "error": message}
    return _chat_page(request, conversation, context, status=status)


def _shown(request: HttpRequest, answer: Answer) -> ShownAnswer:
    own = _owner_of(request).owns(answer.conversation)
    return shown_answer(answer, asker=asker_of_user(request.user), own=own)


def _answer_or_404(answer_id: str) -> Answer:
    try:
        return answers.answer(answer_id)
    except Unknown:
        raise Http404 from None


def _owner_of(request: HttpRequest) -> Owner:
    """The account or the visitor that conversations of this request belong to."""
    if request.user.is_authenticated:
        return Owner(user_id=request.user.pk)
    return Owner(visitor=visitors.visitor_of(request.COOKIES))


def _own_conversation(request: HttpRequest, conversation_id: str) -> Conversation | None:
    try:
        found = Conversation.objects.filter(id=uuid.UUID(conversation_id)).first()
    except ValueError:
        return None
    return found if found and _owner_of(request).owns(found) else None


def _count(request: HttpRequest) -> Usage:
    if request.user.is_authenticated:
        return count_user(request.user.pk)
    peer, forwarded = request.META.get("REMOTE_ADDR"), request.META.get("HTTP_X_FORWARDED_FOR", "")
    return count_address(client_address(peer, forwarded))


def _too_often(usage: Usage) -> str:
    text = _("Too many questions in one minute; please wait %(seconds)d seconds.")
    return text % {"seconds": usage.retry_after_s}


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")
