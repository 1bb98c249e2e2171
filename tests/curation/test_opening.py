from __future__ import annotations

import gzip
import io
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pytest

from paperclaims_curation.documents import opening
from paperclaims_curation.documents.opening import (
    HEAD_SIZE,
    LeftAside,
    list_documents,
    open_document,
    peek_head,
)
from paperclaims_curation.problem import BadInputError, PaperclaimsError

TEXT = b"One line of text, then another.\r\n" * 10_000


def zstd(content: bytes) -> bytes:
    packed: bytes = pa.Codec("zstd").compress(content, asbytes=True)
    return packed


def skippable(content: bytes) -> bytes:
    return b"\x5a\x2a\x4d\x18" + len(content).to_bytes(4, "little") + content


def read(path: Path) -> bytes:
    with open_document(path) as document:
        return document.stream.read()


@pytest.mark.parametrize(
    ("name", "content", "plain_name"),
    [
        ("List.TXT", TEXT, "list.txt"),
        ("List.TXT.gz", gzip.compress(TEXT, mtime=0), "list.txt"),
        ("list.bib.zst", zstd(TEXT), "list.bib"),
        (
            "members.gz",
            gzip.compress(TEXT[:99], mtime=0)
            + gzip.compress(b"", mtime=0)
            + gzip.compress(TEXT[99:], mtime=0),
            "members",
        ),
        ("frames.zst", zstd(TEXT[:99]) + zstd(b"") + zstd(TEXT[99:]), "frames"),
        ("skip.zst", skippable(b"seek") + zstd(TEXT) + skippable(b"table"), "skip"),
        # By its first bytes, not by its name.
        ("packed.txt", gzip.compress(TEXT, mtime=0), "packed.txt"),
        ("plain.gz", TEXT, "plain"),
    ],
)
def test_documents_are_decompressed(
    tmp_path: Path, name: str, content: bytes, plain_name: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with open_document(path) as document:
        assert document.name == plain_name
        assert peek_head(document.stream) == TEXT[:HEAD_SIZE].decode().replace("\r\n", "\n")
        assert document.stream.read() == TEXT


@pytest.mark.parametrize("content", [b"", gzip.compress(b"", mtime=0), zstd(b"")])
def test_an_empty_document_is_empty(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "empty"
    path.write_bytes(content)
    with open_document(path) as document:
        assert peek_head(document.stream) == ""
        assert document.stream.read() == b""


@pytest.mark.parametrize("compress", [gzip.compress, zstd])
def test_compressed_data_cut_off_anywhere_are_no_end(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    text = b"Some lines of text.\n" * 9
    whole = compress(text) + compress(text)
    path = tmp_path / "cut"
    ends = {0, len(whole) // 2, len(whole)}
    # Four bytes tell what it is.
    for cut in range(4, len(whole)):
        path.write_bytes(whole[:cut])
        if cut in ends:
            assert read(path) == text
            continue
        with pytest.raises(BadInputError, match="cut: the compressed file is damaged or cut short"):
            read(path)


@pytest.mark.parametrize(
    "content",
    [
        gzip.compress(TEXT, mtime=0) + b"garbage",
        zstd(TEXT) + b"garbage",
        b"\x1f\x8bgarbage",
        b"\x28\xb5\x2f\xfdgarbage",
        gzip.compress(TEXT, mtime=0)[:-8] + b"\0" * 8,
    ],
)
def test_damage_is_reported_each_time_it_is_read(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "damaged"
    path.write_bytes(content)
    with pytest.raises(BadInputError):
        read(path)
    with suppress(BadInputError), open_document(path) as document:
        for _ in range(3):
            with pytest.raises(BadInputError):
                document.stream.read()


def test_a_bomb_is_read_piece_by_piece(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zst"
    path.write_bytes(zstd(bytes(64 << 20)))
    assert path.stat().st_size < 10_000
    before = pa.total_allocated_bytes()
    with open_document(path) as document:
        count = 0
        while piece := document.stream.read(1 << 16):
            count += len(piece)
            assert pa.total_allocated_bytes() - before < 8 << 20
    assert count == 64 << 20


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_standard_input_may_be_compressed(
    monkeypatch: pytest.MonkeyPatch, pack: Callable[[bytes], bytes]
) -> None:
    received = io.TextIOWrapper(io.BytesIO(pack(TEXT)))
    monkeypatch.setattr(sys, "stdin", received)
    with open_document(Path("-")) as document:
        assert document.name == ""
        assert len(peek_head(document.stream)) > HEAD_SIZE * 0.9
        assert document.stream.read() == TEXT
    assert not received.closed


def test_a_pipe_that_brings_one_byte_at_a_time_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(1, size or 1))

    class Standard:
        buffer = Slow(gzip.compress(TEXT, mtime=0))

    monkeypatch.setattr(sys, "stdin", Standard)
    with open_document(Path("-")) as document:
        assert document.stream.read() == TEXT


def test_a_closed_standard_input_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with (
        pytest.raises(PaperclaimsError, match="standard input is closed"),
        open_document(Path("-")),
    ):
        pass


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"%PDF-1.7\n", "a PDF"),
        (b"PK\x03\x04\x14\0", "a ZIP archive or an Office document"),
        (gzip.compress(b"PK\x03\x04\x14\0", mtime=0), "a ZIP archive"),
        (b"\xfd7zXZ\0\0", "compressed with xz"),
        (b"version https://git-lfs.github.com/spec/v1\n", "a pointer of Git LFS"),
    ],
)
def test_what_no_format_takes_is_refused(tmp_path: Path, content: bytes, what: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(BadInputError, match=f"file: is {what}"), open_document(path):
        pass


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as unix:
        unix.bind(str(tmp_path / "socket"))
    (tmp_path / "circle").symlink_to("circle")
    for name, what in {
        "pipe": "is not a regular file",
        "socket": "is not a regular file",
        ".": "is a folder",
        "missing": "no such file or directory; check the name and the permissions",
        "circle": "symbolic link",
    }.items():
        with pytest.raises(PaperclaimsError, match=what), open_document(tmp_path / name):
            pass


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("x")
    path.chmod(0)
    with pytest.raises(PaperclaimsError, match="permission denied"), open_document(path):
        pass


def test_a_file_that_fails_when_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise OSError(5, "Input/output error")

    class Broken(opening._File):
        readinto = fail

    monkeypatch.setattr(opening, "_File", Broken)
    path = tmp_path / "broken"
    path.write_text("x")
    with (
        pytest.raises(PaperclaimsError, match="broken: input/output error"),
        open_document(path),
    ):
        pass


@pytest.mark.parametrize(
    ("content", "head"),
    [
        ("\ufeffä\r\nb\rc\n".encode(), "ä\nb\nc\n"),
        ("ä\r\nb".encode("utf-16"), "ä\nb"),
        ("\ufeffä".encode("utf-16-be"), "ä"),
        ("é".encode("latin-1"), "\ufffd"),
        (b"x" * (HEAD_SIZE - 1) + "ä".encode(), "x" * (HEAD_SIZE - 1)),
    ],
)
def test_the_head_is_text_and_stays_in_the_stream(
    tmp_path: Path, content: bytes, head: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content + b"\n" if content.endswith(b"\xe9") else content)
    with open_document(path) as document:
        assert peek_head(document.stream).rstrip("\n") == head.rstrip("\n")
        assert peek_head(document.stream).rstrip("\n") == head.rstrip("\n")
        assert document.stream.read().startswith(content)


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")


def test_a_folder_stands_for_the_documents_in_it(tmp_path: Path) -> None:
    make(tmp_path, "b.bib", "a/z.json.gz", "a/B.CSV", "c.pdf", "LICENSE", ".git/x.txt", ".y.txt")
    listing = list_documents([tmp_path])
    assert listing.paths == tuple(tmp_path / name for name in ("a/B.CSV", "a/z.json.gz", "b.bib"))
    reason = "no format has names of that ending; name the file itself if it is a document"
    assert listing.left_aside == (
        LeftAside(tmp_path / "LICENSE", reason),
        LeftAside(tmp_path / "c.pdf", reason),
    )


def test_links_are_followed_inside_a_folder_only(tmp_path: Path) -> None:
    make(tmp_path, "in/.store/1.txt", "in/b.txt", "out.txt", "other/x.txt")
    folder = tmp_path / "in"
    (folder / "a.txt").symlink_to("b.txt")
    (folder / "hidden.txt").symlink_to(".store/1.txt")
    (folder / "leads-out.txt").symlink_to("../out.txt")
    (folder / "folder").symlink_to("../other")
    (folder / "self").symlink_to(".")
    (folder / "nowhere.txt").symlink_to("nothing")
    (folder / "circle.txt").symlink_to("circle.txt")
    os.mkfifo(folder / "pipe.txt")
    listing = list_documents([folder])
    assert listing.paths == (folder / "b.txt", folder / "hidden.txt")
    assert {aside.path.name: aside.reason for aside in listing.left_aside} == {
        "circle.txt": "is a link that leads nowhere",
        "folder": "is a link that leads out of the folder; name the file itself",
        "leads-out.txt": "is a link that leads out of the folder; name the file itself",
        "nowhere.txt": "is a link that leads nowhere",
        "pipe.txt": "is not a regular file",
        "self": "is a link to a folder",
    }


def test_files_are_taken_as_named_and_once(tmp_path: Path) -> None:
    make(tmp_path, "a.txt", "b.pdf")
    pdf, text = tmp_path / "b.pdf", tmp_path / "a.txt"
    paths = [Path("-"), pdf, tmp_path, text, Path("-"), tmp_path / "missing"]
    assert list_documents(paths).paths == (Path("-"), pdf, text, tmp_path / "missing")


def test_a_folder_without_documents_is_an_error(tmp_path: Path) -> None:
    make(tmp_path, "a.pdf", ".b.txt")
    with pytest.raises(PaperclaimsError, match="holds no document; their names end in"):
        list_documents([tmp_path])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    make(tmp_path, "a/b.txt")
    (tmp_path / "a").chmod(0)
    try:
        with pytest.raises(PaperclaimsError, match="permission denied"):
            list_documents([tmp_path])
    finally:
        (tmp_path / "a").chmod(0o700)
