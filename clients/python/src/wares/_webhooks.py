"""The receivers of alerts over HTTP: each call described once, for the blocking and the asyncio client."""

from __future__ import annotations

from typing import Any, Sequence
from urllib.parse import quote

from ._answer import CallOptions
from ._api_call import ApiCall, ApiGroup, asynchronous, blocking
from ._watch_types import ChangeType, Webhook, WebhookKind, WebhookPage, WebhookTest

PATH = "/api/v2/webhooks"


def _some(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _one(webhook_id: str) -> str:
    return f"{PATH}/{quote(webhook_id, safe='')}"


def create_webhook(
    url: str,
    *,
    kind: WebhookKind | None = None,
    events: Sequence[ChangeType] | None = None,
    allow_private: bool | None = None,
    options: CallOptions | None = None,
) -> ApiCall[Webhook]:
    """`kind`: `webhook` by default, which takes signed JSON; the others take short readable messages."""
    return ApiCall("POST", PATH, _some(url=url, kind=kind, events=events, allow_private=allow_private), options)


def list_webhooks(*, options: CallOptions | None = None) -> ApiCall[WebhookPage]:
    return ApiCall("GET", PATH, None, options)


def get_webhook(id: str, *, options: CallOptions | None = None) -> ApiCall[Webhook]:
    return ApiCall("GET", _one(id), None, options)


def update_webhook(
    id: str,
    *,
    events: Sequence[ChangeType] | None = None,
    paused: bool | None = None,
    options: CallOptions | None = None,
) -> ApiCall[Webhook]:
    """Changes only the given fields."""
    return ApiCall("PATCH", _one(id), _some(events=events, paused=paused), options)


def remove_webhook(id: str, *, options: CallOptions | None = None) -> ApiCall[None]:
    """Messages that wait are dropped."""
    return ApiCall("DELETE", _one(id), None, options)


def test_webhook(id: str, *, options: CallOptions | None = None) -> ApiCall[WebhookTest]:
    """Sends a test message now. A failed one is an outcome, not a raised problem."""
    return ApiCall("POST", f"{_one(id)}/test", None, options)


def rotate_webhook(id: str, *, options: CallOptions | None = None) -> ApiCall[Webhook]:
    """A new secret; messages are signed with both for a day."""
    return ApiCall("POST", f"{_one(id)}/rotate", None, options)


class Webhooks(ApiGroup):
    """The receivers of alerts. Needs a key with the scope `watches`."""

    create = blocking(create_webhook)
    list = blocking(list_webhooks)
    get = blocking(get_webhook)
    update = blocking(update_webhook)
    remove = blocking(remove_webhook)
    test = blocking(test_webhook)
    rotate = blocking(rotate_webhook)


class AsyncWebhooks(ApiGroup):
    """The receivers of alerts. Needs a key with the scope `watches`."""

    create = asynchronous(create_webhook)
    list = asynchronous(list_webhooks)
    get = asynchronous(get_webhook)
    update = asynchronous(update_webhook)
    remove = asynchronous(remove_webhook)
    test = asynchronous(test_webhook)
    rotate = asynchronous(rotate_webhook)
