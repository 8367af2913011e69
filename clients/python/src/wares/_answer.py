"""An answer: its data, and the metadata from its headers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Generic, Literal, Mapping, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class CallOptions:
    """Settings of one call that override those of the client."""

    deadline_s: float | None = None
    """Deadline of the call, including its retries."""
    retries: int | None = None
    """Further attempts after a retryable problem."""
    max_age_s: float | None = None
    """Reject answers that were read from the shop longer ago than this."""
    no_cache: bool = False
    """Bypass the cache: read the shop for this call."""
    only_if_cached: bool = False
    """Return a cached answer, or fail at once with `upstream_timeout`."""


@dataclass(frozen=True)
class Limit:
    remaining: int
    reset_s: int


@dataclass(frozen=True)
class Meta:
    request_id: str
    """Quote it when you report a problem to the operator."""
    cache: Literal["hit", "miss", "shared"]
    age_s: int | None
    """Seconds since the shop was read."""
    fresh_for_s: int | None
    etag: str
    source: str | None
    """URL of the shop page that was read, if it opens in a browser."""
    absent: tuple[str, ...]
    """JSON Pointers of fields that the shop did not give; their values in the data are neutral, not facts."""
    absent_more: int
    """Further pointers that did not fit into the header."""
    dropped: int
    """Rows of a list that could not be read and were left out."""
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    limits: Mapping[str, Limit] = field(default_factory=dict)
    attempts: int = 1


@dataclass(frozen=True)
class Answer(Generic[T]):
    data: T
    meta: Meta


def parse_meta(headers: Mapping[str, str], attempts: int) -> Meta:
    """Names in `headers` are lower case."""
    absent = headers.get("wares-absent", "")
    pointers = (item.partition(";")[0].strip() for item in absent.split(","))
    status = headers.get("cache-status", "")
    via = re.search(r'<([^>]*)>; *rel="via"', headers.get("link", ""))
    timings: dict[str, float] = {}
    for stage, ms in re.findall(r"([\w-]+);dur=([\d.]+)", headers.get("server-timing", "")):
        timings[stage] = timings.get(stage, 0.0) + float(ms)
    limits = re.findall(r'"(rate|quota)";r=(\d+);t=(\d+)', headers.get("ratelimit", ""))
    return Meta(
        request_id=headers.get("x-request-id", ""),
        cache="hit" if re.search(r"; *hit\b", status) else "shared" if "collapsed" in status else "miss",
        age_s=_number(r"^(\d+)$", headers.get("age", "")),
        fresh_for_s=_number(r"max-age=(\d+)", headers.get("cache-control", "")),
        etag=headers.get("etag", ""),
        source=via[1] if via else None,
        absent=tuple(pointer for pointer in pointers if pointer),
        absent_more=_number(r";more=(\d+)", absent) or 0,
        dropped=sum(int(count) for count in re.findall(r";dropped=(\d+)", absent)),
        timings_ms=timings,
        limits={name: Limit(int(left), int(reset)) for name, left, reset in limits},
        attempts=attempts,
    )


def _number(pattern: str, text: str) -> int | None:
    found = re.search(pattern, text)
    return int(found[1]) if found else None
