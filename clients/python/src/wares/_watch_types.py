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
    "catalog.added",
    "catalog.removed",
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


class CatalogSample(TypedDict):
    url: str
    name: str | None
    image: str | None


class CatalogNews(TypedDict):
    """`products` has at most ten; `watches.products(id, change=...)` reads all."""

    count: int
    products: list[CatalogSample]
    rows: str


class CatalogProduct(CatalogSample):
    state: Literal["listed", "unlisted", "removed"]
    first_seen: str
    last_seen: str
    removed_at: str | None


class CatalogProducts(TypedDict):
    watch: str
    products: list[CatalogProduct]
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
    catalog: CatalogNews | None
    alert: bool
    request_id: str


class ChangePage(TypedDict):
    changes: list[Change]
    cursor: str


class CheckedWatch(Watch):
    changes: list[Change]
    running: bool


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


WebhookKind = Literal["webhook", "slack", "discord", "telegram", "ntfy", "gotify", "teams", "mailto"]


class _Webhook(TypedDict):
    id: str
    kind: WebhookKind
    url: str
    events: list[ChangeType]
    allow_private: bool
    state: Literal["active", "failing", "paused"]
    reason: str | None
    owner: str | None
    created_at: str
    delivered_at: str | None
    failing_since: str | None
    attempts: int
    dropped: int


class Webhook(_Webhook, total=False):
    """`secret` is only in the answers of `create` and `rotate`."""

    secret: str


class WebhookPage(TypedDict):
    webhooks: list[Webhook]


class WebhookTest(TypedDict):
    delivered: bool
    outcome: str
