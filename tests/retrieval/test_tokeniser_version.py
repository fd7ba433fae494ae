"""An index whose terms an earlier version made is told as such, and renewed."""

from documents.models import Job
from retrieval import lexical_index
from retrieval.models import LexicalStatistics
from retrieval.reindex_jobs import keep_lexical_index_fresh
from retrieval.reindexing import rebuild_lexical
from retrieval.statistics import IndexStatus, statistics
from retrieval.tokens import TOKENISER_VERSION
from tests.retrieval.conftest import IndexText


def test_a_new_index_is_of_this_version(index_text: IndexText) -> None:
    index_text("Keuchik.")
    assert LexicalStatistics.objects.get().tokeniser_version == TOKENISER_VERSION
    assert statistics().bm25_index_status == IndexStatus.HEALTHY
    assert not statistics().bm25_index_problem


def test_one_of_another_version_is_in_error_until_it_is_renewed(index_text: IndexText) -> None:
    index_text("Keuchik.")
    LexicalStatistics.objects.update(tokeniser_version=TOKENISER_VERSION - 1)
    assert statistics().bm25_index_status == IndexStatus.ERROR
    assert "reindex --bm25" in statistics().bm25_index_problem
    rebuild_lexical()
    assert not lexical_index.is_outdated()
    assert statistics().bm25_index_status == IndexStatus.HEALTHY


def test_housekeeping_renews_it(index_text: IndexText) -> None:
    index_text("Keuchik.")
    rebuild_lexical()
    keep_lexical_index_fresh()
    assert not Job.objects.exists()
    LexicalStatistics.objects.update(tokeniser_version=TOKENISER_VERSION - 1)
    keep_lexical_index_fresh()
    assert Job.objects.count() == 1


def test_nothing_is_outdated_before_there_is_an_index(db: None) -> None:
    assert not lexical_index.is_outdated()
