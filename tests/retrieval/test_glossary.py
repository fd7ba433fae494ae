"""The staff's entries change the glossary of every process at once."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from documents.access import CITIZEN
from retrieval.analysis import analyse
from retrieval.glossary import SHIPPED, STANDARD, Entry, changed, glossary_of
from retrieval.glossary_csv import GlossaryFileError, as_csv, store_csv
from retrieval.glossary_entries import current_glossary
from retrieval.models import GlossaryEntry
from retrieval.search import search
from tests.retrieval.conftest import IndexText

LIST = "admin:retrieval_glossaryentry_changelist"
ADD = "admin:retrieval_glossaryentry_add"
IMPORT = "admin:retrieval_glossaryentry_import"


def entry(**values: object) -> GlossaryEntry:
    made = GlossaryEntry(
        **{"kind": "everyday", "phrase": "ngopi", "meanings": "minum kopi"} | values
    )
    made.full_clean()
    made.save()
    return made


@pytest.mark.parametrize(
    ("effect", "meanings", "expected"),
    [
        ("add", ("ketua",), ("ketua", *SHIPPED["everyday"]["kades"])),
        ("replace", ("ketua",), ("ketua",)),
        ("off", (), ()),
    ],
)
def test_an_entry_adds_replaces_or_switches_off(
    effect: str, meanings: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    changes = [Entry("everyday", "kades", meanings, effect)]  # type: ignore[arg-type]
    glossary = glossary_of(changed(SHIPPED, changes))
    assert glossary.everyday.get("kades", ()) == expected
    assert STANDARD.everyday["kades"] == SHIPPED["everyday"]["kades"]


def test_words_of_a_longer_phrase_do_not_count_again() -> None:
    meanings = STANDARD.legal_words("members of a political party", language="en")
    assert "partai politik" in meanings
    assert "pihak" not in meanings


def test_every_shipped_name_is_a_regulation() -> None:
    assert set(STANDARD.names) == set(SHIPPED["name"])


def test_without_entries_it_is_what_is_shipped(db: None) -> None:
    assert current_glossary() is STANDARD


def test_an_entry_counts_at_once_and_so_does_its_end(db: None) -> None:
    made = entry()
    assert current_glossary().everyday["ngopi"] == ("minum kopi",)
    made.meanings = "minum teh"
    made.save()
    assert current_glossary().everyday["ngopi"] == ("minum teh",)
    made.active = False
    made.save()
    assert "ngopi" not in current_glossary().everyday
    made.delete()
    assert current_glossary() is STANDARD


def test_an_unchanged_glossary_costs_one_query(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    entry()
    current_glossary()
    with django_assert_num_queries(1):
        current_glossary()


def test_a_search_uses_it(index_text: IndexText) -> None:
    index_text("Masyarakat minum kopi di warung.")
    assert not search("ngopi", asker=CITIZEN, mode="lexical").hits
    entry()
    assert search("ngopi", asker=CITIZEN, mode="lexical").hits


def test_a_name_of_a_regulation_is_a_reference(db: None) -> None:
    entry(kind="name", phrase="Qanun  Sampah", meanings="Qanun Kota Banda Aceh Nomor 1 Tahun 2017")
    (reference,) = analyse("apa isi qanun sampah pasal 5", glossary=current_glossary()).references
    assert (reference.regulation, reference.pasal) == ("Qanun Kota Banda Aceh 1/2017", "5")


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"phrase": " "}, "phrase"),
        ({"phrase": "yang"}, "phrase"),
        ({"phrase": "apa itu"}, "phrase"),
        ({"phrase": "11/2006"}, "phrase"),
        ({"phrase": "a b c d e f g"}, "phrase"),
        ({"phrase": "x" * 81}, "phrase"),
        ({"meanings": ""}, "meanings"),
        ({"meanings": " ; "}, "meanings"),
        ({"meanings": "Ngopi"}, "meanings"),
        ({"meanings": "dan; yang"}, "meanings"),
        ({"meanings": "x" * 121}, "meanings"),
        ({"meanings": ";".join(f"kata{i}" for i in range(9))}, "meanings"),
        ({"kind": "name", "meanings": "undang-undang sampah"}, "meanings"),
        ({"kind": "informal", "phrase": "gimana sih", "meanings": "bagaimana"}, "phrase"),
        ({"kind": "informal", "phrase": "gmna", "meanings": "bagaimana; mana"}, "meanings"),
        ({"kind": "other"}, "kind"),
    ],
)
def test_it_refuses(values: dict[str, object], field: str, db: None) -> None:
    with pytest.raises(ValidationError) as refused:
        entry(**values)
    assert field in refused.value.message_dict


def test_a_phrase_is_kept_once_a_kind(db: None) -> None:
    entry()
    with pytest.raises(ValidationError):
        entry(phrase="NGOPI")


def test_staff_add_an_entry_and_are_named(admin_client: Client, admin_user: User) -> None:
    values = {"kind": "everyday", "phrase": "Ngopi ", "meanings": "minum kopi", "effect": "add"}
    assert admin_client.post(reverse(ADD), values | {"active": "on"}).status_code == 302
    made = GlossaryEntry.objects.get()
    assert (made.phrase, made.changed_by) == ("ngopi", admin_user)
    page = admin_client.get(reverse(LIST), {"q": "ngopi", "kind__exact": "everyday"})
    assert reverse("admin:retrieval_chunk_search") + "?query=ngopi" in page.content.decode()


def test_the_form_says_what_is_wrong(admin_client: Client) -> None:
    values = {"kind": "everyday", "phrase": "yang", "meanings": "itu", "effect": "add"}
    page = admin_client.post(reverse(ADD), values)
    assert "phrase" in page.context["adminform"].form.errors


def test_the_shipped_glossary_is_shown_and_leads_to_replacing(admin_client: Client) -> None:
    page = admin_client.get(
        reverse("admin:retrieval_glossaryentry_shipped"), {"kind": "name", "q": "uupa"}
    )
    assert [each.phrase for each in page.context["page"]] == ["uupa"]
    assert "phrase=uupa" in page.content.decode()


def test_entries_are_switched_off_together(admin_client: Client) -> None:
    made = entry()
    assert "ngopi" in current_glossary().everyday
    action = {"action": "switch_off", "_selected_action": [made.pk]}
    admin_client.post(reverse(LIST), action)
    assert "ngopi" not in current_glossary().everyday


def test_a_csv_goes_out_and_comes_in_again(admin_user: User) -> None:
    entry(note="=1+1")
    content = as_csv(GlossaryEntry.objects.all())
    assert "'=1+1" in content
    GlossaryEntry.objects.all().delete()
    assert store_csv(content.encode(), changed_by=admin_user) == 1
    assert GlossaryEntry.objects.get().note == "=1+1"


def test_a_csv_with_one_bad_row_is_refused_whole(admin_user: User) -> None:
    content = "kind,phrase,meanings\neveryday,ngopi,minum kopi\neveryday,yang,itu\n"
    with pytest.raises(GlossaryFileError) as refused:
        store_csv(content.encode(), changed_by=admin_user)
    assert "3" in refused.value.reasons[0]
    assert not GlossaryEntry.objects.exists()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"a,b\n1,2\n", b"\x00"])
def test_what_is_no_glossary_file_is_refused(content: bytes, admin_user: User) -> None:
    with pytest.raises(GlossaryFileError):
        store_csv(content, changed_by=admin_user)


def test_only_those_who_may_change_it_take_in_a_csv(client: Client, db: None) -> None:
    reader = User.objects.create_user("reader", password="x", is_staff=True)
    client.force_login(reader)
    assert client.get(reverse(IMPORT)).status_code == 404
    assert client.get(reverse("admin:retrieval_glossaryentry_export")).status_code == 404


def test_the_shipped_glossary_comes_a_page_at_a_time(admin_client: Client) -> None:
    address = reverse("admin:retrieval_glossaryentry_shipped")
    first = admin_client.get(address).context["page"]
    second = admin_client.get(address, {"page": "2"}).context["page"]
    assert len(first) == 100
    assert not {*first} & {*second}


def test_the_list_says_how_many_entries_are_shipped(admin_client: Client) -> None:
    page = admin_client.get(reverse("admin:retrieval_glossaryentry_changelist"))
    shipped = sum(len(table) for table in SHIPPED.values())
    assert page.context["shipped_count"] == shipped
    assert "entri sudah menjadi bawaan" in page.content.decode()
