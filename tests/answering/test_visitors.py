"""The signed cookie of visitors without an account."""

from django.http import HttpResponse

from answering.visitors import COOKIE, new_visitor, remember, visitor_of


def test_it_knows_the_visitor_again() -> None:
    visitor, response = new_visitor(), HttpResponse()
    remember(response, visitor)
    cookie = response.cookies[COOKIE]
    assert visitor_of({COOKIE: cookie.value}) == visitor
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_it_does_not_believe_what_it_has_not_signed() -> None:
    assert visitor_of({}) == ""
    assert visitor_of({COOKIE: new_visitor()}) == ""
    response = HttpResponse()
    remember(response, "not an id")
    assert visitor_of({COOKIE: response.cookies[COOKIE].value}) == ""
