import pytest
from django.db import connection


@pytest.mark.django_db
def test_the_test_database_has_vectors() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT '[1,2]'::halfvec <-> '[1,4]'::halfvec")
        assert cursor.fetchone() == (2.0,)
