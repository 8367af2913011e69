"""The blocking and the asyncio client, without the generated operations; the change feed can resume from a cursor."""

from __future__ import annotations

from types import TracebackType
from typing import Literal, TypeVar

from ._answer import CallOptions
from ._api_call import ApiGroup
from ._call import Settings
from ._steps import Found, Pause, Steps, iterating, iterating_asynchronously
from ._problem import WaresProblem
from ._transport import ANSWER_BYTES_MAX, Transport
from .api import AsyncCalls, Calls, Change, _changes

POLL_S = 5.0
Self = TypeVar("Self", bound="Client")
AsyncSelf = TypeVar("AsyncSelf", bound="AsyncClient")


class Client(ApiGroup):
    """`deadline_s` covers each call with its retries; `retries` are further attempts after a
    retryable problem. An answer longer than `answer_bytes_max` is not read to its end."""

    def __init__(
        self,
        url: str,
        *,
        key: str | None = None,
        finder_url: str | None = None,
        deadline_s: float = 30.0,
        retries: int = 3,
        answer_bytes_max: int = ANSWER_BYTES_MAX,
    ) -> None:
        main = Transport(url, answer_bytes_max)
        finder = main if finder_url is None else Transport(finder_url, answer_bytes_max)
        super().__init__(Settings(main, finder, key, deadline_s, retries))

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


def _all_changes(
    *,
    after: str | None = None,
    watch: str | None = None,
    order: Literal["oldest", "newest"] | None = None,
    limit: int | None = None,
    follow: bool = False,
    poll_s: float = POLL_S,
    options: CallOptions | None = None,
) -> Steps[Change]:
    """Every change after the cursor (the id of the last change that you have), in order. `follow` waits for more.

    `order="newest"`: newest first, without `follow`.
    """
    # Newest first starts without a cursor.
    cursor = after if after is not None or order == "newest" else "0"
    while True:
        page = yield _changes(after=cursor, watch=watch, order=order, limit=limit, options=options)
        for change in page["changes"]:
            yield Found(change)
        if page["changes"] and page["cursor"] == cursor:
            detail = f"the same page comes again after {cursor!r}"
            raise WaresProblem("unexpected_answer", detail, retryable=False)
        cursor = page["cursor"]
        if page["changes"]:
            continue
        if not follow or order == "newest":
            return
        yield Pause(poll_s)


class SyncClient(Client, Calls):
    changes = iterating(_all_changes)


class AsyncClient(Client, AsyncCalls):
    changes = iterating_asynchronously(_all_changes)

    async def __aenter__(self: AsyncSelf) -> AsyncSelf:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
