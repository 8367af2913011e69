"""A call of the API that is described once and made by both clients: blocking, and in a thread for asyncio."""

from __future__ import annotations

import asyncio
import functools
import inspect
from dataclasses import dataclass
from typing import Any, Callable, Concatenate, Coroutine, Generic, Mapping, ParamSpec, Sequence, TypeVar

from ._answer import Answer, CallOptions
from ._call import Cancellation, Settings, send
from ._request import build_change, build_request

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class ApiCall(Generic[T]):
    """`T`: the type of the answer. `params`: in the query string of a GET, else in a JSON body. `open`: of the finder."""

    method: str
    path: str
    params: Mapping[str, Any] | None
    options: CallOptions | None
    open: bool = False

    def answer(self, settings: Settings, cancellation: Cancellation | None = None) -> Answer[T]:
        if self.method == "GET":
            request = build_request(self.path, self.params or {}, settings.key, self.options or CallOptions())
        else:
            request = build_change(self.method, self.path, self.params, settings.key)
        transport = settings.finder if self.open else settings.main
        return send(settings, transport, request, self.options, cancellation)

    def send(self, settings: Settings, cancellation: Cancellation | None = None) -> T:
        return self.answer(settings, cancellation).data

    async def send_in_thread(self, settings: Settings) -> T:
        return await in_thread(functools.partial(self.send, settings))


class Unset:
    """Not given. None is a value of some fields: it clears them."""


UNSET = Unset()


def given(values: Mapping[str, Any], clearable: Sequence[str]) -> dict[str, Any]:
    """What the caller has passed."""
    return {
        name: value
        for name, value in values.items()
        if value is not UNSET and (value is not None or name in clearable)
    }


async def in_thread(work: Callable[[Cancellation], T]) -> T:
    """Cancelling the task closes the connection, which ends the thread's wait."""
    cancellation = Cancellation()
    try:
        return await asyncio.to_thread(work, cancellation)
    except asyncio.CancelledError:
        cancellation.cancel()
        raise


class ApiGroup:
    """Calls under one name of the client."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings


def blocking(describe: Callable[P, ApiCall[T]]) -> Callable[Concatenate[ApiGroup, P], T]:
    """A method of the blocking client."""

    def method(self: ApiGroup, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return describe(*args, **kwargs).send(self._settings)

    return like(describe, method)


def asynchronous(
    describe: Callable[P, ApiCall[T]],
) -> Callable[Concatenate[ApiGroup, P], Coroutine[Any, Any, T]]:
    """The same method of the asyncio client."""

    async def method(self: ApiGroup, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await describe(*args, **kwargs).send_in_thread(self._settings)

    return like(describe, method)


Method = TypeVar("Method", bound=Callable[..., Any])


def like(describe: Callable[..., Any], method: Method, iterator: str = "") -> Method:
    """For `help()` and editors: the documentation and the signature of the description, with `self` and the data."""
    functools.update_wrapper(method, describe)
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    described = signature_like(describe, iterator)
    signature = described.replace(parameters=[own, *described.parameters.values()])
    method.__signature__ = signature  # type: ignore[attr-defined]
    return method


def signature_like(describe: Callable[..., Any], iterator: str = "") -> inspect.Signature:
    """What it takes, and the data that the caller gets."""
    described = inspect.signature(describe)
    # The annotation is text, `ApiCall[Watch]` or `PagedCall[Page, Item]`: annotations are not evaluated in these files.
    kind, _, data = str(described.return_annotation).removesuffix("]").partition("[")
    if kind == "PagedCall":
        data = data.rpartition(", ")[0]
    return described.replace(return_annotation=f"{iterator}[{data}]" if iterator else data)
