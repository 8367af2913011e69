"""The operations of both clients: a call, a call with metadata, and iteration over pages, each from one description."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import Any, AsyncIterator, Callable, Generic, Iterator, ParamSpec, TypeVar

from ._answer import Answer
from ._api_call import ApiCall, in_thread, signature_like
from ._call import Settings
from ._steps import Found, Steps, run, run_in_thread

T = TypeVar("T")
Item = TypeVar("Item")
P = ParamSpec("P")


@dataclass(frozen=True)
class PagedCall(ApiCall[T], Generic[T, Item]):
    """`list_name`: the field with the items, if the answer itself is not the list."""

    page_max: int = 1
    list_name: str | None = None

    def items(self, data: Any) -> list[Item]:
        items: list[Item] = data if self.list_name is None else data[self.list_name]
        return items

    def pages(self) -> Steps[T]:
        """Ends with an empty page, or with one that repeats the page before."""
        params = self.params or {}
        seen: list[Item] = []
        for page in range(int(params.get("page") or 1), self.page_max + 1):
            data = yield replace(self, params={**params, "page": page})
            items = self.items(data)
            if not items or items == seen:
                return
            seen = items
            yield Found(data)


class _Operation(Generic[P, T]):
    def __init__(self, settings: Settings, describe: Callable[P, ApiCall[T]]) -> None:
        self._settings = settings
        self._describe = describe
        self.__doc__ = describe.__doc__
        self.__signature__ = signature_like(describe)


class Operation(_Operation[P, T]):
    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._describe(*args, **kwargs).send(self._settings)

    def with_meta(self, *args: P.args, **kwargs: P.kwargs) -> Answer[T]:
        return self._describe(*args, **kwargs).answer(self._settings)


class AsyncOperation(_Operation[P, T]):
    async def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._describe(*args, **kwargs).send_in_thread(self._settings)

    async def with_meta(self, *args: P.args, **kwargs: P.kwargs) -> Answer[T]:
        return await in_thread(functools.partial(self._describe(*args, **kwargs).answer, self._settings))


class PagedOperation(Operation[P, T], Generic[P, T, Item]):
    def __init__(self, settings: Settings, describe: Callable[P, PagedCall[T, Item]]) -> None:
        super().__init__(settings, describe)
        self._paged = describe

    def pages(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        return run(self._paged(*args, **kwargs).pages(), self._settings)

    def all(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[Item]:
        call = self._paged(*args, **kwargs)
        for data in run(call.pages(), self._settings):
            yield from call.items(data)


class AsyncPagedOperation(AsyncOperation[P, T], Generic[P, T, Item]):
    def __init__(self, settings: Settings, describe: Callable[P, PagedCall[T, Item]]) -> None:
        super().__init__(settings, describe)
        self._paged = describe

    def pages(self, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[T]:
        return run_in_thread(self._paged(*args, **kwargs).pages(), self._settings)

    async def all(self, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[Item]:
        call = self._paged(*args, **kwargs)
        async for data in run_in_thread(call.pages(), self._settings):
            for item in call.items(data):
                yield item
