"""Watches, shops, requests and changes over HTTP: each call described once, for the blocking and the asyncio client."""

from __future__ import annotations

from typing import Any, Literal, Mapping, Sequence
from urllib.parse import quote

from ._answer import CallOptions
from ._api_call import ApiCall, ApiGroup, asynchronous, blocking
from ._watch_types import (
    CatalogProducts,
    ChangePage,
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


class _Unset:
    """None is a valid value of `when` and `keep_days`: it clears them."""


UNSET = _Unset()


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not UNSET}


def _one(watch_id: str) -> str:
    return f"{PATH}/{quote(watch_id, safe='')}"


def create_watch(
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
) -> ApiCall[Watch]:
    """`url`, a shop as `catalog`, or `operation` and `params`. `every`: `15m`, `1h`, or seconds."""
    asked = {"url": url, "catalog": catalog, "operation": operation, "params": params}
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
    body = {**{key: value for key, value in asked.items() if value is not None}, **rest}
    return ApiCall("POST", PATH, body, options)


def list_watches(
    *, after: str | None = None, limit: int | None = None, options: CallOptions | None = None
) -> ApiCall[WatchPage]:
    return ApiCall("GET", PATH, {"after": after, "limit": limit}, options)


def get_watch(id: str, *, options: CallOptions | None = None) -> ApiCall[Watch]:
    return ApiCall("GET", _one(id), None, options)


def update_watch(
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
) -> ApiCall[Watch]:
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
    return ApiCall("PATCH", _one(id), body, options)


def remove_watch(id: str, *, options: CallOptions | None = None) -> ApiCall[None]:
    """Also deletes its history."""
    return ApiCall("DELETE", _one(id), None, options)


def check_watch(id: str, *, options: CallOptions | None = None) -> ApiCall[CheckedWatch]:
    """Checks the shop now. A failed check is an outcome, not a raised problem."""
    return ApiCall("POST", f"{_one(id)}/check", None, options)


def watch_history(
    id: str,
    *,
    from_: str | None = None,
    to: str | None = None,
    series: str | None = None,
    options: CallOptions | None = None,
) -> ApiCall[WatchHistory]:
    """`series`: only these facts, comma-separated."""
    return ApiCall("GET", f"{_one(id)}/history", {"from": from_, "to": to, "series": series}, options)


def watch_products(
    id: str,
    *,
    change: str | None = None,
    after: str | None = None,
    limit: int | None = None,
    options: CallOptions | None = None,
) -> ApiCall[CatalogProducts]:
    """The products of a watched catalogue, or of one change of it."""
    return ApiCall("GET", f"{_one(id)}/products", {"change": change, "after": after, "limit": limit}, options)


def try_watch(
    id: str,
    *,
    when: str | Sequence[str] | None | _Unset = UNSET,
    cooldown: str | int | None | _Unset = UNSET,
    options: CallOptions | None = None,
) -> ApiCall[TriedAlerts]:
    """What these conditions would have alerted so far; by default those of the watch."""
    return ApiCall("POST", f"{_one(id)}/try", _given(when=when, cooldown=cooldown), options)


def list_shops(*, options: CallOptions | None = None) -> ApiCall[ShopList]:
    return ApiCall("GET", "/api/v2/shops", None, options)


def get_request(id: str, *, options: CallOptions | None = None) -> ApiCall[RequestRecord]:
    """`id`: the `X-Request-Id` of an answer."""
    return ApiCall("GET", f"/api/v2/requests/{quote(id, safe='')}", None, options)


Order = Literal["oldest", "newest"]


def change_page(
    after: str | None, watch: str | None, order: Order | None, options: CallOptions | None
) -> ApiCall[ChangePage]:
    """Newest first starts without a cursor."""
    cursor = after if after is not None or order == "newest" else "0"
    return ApiCall("GET", "/api/v2/changes", {"watch": watch, "order": order, "after": cursor}, options)


class Watches(ApiGroup):
    """Needs a key with the scope `watches`."""

    create = blocking(create_watch)
    list = blocking(list_watches)
    get = blocking(get_watch)
    update = blocking(update_watch)
    remove = blocking(remove_watch)
    check = blocking(check_watch)
    history = blocking(watch_history)
    products = blocking(watch_products)
    try_ = blocking(try_watch)


class AsyncWatches(ApiGroup):
    """The same for asyncio."""

    create = asynchronous(create_watch)
    list = asynchronous(list_watches)
    get = asynchronous(get_watch)
    update = asynchronous(update_watch)
    remove = asynchronous(remove_watch)
    check = asynchronous(check_watch)
    history = asynchronous(watch_history)
    products = asynchronous(watch_products)
    try_ = asynchronous(try_watch)


class Shops(ApiGroup):
    """What the server can read."""

    list = blocking(list_shops)


class AsyncShops(ApiGroup):
    """What the server can read."""

    list = asynchronous(list_shops)


class Requests(ApiGroup):
    """Needs the key that made the request, or the scope `evidence`."""

    get = blocking(get_request)


class AsyncRequests(ApiGroup):
    """Needs the key that made the request, or the scope `evidence`."""

    get = asynchronous(get_request)
