"""Search."""

from rest_framework.request import Request
from rest_framework.response import Response

from answering.api import operations
from answering.api.asking import asker_of
from answering.api.permissions import Anyone
from answering.api.serializers.questions import SearchRequestSerializer, filters_of
from answering.api.views.base import PortalView, success
from answering.presentation import hit_json
from retrieval.search import search


class SearchView(PortalView):
    permission_classes = [Anyone]
    counted_as = "ask"

    @operations.search
    def post(self, request: Request) -> Response:
        asked = SearchRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        values, asker = asked.validated_data, asker_of(request)
        found = search(
            values["query"],
            asker=asker,
            limit=values["limit"],
            filters=filters_of(values.get("filters")),
            mode=values["mode"],
        )
        return success(
            results=[hit_json(hit, rank=n, asker=asker) for n, hit in enumerate(found.hits, 1)],
            near_misses=[
                hit_json(hit, rank=n, asker=asker)
                for n, hit in enumerate(found.near_misses, len(found.hits) + 1)
            ],
            missing_identifiers=list(found.missing_identifiers),
            reranker=found.reranker,
            rerank_failed=found.rerank_failed,
            timings_ms=found.timings_ms,
        )
