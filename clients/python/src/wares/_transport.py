"""HTTP exchanges over reusable connections. Thread-safe."""

from __future__ import annotations

import http.client
import ssl
import threading
from dataclasses import dataclass
from typing import Mapping
from urllib.parse import urlsplit

from ._request import Request
from ._connection import Exchange, TimedConnection

IDLE_MAX = 8
# The longest answers of Wares have a few megabytes.
ANSWER_BYTES_MAX = 64_000_000


class TooLong(Exception):
    """The answer is longer than allowed; the rest was not read."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(frozen=True)
class Response:
    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport:
    def __init__(self, base: str, answer_bytes_max: int = ANSWER_BYTES_MAX) -> None:
        self.answer_bytes_max = answer_bytes_max
        parts = urlsplit(base)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("`url` is not an http or https address")
        self._path = parts.path.rstrip("/")
        # Without a user name and a password: it is shown in errors.
        self.base = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{self._path}"
        self._host = parts.hostname
        self._port = parts.port
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._idle: list[TimedConnection] = []
        self._lock = threading.Lock()

    def send(self, request: Request, end: float, exchange: Exchange) -> Response:
        """`end` by time.monotonic. Raises OSError or http.client.HTTPException when there is no complete answer, or TooLong."""
        # If a reused connection breaks, it is unknown whether the write was executed, so writes use
        # a new one.
        connection, reused = (self._connect(), False) if request.changes_something else self._take()
        try:
            return self._send_on(connection, request, end, exchange)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            connection.close()
            # The server may have closed an idle connection in the meantime; that is not a failure
            # of this call.
            if not reused or exchange.cancelled:
                raise
        except BaseException:
            connection.close()
            raise
        fresh = self._connect()
        try:
            return self._send_on(fresh, request, end, exchange)
        except BaseException:
            fresh.close()
            raise

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _send_on(
        self, connection: TimedConnection, request: Request, end: float, exchange: Exchange
    ) -> Response:
        connection.begin(end, exchange)
        connection.request(request.method, self._path + request.target, request.body, dict(request.headers))
        with connection.getresponse() as response:
            body = response.read(self.answer_bytes_max + 1)
            if len(body) > self.answer_bytes_max:
                raise TooLong(response.status)
            # Reads what ends a body of chunks, so that the connection can be used again.
            response.read()
            headers = {name.lower(): value for name, value in response.getheaders()}
            keep = not response.will_close
        exchange.use(None)
        if keep:
            self._keep(connection)
        else:
            connection.close()
        return Response(response.status, headers, body)

    def _take(self) -> tuple[TimedConnection, bool]:
        with self._lock:
            if self._idle:
                return self._idle.pop(), True
        return self._connect(), False

    def _keep(self, connection: TimedConnection) -> None:
        with self._lock:
            if len(self._idle) < IDLE_MAX:
                self._idle.append(connection)
                return
        connection.close()

    def _connect(self) -> TimedConnection:
        return TimedConnection(self._host, self._port, self._tls)
