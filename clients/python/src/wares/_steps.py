"""Work that takes several calls, such as iterating over pages: written once as steps, run by both clients."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any, AsyncIterator, Callable, Concatenate, Generator, Generic, Iterator, ParamSpec, TypeVar, Union

from ._api_call import ApiCall, ApiGroup, like
from ._call import Settings

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class Found(Generic[T]):
    """One more for the caller."""

    value: T


@dataclass(frozen=True)
class Pause:
    seconds: float


# A call is answered with its data.
Steps = Generator[Union[ApiCall[Any], Pause, Found[T]], Any, None]


def run(steps: Steps[T], settings: Settings) -> Iterator[T]:
    data: Any = None
    while True:
        try:
            step = steps.send(data)
        except StopIteration:
            return
        data = None
        if isinstance(step, Found):
            yield step.value
        elif isinstance(step, Pause):
            time.sleep(step.seconds)
        else:
            data = step.send(settings)


async def run_in_thread(steps: Steps[T], settings: Settings) -> AsyncIterator[T]:
    data: Any = None
    while True:
        try:
            step = steps.send(data)
        except StopIteration:
            return
        data = None
        if isinstance(step, Found):
            yield step.value
        elif isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
        else:
            data = await step.send_in_thread(settings)


def iterating(describe: Callable[P, Steps[T]]) -> Callable[Concatenate[ApiGroup, P], Iterator[T]]:
    """A method of the blocking client."""

    def method(self: ApiGroup, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        return run(describe(*args, **kwargs), self._settings)

    return like(describe, method, "Iterator")


def iterating_asynchronously(
    describe: Callable[P, Steps[T]],
) -> Callable[Concatenate[ApiGroup, P], AsyncIterator[T]]:
    """The same method of the asyncio client."""

    def method(self: ApiGroup, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[T]:
        return run_in_thread(describe(*args, **kwargs), self._settings)

    return like(describe, method, "AsyncIterator")
