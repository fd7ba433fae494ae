"""The models whose vectors are held: how complete each is, and which one answers."""

from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models import Count, QuerySet, TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from documents.models import Job, JobKind
from documents.models.job import ACTIVE
from documents.reasons import Refused
from retrieval import building, fingerprints, hnsw, lexical_index, vectors
from retrieval.embedders.base import EmbeddingError
from retrieval.models import Chunk, Embedding, EmbeddingModel, StagedVector


class ModelState(TextChoices):
    ABSENT = "absent", _("not built")
    BUILDING = "building", _("being built")
    INCOMPLETE = "incomplete", _("incomplete")
    READY = "ready", _("ready")
    ACTIVE = "active", _("answers searches")
    KEPT = "kept", _("kept")


@dataclass(frozen=True, slots=True)
class HeldModel:
    """An alias of the EMBEDDERS setting or of a model that is held; counts are of live chunks.

    `job` is the one that builds it or waits to. `change` is what `problem_of` says; of models that
    do not answer only what shows without loading them.
    """

    alias: str
    model: EmbeddingModel | None
    chunks: int
    embedded: int
    index_bytes: int
    has_index: bool
    job: Job | None
    change: str

    @property
    def missing(self) -> int:
        return max(0, self.chunks - self.embedded)

    @property
    def share(self) -> float:
        """0..1 of the chunks that have a vector."""
        return min(1.0, self.embedded / self.chunks) if self.chunks else float(self.has_index)

    @property
    def state(self) -> ModelState:
        if self.model is not None and self.model.active:
            return ModelState.ACTIVE
        if self.job is not None:
            return ModelState.BUILDING
        if self.model is None:
            return ModelState.ABSENT
        if self.missing or not self.has_index:
            return ModelState.INCOMPLETE
        return ModelState.KEPT if self.model.activated_at else ModelState.READY

    @property
    def can_answer(self) -> bool:
        return self.state in (ModelState.READY, ModelState.KEPT) and not self.change


def held_models() -> list[HeldModel]:
    """The active one first, then by alias."""
    by_alias = {each.alias: each for each in EmbeddingModel.objects.defer("probe")}
    chunks = Chunk.objects.filter(live=True).count()
    counts = dict(
        Embedding.objects.filter(chunk__live=True)
        .values_list("model_id")
        .annotate(Count("pk"))
        .order_by()
    )
    jobs = {job.config["model"]: job for job in _building_jobs()}
    rows = [
        _held(alias, by_alias.get(alias), chunks=chunks, counts=counts, job=jobs.get(alias))
        for alias in by_alias.keys() | settings.EMBEDDERS.keys()
    ]
    return sorted(rows, key=lambda row: (row.state != ModelState.ACTIVE, row.alias))


def switch(alias: str) -> EmbeddingModel:
    """Let the model answer from the next query on; the former one is kept up to date.

    Raises Refused when it is unknown, lacks vectors or its index, or is another model by now.
    """
    model = _known(alias)
    _refuse_changed(model)
    with transaction.atomic():
        lexical_index.lock()  # nothing is published meanwhile
        if missing := building.without_vector(model).count():
            raise Refused("model_incomplete", 409, model=alias, count=missing)
        if not hnsw.is_valid(model):
            raise Refused("model_without_index", 409, model=alias)
        now = timezone.now()
        former = EmbeddingModel.objects.filter(active=True).exclude(pk=model.pk)
        former.update(active=False, activated_at=now)
        if not model.active:
            EmbeddingModel.objects.filter(pk=model.pk).update(
                active=True, maintained=True, activated_at=now
            )
    model.refresh_from_db()
    return model


def remove(alias: str) -> None:
    """Delete a model with its vectors and index. Raises Refused for the one that answers."""
    model = _known(alias)
    _refuse_active(model)
    if _building_jobs().filter(config__model=alias).exists():
        raise Refused("model_is_being_built", 409, model=alias)
    hnsw.drop(model)
    with transaction.atomic():
        lexical_index.lock()  # nothing is published meanwhile
        model.refresh_from_db()
        _refuse_active(model)
        for held in (Embedding, StagedVector):
            held._default_manager.filter(model_id=model.pk)._raw_delete("default")
        model.delete()


def pause(alias: str) -> None:
    """Let publishing write the active model's vectors alone; those made stay."""
    EmbeddingModel.objects.filter(alias=alias, active=False).update(maintained=False)


def problem_of(model: EmbeddingModel) -> str:
    """A `fingerprints.Change`, "unreadable" when its embedder cannot be asked, or ""."""
    try:
        return fingerprints.change_of(model)
    except EmbeddingError:
        return "unreadable"


def _held(
    alias: str,
    model: EmbeddingModel | None,
    *,
    chunks: int,
    counts: dict[int, int],
    job: Job | None,
) -> HeldModel:
    return HeldModel(
        alias=alias,
        model=model,
        chunks=chunks,
        embedded=counts.get(model.pk, 0) if model else 0,
        index_bytes=hnsw.size_bytes(model) if model else 0,
        has_index=model is not None and hnsw.is_valid(model),
        job=job,
        change=_visible_change(model),
    )


def _visible_change(model: EmbeddingModel | None) -> str:
    if model is None:
        return ""
    if model.active:
        return problem_of(model)
    return "" if model.alias in settings.EMBEDDERS else fingerprints.Change.NOT_CONFIGURED


def _building_jobs() -> QuerySet[Job]:
    return Job.objects.filter(kind=JobKind.REINDEX, status__in=ACTIVE, config__has_key="model")


def _known(alias: str) -> EmbeddingModel:
    if model := vectors.model_of(alias):
        return model
    code = "model_not_built" if alias in settings.EMBEDDERS else "unknown_model"
    raise Refused(code, 404, model=alias, known=", ".join(sorted(settings.EMBEDDERS)))


def _refuse_changed(model: EmbeddingModel) -> None:
    try:
        change = fingerprints.change_of(model)
    except EmbeddingError as error:
        raise Refused("embedder_unreadable", 409, model=model.alias) from error
    if change:
        raise Refused("embedder_changed", 409, model=model.alias)


def _refuse_active(model: EmbeddingModel) -> None:
    if model.active:
        raise Refused("model_is_active", 409, model=model.alias)
