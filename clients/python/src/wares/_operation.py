"""Base classes of all generated operations: a call, a call with metadata, and iteration over
pages."""

from __future__ import annotations

import functools
from typing import Any, AsyncIterator, Iterator, Mapping

from ._answer import Answer, CallOptions
from ._api_call import in_thread
from ._call import Route, Settings, call

Params = Mapping[str, Any]


class Operation:
    def __init__(self, settings: Settings, route: Route) -> None:
        self._settings = settings
        self._route = route

    def _answer(self, params: Params, options: CallOptions | None) -> Answer[Any]:
        return call(self._settings, self._route, params, options)

    def _pages(self, params: Params, options: CallOptions | None) -> Iterator[Any]:
        seen: list[Any] = []
        for page in range(_first_page(params), (self._route.page_max or 1) + 1):
            data = self._answer({**params, "page": page}, options).data
            items = items_of(self._route, data)
            if not items or items == seen:
                return
            seen = items
            yield data

    def _all(self, params: Params, options: CallOptions | None) -> Iterator[Any]:
        for data in self._pages(params, options):
            yield from items_of(self._route, data)


class AsyncOperation:
    def __init__(self, settings: Settings, route: Route) -> None:
        self._settings = settings
        self._route = route

    async def _answer(self, params: Params, options: CallOptions | None) -> Answer[Any]:
        return await in_thread(functools.partial(call, self._settings, self._route, params, options))

    async def _pages(self, params: Params, options: CallOptions | None) -> AsyncIterator[Any]:
        seen: list[Any] = []
        for page in range(_first_page(params), (self._route.page_max or 1) + 1):
            data = (await self._answer({**params, "page": page}, options)).data
            items = items_of(self._route, data)
            if not items or items == seen:
                return
            seen = items
            yield data

    async def _all(self, params: Params, options: CallOptions | None) -> AsyncIterator[Any]:
        async for data in self._pages(params, options):
            for item in items_of(self._route, data):
                yield item


def items_of(route: Route, data: Any) -> list[Any]:
    items: list[Any] = data if route.list_name is None else data[route.list_name]
    return items


def _first_page(params: Params) -> int:
    page = params.get("page")
    return 1 if page is None else int(page)
