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
    "product.replaced",
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


class WatchVariant(TypedDict, total=False):
    """Narrows a watch of a product page."""

    size: str
    color: str
    condition: str
    sku: str
    gtin: str


class Watch(TypedDict):
    id: str
    name: str
    url: str | None
    operation: str
    params: dict[str, Any]
    every_s: int
    auto: bool
    when: str | None
    keep_days: int | None
    variant: WatchVariant | None
    confirm: int
    cooldown_s: int
    active: str | None
    tags: list[str]
    state: Literal["new", "ok", "failing", "gone", "paused"]
    paused_by: str | None
    owner: str | None
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


class TriedAlert(TypedDict):
    at: str
    type: ChangeType
    before: WatchFacts
    after: WatchFacts
    why: dict[str, Any] | None


# `from` is a Python keyword, hence the functional syntax.
TriedAlerts = TypedDict("TriedAlerts", {"from": str, "to": str, "alerts": list[TriedAlert], "thinned": bool})


class Shop(TypedDict):
    name: str
    kind: Literal["site", "host", "sandbox"]
    hosts: list[str]
    platform: str | None
    operations: list[str]
    can: dict[str, bool]
    state: Literal["ok", "degraded", "failing", "unknown"]
    fields: dict[str, float]
    last_success_at: str | None
    problem: str | None


class ShopList(TypedDict):
    shops: list[Shop]


class RequestRecord(TypedDict):
    """How an answer was produced."""

    request_id: str
    at: str
    operation: str
    params: dict[str, Any]
    outcome: str
    ms: float
    exchanges: list[dict[str, Any]]
    absent: list[str]
    sources: dict[str, dict[str, Any]]
