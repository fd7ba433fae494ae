"""The type of a file is that of its content."""

import io
import zipfile
from pathlib import Path

import docx
import openpyxl
import pytest

from documents import media_types
from documents.extraction.types import ExtractionError
from documents.formats import decoded, detect

SAMPLES = Path(__file__).parents[2] / "documents" / "sample_collection"


def put(tmp_path: Path, name: str, content: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


def zipped(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.pdf", b"%PDF-1.7\n...", media_types.PDF),
        ("nama-salah.docx", b"%PDF-1.4\n...", media_types.PDF),
        ("sampah.pdf", b"sampah\n%PDF-1.4\n1 0 obj\n<<>>\nendobj", media_types.PDF),
        ("catatan.txt", b"Setiap PDF dimulai dengan %PDF-1.4 lalu isinya.", media_types.PLAIN),
        ("unduhan.pdf", b"<!doctype html><html><body>x</body></html>", media_types.HTML),
        ("a.txt", b"BMKG mencatat gempa di laut.", media_types.PLAIN),
        (
            "a.txt",
            b"MZ adalah singkatan nama saya yang saya tulis sendiri di sini, ya.",
            media_types.PLAIN,
        ),
        (
            "surat.txt",
            b"Banda Aceh, 5 Mei\nKepada Yth, Bapak\nDengan hormat, kami\n",
            media_types.PLAIN,
        ),
        ("a.csv", b"Nama|Luas\nPidie|1,5\n", media_types.CSV),
        ("a.txt", "Teks tanpa tanda".encode("utf-16-le"), media_types.PLAIN),
        ("a.csv", b"Tahun;IKK\n2003;96.27\n", media_types.CSV),
        ("a.csv", b"\xef\xbb\xbfTahun,IKK\n2003,1\n", media_types.CSV),
        ("tanpa-akhiran", b"a;b;c\n1;2;3\n4;5;6\n", media_types.CSV),
        ("a.html", b"<!DOCTYPE html><html><body>x</body></html>", media_types.HTML),
        ("a.txt", b"<html><body>x</body></html>", media_types.HTML),
        ("a.md", b"# Judul\n", media_types.MARKDOWN),
        ("a.txt", "Qanun Aceh, Nomor 6\nsyari’at\n".encode(), media_types.PLAIN),
        ("a.txt", "Teks cp1252 \xe9".encode("cp1252"), media_types.PLAIN),
        ("a.txt", "Teks UTF-16".encode("utf-16"), media_types.PLAIN),
        ("a.txt", b"Teks\x00 dengan NUL yang cukup panjang untuk dibaca orang", media_types.PLAIN),
    ],
)
def test_it_detects(tmp_path: Path, name: str, content: bytes, expected: str) -> None:
    assert detect(put(tmp_path, name, content)) == expected


def test_it_detects_office_files(tmp_path: Path) -> None:
    word, sheet = tmp_path / "x", tmp_path / "y"
    docx.Document().save(str(word))
    openpyxl.Workbook().save(sheet)
    assert (detect(word), detect(sheet)) == (media_types.DOCX, media_types.XLSX)


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("kosong.pdf", b"", "empty_file"),
        ("kosong.txt", b" \n\x00\n", "empty_file"),
        ("gambar.pdf", b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, "unsupported_type"),
        ("program.txt", b"MZ" + bytes(range(256)) * 4, "unsupported_type"),
        ("acak.csv", bytes(range(256)) * 40, "unsupported_type"),
        ("lama.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600, "unsupported_type"),
        ("rusak.docx", b"PK\x03\x04" + b"\x00" * 100, "damaged_file"),
        ("bukan.pdf", b"Halaman ini tidak ditemukan pada peladen kami", "damaged_file"),
        ("arsip.zip", zipped({"a.txt": b"x"}), "unsupported_type"),
        ("bom.xlsx", zipped({"xl/workbook.xml": b"0" * 20_000_000}), "too_large_inside"),
        ("makro.xlsx", zipped({"xl/vbaProject.bin": b"x"}), "unsupported_type"),
        ("entitas.docx", zipped({"word/document.xml": b"<!DOCTYPE a><a/>"}), "unsupported_type"),
        ("xml.docx", zipped({"word/document.xml": b"<a><b></a>"}), "damaged_file"),
    ],
)
def test_it_refuses(tmp_path: Path, name: str, content: bytes, code: str) -> None:
    with pytest.raises(ExtractionError) as caught:
        detect(put(tmp_path, name, content))
    assert caught.value.code == code


def test_an_encrypted_office_file_is_told_from_an_old_one(tmp_path: Path) -> None:
    content = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")
    with pytest.raises(ExtractionError) as caught:
        detect(put(tmp_path, "a.docx", content))
    assert caught.value.code == "encrypted"


def test_a_truncated_office_file_is_damaged(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    openpyxl.Workbook().save(whole)
    content = whole.read_bytes()
    with pytest.raises(ExtractionError) as caught:
        detect(put(tmp_path, "a.xlsx", content[: len(content) // 2]))
    assert caught.value.code == "damaged_file"


def test_the_sample_collection_is_of_the_types_its_names_tell() -> None:
    expected = {
        ".md": media_types.MARKDOWN,
        ".pdf": media_types.PDF,
        ".csv": media_types.CSV,
    }
    files = [path for path in SAMPLES.rglob("*") if path.suffix in expected]
    assert len(files) == 10
    assert all(detect(path) == expected[path.suffix] for path in files)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("syari’at".encode("utf-16-le"), "syari’at"),
        ("syari’at dan lain-lain".encode("utf-16-be"), "syari’at dan lain-lain"),
        ("syari’at".encode("cp1252"), "syari’at"),
        ("é ’ ü".encode() + b" \xe9 " + "ä".encode(), "é ’ ü é ä"),
        (b"a\x00b", "ab"),
        ("€".encode("utf-32"), "€"),
    ],
    ids=["UTF-16", "big-endian", "Windows", "one wrong byte", "NUL", "UTF-32"],
)
def test_text_is_decoded(content: bytes, expected: str) -> None:
    assert decoded(content) == expected


@pytest.mark.parametrize(
    ("content", "detail"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"), "old_word"),
        (zipped({"xl/workbook.bin": b"x"}), "binary_workbook"),
        (b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>', "office_xml"),
        (zipped({"mimetype": b"application/epub+zip"}), "book"),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related\n", "web_archive"),
        (b"\x00\x00\x00\x18ftypmp42", "recording"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8", "picture"),
    ],
)
def test_it_tells_what_else_a_file_is(tmp_path: Path, content: bytes, detail: str) -> None:
    with pytest.raises(ExtractionError) as caught:
        detect(put(tmp_path, "a.bin", content))
    assert (caught.value.code, caught.value.detail) == ("unsupported_type", detail)


def test_the_main_part_may_have_another_name(tmp_path: Path) -> None:
    main = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    content = zipped({"[Content_Types].xml": main, "word/document2.xml": b"<a/>"})
    assert detect(put(tmp_path, "a", content)) == media_types.DOCX


def test_text_cut_within_a_character_is_still_utf_8() -> None:
    assert decoded("syari’at".encode()[:7]) == "syari"
