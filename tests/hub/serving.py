"""The Hub over HTTP on 127.0.0.1: one port for the Hub, one for its storage."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
import traceback
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from hub.exchange import Call, Place, Request, Response
from hub.faults import NO_WORK_DONE, Fault, FaultKind
from hub.routes import answer
from hub.state import Hub


@contextlib.contextmanager
def serve() -> Iterator[Hub]:
    """A Hub that answers requests until the block ends."""
    hub = Hub()
    with running(hub, Place.HUB) as hub.url, running(hub, Place.STORAGE) as hub.storage_url:
        yield hub


@contextlib.contextmanager
def running(hub: Hub, place: Place) -> Iterator[str]:
    server = Server(hub, place)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.hang_up()
        server.server_close()


class Server(ThreadingHTTPServer):
    """Threads end with the server: connections that clients keep open are closed for them."""

    daemon_threads = False
    block_on_close = True

    def __init__(self, hub: Hub, place: Place) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.hub = hub
        self.place = place
        self._open: set[socket.socket] = set()

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._open.add(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """End all connections."""
        for connection in list(self._open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        self.hub.bugs.append(traceback.format_exc())


class Handler(BaseHTTPRequestHandler):
    """Reads a request, lets its fault strike, sends the answer."""

    protocol_version = "HTTP/1.1"
    server: Server

    def answer(self) -> None:
        try:
            call = self._read_call()
            fault = self.server.hub.record(call.request)
            response = self._response(call, fault)
            if response is None:
                self._hang_up()
            else:
                self._send(response, fault)
        except ConnectionError:  # the client went away
            self.close_connection = True

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_CONNECT = answer  # noqa: N815

    def log_message(self, *_: Any) -> None:
        """Nothing is logged: the requests are recorded."""

    def _read_call(self) -> Call:
        target = self.path
        is_outside = self.command == "CONNECT" or not target.startswith("/")
        place = Place.OUTSIDE if is_outside else self.server.place
        shown = urlsplit(target).path if place is Place.STORAGE else target
        has_token = "Authorization" in self.headers
        request = Request(place, self.command, shown, has_token)
        headers = {name.lower(): value for name, value in self.headers.items()}
        return Call(request, target, headers, self._read_body())

    def _read_body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self._read(int(self.headers.get("Content-Length", "0")))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0].strip() or b"-1", 16):
            parts.append(self._read(size))
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass  # trailers
        return b"".join(parts)

    def _read(self, size: int) -> bytes:
        """Read so many bytes. A client that ends before asks for nothing."""
        content = self.rfile.read(size) if size > 0 else b""
        if len(content) != size:
            raise ConnectionError("the client ended in the middle of a request")
        return content

    def _response(self, call: Call, fault: Fault | None) -> Response | None:
        """The answer; None if the client is to get none."""
        if fault and fault.kind in NO_WORK_DONE:
            return fault.response()
        try:
            response = answer(self.server.hub, call)
        except Exception:  # noqa: BLE001  kept for the test, which fails on it
            self.server.hub.bugs.append(traceback.format_exc())
            response = Response(500)
        return None if fault and fault.kind is FaultKind.ANSWER_LOST else response

    def _send(self, response: Response, fault: Fault | None) -> None:
        head = response.head()
        body = b"" if self.command == "HEAD" else response.body
        message = head + body
        half = len(head) + len(body) // 2 if body else len(head) // 2
        if fault and fault.kind is FaultKind.TRUNCATED:
            self.connection.sendall(message[:half])
            self._hang_up()
        elif fault and fault.kind is FaultKind.SLOW:
            self.connection.sendall(message[:half])
            time.sleep(self.server.hub.pause)
            self.connection.sendall(message[half:])
        else:
            self.connection.sendall(message)

    def _hang_up(self) -> None:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)
