"""Types of watches, their history and their changes, as the server sends them."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

# Money is {"amount": "119.99", "currency": "GBP"}; "variants" and "sites" are objects keyed by name.
WatchFacts = dict[str, Any]

ChangeType = Literal[
    "price.changed",
    "availability.changed",
    "product.changed",
    "product.gone",
    "product.back",
    "watch.failing",
    "watch.recovered",
    "site.drifting",
    "site.recovered",
    "canary.failing",
    "canary.recovered",
]


class WatchCheck(TypedDict):
    at: str
    outcome: str
    request_id: str
    detail: str | None
    failures: int


class Watch(TypedDict):
    id: str
    name: str
    url: str | None
    operation: str
    params: dict[str, Any]
    every_s: int
    when: str | None
    keep_days: int | None
    state: Literal["new", "ok", "failing", "gone", "paused"]
    facts: WatchFacts | None
    last_check: WatchCheck | None
    last_ok_at: str | None
    next_check_at: str | None
    created_at: str


class WatchPage(TypedDict):
    watches: list[Watch]
    next: str | None


class Change(TypedDict):
    id: str
    at: str
    type: ChangeType
    watch: str
    name: str | None
    url: str | None
    before: WatchFacts
    after: WatchFacts
    alert: bool
    request_id: str


class CheckedWatch(Watch):
    changes: list[Change]


class HistorySpan(TypedDict):
    first_seen: str
    last_seen: str
    facts: WatchFacts


# `from` is a Python keyword, hence the functional syntax.
HistoryGap = TypedDict("HistoryGap", {"from": str, "to": str, "outcome": str})

WatchHistory = TypedDict(
    "WatchHistory",
    {
        "watch": str,
        "from": str,
        "to": str,
        "spans": list[HistorySpan],
        "gaps": list[HistoryGap],
        "stats": dict[str, dict[str, Any]],
        "thinned": bool,
    },
)
