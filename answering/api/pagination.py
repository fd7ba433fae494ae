"""Lists in pages: count, next, previous, results, page_size."""

from typing import Any

from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response


class Pages(PageNumberPagination):
    page_size = 20
    page_size_query_param = "page_size"
    max_page_size = 100

    def get_paginated_response(self, data: Any) -> Response:
        assert self.page is not None  # noqa: S101  # set by paginate_queryset
        return Response(
            {
                "status": "success",
                "count": self.page.paginator.count,
                "next": self.get_next_link(),
                "previous": self.get_previous_link(),
                "page_size": self.page.paginator.per_page,
                "results": data,
            }
        )
