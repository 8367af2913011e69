"""Shared base of the blocking and the asyncio client."""

from __future__ import annotations

from types import TracebackType
from typing import TypeVar

from ._call import Settings
from ._transport import Transport


Self = TypeVar("Self", bound="Client")


class Client:
    """`deadline_s` covers each call with its retries; `retries` are further attempts after a
    retryable problem."""

    def __init__(
        self,
        url: str,
        *,
        key: str | None = None,
        finder_url: str | None = None,
        deadline_s: float = 30.0,
        retries: int = 3,
    ) -> None:
        main = Transport(url)
        finder = main if finder_url is None else Transport(finder_url)
        self._settings = Settings(main, finder, key, deadline_s, retries)

    def close(self) -> None:
        """Closes the idle connections."""
        self._settings.main.close()
        self._settings.finder.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
