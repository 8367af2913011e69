"""A connection whose every step ends at one deadline, and that another thread can end at once."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import threading
import time


class Exchange:
    """What a call has open; `cancel` ends it from another thread."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._cancelled = False
        self._lock = threading.Lock()

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    def use(self, opened: socket.socket | None) -> None:
        with self._lock:
            self._socket = opened
            if self._cancelled and opened is not None:
                raise ConnectionAbortedError("the call was cancelled")

    def cancel(self) -> None:
        with self._lock:
            self._cancelled = True
            if self._socket is not None:
                _shut_down(self._socket)


def _shut_down(opened: socket.socket) -> None:
    """Wakes a thread that waits for the socket; closing it would not."""
    try:
        # Not the method of a TLS socket, which would first take away its state from the reader.
        socket.socket.shutdown(opened, socket.SHUT_RDWR)
    except OSError:
        pass  # Already disconnected.


class TimedConnection(http.client.HTTPConnection):
    """`begin` sets the deadline of the next exchange: for connecting, sending and reading together."""

    def __init__(self, host: str, port: int | None, tls: ssl.SSLContext | None) -> None:
        super().__init__(host, port or (443 if tls else 80))
        self._tls = tls
        self._timed: _TimedSocket | None = None
        self._end = 0.0
        self._exchange = Exchange()

    def begin(self, end: float, exchange: Exchange) -> None:
        self._end = end
        self._exchange = exchange
        if self._timed is not None:
            self._timed.end = end
            exchange.use(self._timed.raw)

    def connect(self) -> None:
        raw = self._open()
        try:
            if self._tls is not None:
                raw.settimeout(_left(self._end))
                raw = self._tls.wrap_socket(raw, server_hostname=self.host)
                self._exchange.use(raw)
        except BaseException:
            raw.close()
            raise
        self._timed = _TimedSocket(raw, self._end)
        self.sock = self._timed

    def close(self) -> None:
        self._timed = None
        super().close()

    def _open(self) -> socket.socket:
        """The addresses of the host one after the other, all by the deadline."""
        failure: OSError = OSError(f"{self.host} has no address")
        for family, kind, protocol, _, address in socket.getaddrinfo(
            self.host, self.port, type=socket.SOCK_STREAM
        ):
            raw = socket.socket(family, kind, protocol)
            try:
                self._exchange.use(raw)
                raw.settimeout(_left(self._end))
                raw.connect(address)
                raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return raw
            except OSError as error:
                raw.close()
                if self._exchange.cancelled or isinstance(error, TimeoutError):
                    raise
                failure = error
        raise failure


class _TimedSocket:
    """What http.client uses of a socket. A timeout of its own would begin anew with every read."""

    def __init__(self, raw: socket.socket, end: float) -> None:
        self.raw = raw
        self.end = end

    def sendall(self, data: bytes) -> None:
        self.raw.settimeout(_left(self.end))
        self.raw.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self))

    def close(self) -> None:
        self.raw.close()


class _TimedReader(io.RawIOBase):
    def __init__(self, timed: _TimedSocket) -> None:
        self._timed = timed
        # It keeps the socket open until the response is read, also if the connection is closed before.
        self._file = timed.raw.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int | None:  # type: ignore[override]
        self._timed.raw.settimeout(_left(self._timed.end))
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()


def _left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    return left
