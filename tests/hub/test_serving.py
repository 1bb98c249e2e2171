"""What the loopback Hub does on the wire."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from urllib.parse import urlsplit

import pytest
from hub.serving import serve
from hub.state import Hub

NAME = "ada/toy"
CONTENT = bytes(range(256)) * 100


@pytest.fixture
def connection(hub: Hub) -> http.client.HTTPConnection:
    hub.create(NAME).edit({"data.parquet": CONTENT, "a.txt": b"0123456789"})
    return http.client.HTTPConnection(urlsplit(hub.url).netloc, timeout=5)


def ask(
    connection: http.client.HTTPConnection, method: str, path: str, **headers: str
) -> tuple[int, bytes, http.client.HTTPMessage]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, headers=named)
    answer = connection.getresponse()
    return answer.status, answer.read(), answer.headers


def test_one_connection_carries_many_requests(
    hub: Hub, connection: http.client.HTTPConnection
) -> None:
    ask(connection, "GET", "/api/datasets/ada/none")
    opened = connection.sock
    for method, path in (("HEAD", f"/api/datasets/{NAME}"), ("GET", f"/api/datasets/{NAME}/refs")):
        assert ask(connection, method, path)[0] == 200
        assert connection.sock is opened
    hub.fail(1, "dropped")
    with pytest.raises(http.client.RemoteDisconnected):
        ask(connection, "GET", f"/api/datasets/{NAME}")
    assert ask(connection, "GET", f"/api/datasets/{NAME}")[0] == 200
    connection.close()


def test_a_body_may_come_in_chunks(hub: Hub, connection: http.client.HTTPConnection) -> None:
    lines = [
        {"key": "header", "value": {"summary": "In chunks"}},
        {"key": "deletedFile", "value": {"path": "a.txt"}},
    ]
    chunks = [json.dumps(line).encode() + b"\n" for line in lines]
    connection.request(
        "POST",
        f"/api/datasets/{NAME}/commit/main",
        body=iter(chunks),
        headers={"Authorization": f"Bearer {hub.token}"},
        encode_chunked=True,
    )
    assert connection.getresponse().status == 200
    assert "a.txt" not in hub.repository(NAME).files()
    connection.close()


def test_a_request_that_ends_half_way_does_nothing(hub: Hub) -> None:
    before = hub.create(NAME).at("main").oid
    address = urlsplit(hub.url)
    assert address.hostname is not None
    head = (
        f"POST /api/datasets/{NAME}/commit/main HTTP/1.1\r\nHost: hub\r\nContent-Length: 999\r\n"
        f"Authorization: Bearer {hub.token}\r\n\r\n"
    )
    with socket.create_connection((address.hostname, address.port), timeout=5) as client:
        client.sendall(head.encode() + b'{"key": "header", "value": {"summary": "a"}}\n')
        client.shutdown(socket.SHUT_WR)
        assert client.recv(1) == b""
    assert hub.requests == []
    assert hub.repository(NAME).at("main").oid == before


@pytest.mark.parametrize(
    ("asked", "status", "content", "told"),
    [
        ("bytes=0-3", 206, b"0123", "bytes 0-3/10"),
        ("bytes=7-", 206, b"789", "bytes 7-9/10"),
        ("bytes=-2", 206, b"89", "bytes 8-9/10"),
        ("bytes=8-99", 206, b"89", "bytes 8-9/10"),
        ("bytes=10-", 416, b"", "bytes */10"),
        ("lines=1-2", 200, b"0123456789", None),
    ],
)
def test_a_range_is_the_bytes_that_were_asked_for(
    hub: Hub,
    connection: http.client.HTTPConnection,
    asked: str,
    status: int,
    content: bytes,
    told: str | None,
) -> None:
    _, _, headers = ask(connection, "GET", f"/datasets/{NAME}/resolve/main/a.txt")
    answer = ask(connection, "GET", headers["Location"], Range=asked)
    assert (*answer[:2], answer[2]["Content-Range"]) == (status, content, told)
    assert answer[2]["ETag"] == f'"{hub.repository(NAME).at("main").files["a.txt"].blob_id}"'
    connection.close()


def test_the_storage_opens_by_a_signed_address_only(
    hub: Hub, connection: http.client.HTTPConnection
) -> None:
    status, _, headers = ask(connection, "HEAD", f"/datasets/{NAME}/resolve/main/data.parquet")
    assert (status, headers["X-Linked-Size"]) == (302, str(len(CONTENT)))
    assert headers["X-Repo-Commit"] == hub.repository(NAME).at("main").oid
    connection.close()
    address = urlsplit(headers["Location"])
    storage = http.client.HTTPConnection(address.netloc, timeout=5)
    assert ask(storage, "GET", f"{address.path}?{address.query}")[:2] == (200, CONTENT)
    assert ask(storage, "GET", address.path)[0] == 403
    storage.request("PUT", f"{address.path}?{address.query}", body=b"something else")
    assert storage.getresponse().status == 400
    assert hub.repository(NAME).files()["data.parquet"] == CONTENT
    assert hub.signature not in repr(hub.requests)
    storage.close()


def test_another_host_is_refused_and_noted(
    hub: Hub, connection: http.client.HTTPConnection
) -> None:
    assert ask(connection, "GET", "http://datasets-server.example/info?dataset=a")[0] == 404
    connection.request("CONNECT", "huggingface.co:443")
    assert connection.getresponse().status == 403
    assert [str(request) for request in hub.outside] == [
        "GET http://datasets-server.example/info?dataset=a",
        "CONNECT huggingface.co:443",
    ]
    assert hub.requests == []
    connection.close()


def test_the_hubs_own_error_is_no_fault_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve() as hub:
        monkeypatch.setattr(hub, "repositories", None)
        connection = http.client.HTTPConnection(urlsplit(hub.url).netloc, timeout=5)
        assert ask(connection, "GET", f"/api/datasets/{NAME}")[0] == 500
        connection.close()
    assert len(hub.bugs) == 1


def test_no_thread_stays_behind() -> None:
    before = threading.active_count()
    with serve() as hub:
        connection = http.client.HTTPConnection(urlsplit(hub.url).netloc, timeout=5)
        ask(connection, "GET", "/api/whoami-v2")
        assert threading.active_count() > before
    assert threading.active_count() == before
    connection.close()
