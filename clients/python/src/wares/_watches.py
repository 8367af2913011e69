"""Shops, requests and watches over HTTP, and the change feed as an iterator that can resume from a cursor."""

from __future__ import annotations

import asyncio
import time
from typing import Any, AsyncIterator, Iterator, Literal, Mapping, Sequence, TypeVar, cast
from urllib.parse import quote

from ._answer import CallOptions
from ._call import Cancellation, Settings, send
from ._client import Client
from ._request import Request, build_change, build_request
from ._watch_types import (
    CatalogProducts,
    Change,
    CheckedWatch,
    RequestRecord,
    ShopList,
    TriedAlerts,
    Watch,
    WatchHistory,
    WatchPage,
    WatchVariant,
)

PATH = "/api/v2/watches"
POLL_S = 5.0
AsyncSelf = TypeVar("AsyncSelf", bound="AsyncClient")


class _Unset:
    """None is a valid value of `when` and `keep_days`: it clears them."""


UNSET = _Unset()


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not UNSET}


def _one(watch_id: str) -> str:
    return f"{PATH}/{quote(watch_id, safe='')}"


def _new_watch(
    url: str | None,
    catalog: str | None,
    operation: str | None,
    params: Mapping[str, Any] | None,
    rest: dict[str, Any],
) -> dict[str, Any]:
    asked = {"url": url, "catalog": catalog, "operation": operation, "params": params}
    return {**{name: value for name, value in asked.items() if value is not None}, **rest}


def _first_cursor(after: str | None, order: str | None) -> str | None:
    """Newest first starts without a cursor."""
    return after if after is not None or order == "newest" else "0"


def _read(settings: Settings, path: str, params: Mapping[str, Any], options: CallOptions | None) -> Request:
    return build_request(path, params, settings.key, options or CallOptions())


class Watches:
    """Needs a key with the scope `watches`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def _send(self, request: Request, options: CallOptions | None) -> Any:
        return send(self._settings, self._settings.main, request, options).data

    def create(
        self,
        url: str | None = None,
        *,
        catalog: str | None = None,
        operation: str | None = None,
        params: Mapping[str, Any] | None = None,
        variant: WatchVariant | _Unset = UNSET,
        every: str | int | _Unset = UNSET,
        when: str | Sequence[str] | None | _Unset = UNSET,
        confirm: int | _Unset = UNSET,
        cooldown: str | int | None | _Unset = UNSET,
        active: str | None | _Unset = UNSET,
        tags: Sequence[str] | _Unset = UNSET,
        name: str | _Unset = UNSET,
        keep_days: int | None | _Unset = UNSET,
        options: CallOptions | None = None,
    ) -> Watch:
        """`url`, a shop as `catalog`, or `operation` and `params`. `every`: `15m`, `1h`, or seconds."""
        rest = _given(
            variant=variant,
            every=every,
            when=when,
            confirm=confirm,
            cooldown=cooldown,
            active=active,
            tags=tags,
            name=name,
            keep_days=keep_days,
        )
        body = _new_watch(url, catalog, operation, params, rest)
        return cast(Watch, self._send(build_change("POST", PATH, body, self._settings.key), options))

    def list(
        self, *, after: str | None = None, limit: int | None = None, options: CallOptions | None = None
    ) -> WatchPage:
        request = _read(self._settings, PATH, {"after": after, "limit": limit}, options)
        return cast(WatchPage, self._send(request, options))

    def get(self, id: str, *, options: CallOptions | None = None) -> Watch:
        return cast(Watch, self._send(_read(self._settings, _one(id), {}, options), options))

    def update(
        self,
        id: str,
        *,
        every: str | int | _Unset = UNSET,
        when: str | Sequence[str] | None | _Unset = UNSET,
        confirm: int | _Unset = UNSET,
        cooldown: str | int | None | _Unset = UNSET,
        active: str | None | _Unset = UNSET,
        tags: Sequence[str] | _Unset = UNSET,
        name: str | _Unset = UNSET,
        keep_days: int | None | _Unset = UNSET,
        paused: bool | _Unset = UNSET,
        options: CallOptions | None = None,
    ) -> Watch:
        """Changes only the given fields."""
        body = _given(
            every=every,
            when=when,
            confirm=confirm,
            cooldown=cooldown,
            active=active,
            tags=tags,
            name=name,
            keep_days=keep_days,
            paused=paused,
        )
        return cast(Watch, self._send(build_change("PATCH", _one(id), body, self._settings.key), options))

    def remove(self, id: str, *, options: CallOptions | None = None) -> None:
        """Also deletes its history."""
        self._send(build_change("DELETE", _one(id), None, self._settings.key), options)

    def check(self, id: str, *, options: CallOptions | None = None) -> CheckedWatch:
        """Checks the shop now. A failed check is an outcome, not a raised problem."""
        request = build_change("POST", f"{_one(id)}/check", None, self._settings.key)
        return cast(CheckedWatch, self._send(request, options))

    def history(
        self,
        id: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        series: str | None = None,
        options: CallOptions | None = None,
    ) -> WatchHistory:
        """`series`: only these facts, comma-separated."""
        params = {"from": from_, "to": to, "series": series}
        request = _read(self._settings, f"{_one(id)}/history", params, options)
        return cast(WatchHistory, self._send(request, options))

    def products(
        self,
        id: str,
        *,
        change: str | None = None,
        after: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> CatalogProducts:
        """The products of a watched catalogue, or of one change of it."""
        params = {"change": change, "after": after, "limit": limit}
        request = _read(self._settings, f"{_one(id)}/products", params, options)
        return cast(CatalogProducts, self._send(request, options))

    def try_(
        self,
        id: str,
        *,
        when: str | Sequence[str] | None | _Unset = UNSET,
        cooldown: str | int | None | _Unset = UNSET,
        options: CallOptions | None = None,
    ) -> TriedAlerts:
        """What these conditions would have alerted so far; by default those of the watch."""
        body = _given(when=when, cooldown=cooldown)
        request = build_change("POST", f"{_one(id)}/try", body, self._settings.key)
        return cast(TriedAlerts, self._send(request, options))


class AsyncWatches:
    """The same for asyncio."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def _send(self, request: Request, options: CallOptions | None) -> Any:
        """Runs in a thread. Cancelling the task closes the connection, which ends the thread's
        wait."""
        cancellation = Cancellation()
        main = self._settings.main
        work = asyncio.to_thread(send, self._settings, main, request, options, cancellation)
        try:
            return (await work).data
        except asyncio.CancelledError:
            cancellation.cancel()
            raise

    async def create(
        self,
        url: str | None = None,
        *,
        catalog: str | None = None,
        operation: str | None = None,
        params: Mapping[str, Any] | None = None,
        variant: WatchVariant | _Unset = UNSET,
        every: str | int | _Unset = UNSET,
        when: str | Sequence[str] | None | _Unset = UNSET,
        confirm: int | _Unset = UNSET,
        cooldown: str | int | None | _Unset = UNSET,
        active: str | None | _Unset = UNSET,
        tags: Sequence[str] | _Unset = UNSET,
        name: str | _Unset = UNSET,
        keep_days: int | None | _Unset = UNSET,
        options: CallOptions | None = None,
    ) -> Watch:
        """`url`, a shop as `catalog`, or `operation` and `params`. `every`: `15m`, `1h`, or seconds."""
        rest = _given(
            variant=variant,
            every=every,
            when=when,
            confirm=confirm,
            cooldown=cooldown,
            active=active,
            tags=tags,
            name=name,
            keep_days=keep_days,
        )
        body = _new_watch(url, catalog, operation, params, rest)
        return cast(Watch, await self._send(build_change("POST", PATH, body, self._settings.key), options))

    async def list(
        self, *, after: str | None = None, limit: int | None = None, options: CallOptions | None = None
    ) -> WatchPage:
        request = _read(self._settings, PATH, {"after": after, "limit": limit}, options)
        return cast(WatchPage, await self._send(request, options))

    async def get(self, id: str, *, options: CallOptions | None = None) -> Watch:
        return cast(Watch, await self._send(_read(self._settings, _one(id), {}, options), options))

    async def update(
        self,
        id: str,
        *,
        every: str | int | _Unset = UNSET,
        when: str | Sequence[str] | None | _Unset = UNSET,
        confirm: int | _Unset = UNSET,
        cooldown: str | int | None | _Unset = UNSET,
        active: str | None | _Unset = UNSET,
        tags: Sequence[str] | _Unset = UNSET,
        name: str | _Unset = UNSET,
        keep_days: int | None | _Unset = UNSET,
        paused: bool | _Unset = UNSET,
        options: CallOptions | None = None,
    ) -> Watch:
        """Changes only the given fields."""
        body = _given(
            every=every,
            when=when,
            confirm=confirm,
            cooldown=cooldown,
            active=active,
            tags=tags,
            name=name,
            keep_days=keep_days,
            paused=paused,
        )
        return cast(Watch, await self._send(build_change("PATCH", _one(id), body, self._settings.key), options))

    async def remove(self, id: str, *, options: CallOptions | None = None) -> None:
        """Also deletes its history."""
        await self._send(build_change("DELETE", _one(id), None, self._settings.key), options)

    async def check(self, id: str, *, options: CallOptions | None = None) -> CheckedWatch:
        """Checks the shop now. A failed check is an outcome, not a raised problem."""
        request = build_change("POST", f"{_one(id)}/check", None, self._settings.key)
        return cast(CheckedWatch, await self._send(request, options))

    async def history(
        self,
        id: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        series: str | None = None,
        options: CallOptions | None = None,
    ) -> WatchHistory:
        """`series`: only these facts, comma-separated."""
        params = {"from": from_, "to": to, "series": series}
        request = _read(self._settings, f"{_one(id)}/history", params, options)
        return cast(WatchHistory, await self._send(request, options))

    async def products(
        self,
        id: str,
        *,
        change: str | None = None,
        after: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> CatalogProducts:
        """The products of a watched catalogue, or of one change of it."""
        params = {"change": change, "after": after, "limit": limit}
        request = _read(self._settings, f"{_one(id)}/products", params, options)
        return cast(CatalogProducts, await self._send(request, options))

    async def try_(
        self,
        id: str,
        *,
        when: str | Sequence[str] | None | _Unset = UNSET,
        cooldown: str | int | None | _Unset = UNSET,
        options: CallOptions | None = None,
    ) -> TriedAlerts:
        """What these conditions would have alerted so far; by default those of the watch."""
        body = _given(when=when, cooldown=cooldown)
        request = build_change("POST", f"{_one(id)}/try", body, self._settings.key)
        return cast(TriedAlerts, await self._send(request, options))


class Shops:
    """What the server can read."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def list(self, *, options: CallOptions | None = None) -> ShopList:
        request = _read(self._settings, "/api/v2/shops", {}, options)
        return cast(ShopList, Watches(self._settings)._send(request, options))


class Requests:
    """Needs the key that made the request, or the scope `evidence`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def get(self, id: str, *, options: CallOptions | None = None) -> RequestRecord:
        """`id`: the `X-Request-Id` of an answer."""
        request = _read(self._settings, f"/api/v2/requests/{quote(id, safe='')}", {}, options)
        return cast(RequestRecord, Watches(self._settings)._send(request, options))


class AsyncShops:
    """What the server can read."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def list(self, *, options: CallOptions | None = None) -> ShopList:
        request = _read(self._settings, "/api/v2/shops", {}, options)
        return cast(ShopList, await AsyncWatches(self._settings)._send(request, options))


class AsyncRequests:
    """Needs the key that made the request, or the scope `evidence`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def get(self, id: str, *, options: CallOptions | None = None) -> RequestRecord:
        """`id`: the `X-Request-Id` of an answer."""
        request = _read(self._settings, f"/api/v2/requests/{quote(id, safe='')}", {}, options)
        return cast(RequestRecord, await AsyncWatches(self._settings)._send(request, options))


class SyncClient(Client):
    @property
    def shops(self) -> Shops:
        return Shops(self._settings)

    @property
    def requests(self) -> Requests:
        return Requests(self._settings)

    @property
    def watches(self) -> Watches:
        return Watches(self._settings)

    def changes(
        self,
        *,
        after: str | None = None,
        watch: str | None = None,
        order: Literal["oldest", "newest"] | None = None,
        follow: bool = False,
        poll_s: float = POLL_S,
        options: CallOptions | None = None,
    ) -> Iterator[Change]:
        """Every change after the cursor (the id of the last change that you have), in order. `follow` waits for more.

        `order="newest"`: newest first, without `follow`.
        """
        after = _first_cursor(after, order)
        while True:
            request = _read(
                self._settings, "/api/v2/changes", {"watch": watch, "order": order, "after": after}, options
            )
            page = send(self._settings, self._settings.main, request, options).data
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
    def shops(self) -> AsyncShops:
        return AsyncShops(self._settings)

    @property
    def requests(self) -> AsyncRequests:
        return AsyncRequests(self._settings)

    @property
    def watches(self) -> AsyncWatches:
        return AsyncWatches(self._settings)

    async def changes(
        self,
        *,
        after: str | None = None,
        watch: str | None = None,
        order: Literal["oldest", "newest"] | None = None,
        follow: bool = False,
        poll_s: float = POLL_S,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Change]:
        """Every change after the cursor (the id of the last change that you have), in order. `follow` waits for more.

        `order="newest"`: newest first, without `follow`.
        """
        after = _first_cursor(after, order)
        while True:
            request = _read(
                self._settings, "/api/v2/changes", {"watch": watch, "order": order, "after": after}, options
            )
            page = await self.watches._send(request, options)
            for change in page["changes"]:
                yield change
            after = page["cursor"]
            if page["changes"]:
                continue
            if not follow or order == "newest":
                return
            await asyncio.sleep(poll_s)
