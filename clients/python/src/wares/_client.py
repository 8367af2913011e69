"""The blocking and the asyncio client, without the generated operations; the change feed can resume from a cursor."""

from __future__ import annotations

import asyncio
import time
from types import TracebackType
from typing import AsyncIterator, Iterator, Literal, TypeVar

from ._answer import CallOptions
from ._api_call import ApiCall
from ._call import Settings
from ._transport import Transport
from .api import (
    AsyncRequestsCalls,
    AsyncShopsCalls,
    AsyncUsageCalls,
    AsyncWatchesCalls,
    AsyncWebhooksCalls,
    RequestsCalls,
    ShopsCalls,
    UsageCalls,
    WatchesCalls,
    WebhooksCalls,
    Change,
    ChangePage,
    _changes,
)

POLL_S = 5.0
Order = Literal["oldest", "newest"]
Self = TypeVar("Self", bound="Client")
AsyncSelf = TypeVar("AsyncSelf", bound="AsyncClient")


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


def _page(
    after: str | None,
    watch: str | None,
    order: Order | None,
    limit: int | None,
    options: CallOptions | None,
) -> ApiCall[ChangePage]:
    """Newest first starts without a cursor."""
    cursor = after if after is not None or order == "newest" else "0"
    return _changes(after=cursor, watch=watch, order=order, limit=limit, options=options)


class SyncClient(Client):
    @property
    def shops(self) -> ShopsCalls:
        return ShopsCalls(self._settings)

    @property
    def requests(self) -> RequestsCalls:
        return RequestsCalls(self._settings)

    @property
    def watches(self) -> WatchesCalls:
        return WatchesCalls(self._settings)

    @property
    def webhooks(self) -> WebhooksCalls:
        return WebhooksCalls(self._settings)

    @property
    def usage(self) -> UsageCalls:
        return UsageCalls(self._settings)

    def changes(
        self,
        *,
        after: str | None = None,
        watch: str | None = None,
        order: Order | None = None,
        limit: int | None = None,
        follow: bool = False,
        poll_s: float = POLL_S,
        options: CallOptions | None = None,
    ) -> Iterator[Change]:
        """Every change after the cursor (the id of the last change that you have), in order. `follow` waits for more.

        `order="newest"`: newest first, without `follow`.
        """
        while True:
            page = _page(after, watch, order, limit, options).send(self._settings)
            yield from page["changes"]
            after = page["cursor"]
            if page["changes"]:
                continue
            if not follow or order == "newest":
                return
            time.sleep(poll_s)


class AsyncClient(Client):
    async def __aenter__(self: AsyncSelf) -> AsyncSelf:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    @property
    def shops(self) -> AsyncShopsCalls:
        return AsyncShopsCalls(self._settings)

    @property
    def requests(self) -> AsyncRequestsCalls:
        return AsyncRequestsCalls(self._settings)

    @property
    def watches(self) -> AsyncWatchesCalls:
        return AsyncWatchesCalls(self._settings)

    @property
    def webhooks(self) -> AsyncWebhooksCalls:
        return AsyncWebhooksCalls(self._settings)

    @property
    def usage(self) -> AsyncUsageCalls:
        return AsyncUsageCalls(self._settings)

    async def changes(
        self,
        *,
        after: str | None = None,
        watch: str | None = None,
        order: Order | None = None,
        limit: int | None = None,
        follow: bool = False,
        poll_s: float = POLL_S,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Change]:
        """Every change after the cursor (the id of the last change that you have), in order. `follow` waits for more.

        `order="newest"`: newest first, without `follow`.
        """
        while True:
            page = await _page(after, watch, order, limit, options).send_in_thread(self._settings)
            for change in page["changes"]:
                yield change
            after = page["cursor"]
            if page["changes"]:
                continue
            if not follow or order == "newest":
                return
            await asyncio.sleep(poll_s)
