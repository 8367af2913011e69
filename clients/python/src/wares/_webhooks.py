"""The receivers of alerts over HTTP."""

from __future__ import annotations

from typing import Any, Sequence, cast
from urllib.parse import quote

from ._answer import CallOptions
from ._call import Settings
from ._request import build_change, build_request
from ._watch_types import ChangeType, Webhook, WebhookKind, WebhookPage, WebhookTest
from ._watches import AsyncClient as AsyncWatchClient
from ._watches import AsyncWatches, Watches
from ._watches import SyncClient as SyncWatchClient

PATH = "/api/v2/webhooks"


def _some(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _one(webhook_id: str) -> str:
    return f"{PATH}/{quote(webhook_id, safe='')}"


class Webhooks:
    """The receivers of alerts. Needs a key with the scope `watches`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def _change(self, method: str, path: str, body: Any, options: CallOptions | None) -> Any:
        request = build_change(method, path, body, self._settings.key)
        return Watches(self._settings)._send(request, options)

    def create(
        self,
        url: str,
        *,
        kind: WebhookKind | None = None,
        events: Sequence[ChangeType] | None = None,
        allow_private: bool | None = None,
        options: CallOptions | None = None,
    ) -> Webhook:
        """`kind`: `webhook` by default, which takes signed JSON; the others take short readable messages."""
        body = _some(url=url, kind=kind, events=events, allow_private=allow_private)
        return cast(Webhook, self._change("POST", PATH, body, options))

    def list(self, *, options: CallOptions | None = None) -> WebhookPage:
        request = build_request(PATH, {}, self._settings.key, options or CallOptions())
        return cast(WebhookPage, Watches(self._settings)._send(request, options))

    def get(self, id: str, *, options: CallOptions | None = None) -> Webhook:
        request = build_request(_one(id), {}, self._settings.key, options or CallOptions())
        return cast(Webhook, Watches(self._settings)._send(request, options))

    def update(
        self,
        id: str,
        *,
        events: Sequence[ChangeType] | None = None,
        paused: bool | None = None,
        options: CallOptions | None = None,
    ) -> Webhook:
        """Changes only the given fields."""
        return cast(Webhook, self._change("PATCH", _one(id), _some(events=events, paused=paused), options))

    def remove(self, id: str, *, options: CallOptions | None = None) -> None:
        """Messages that wait are dropped."""
        self._change("DELETE", _one(id), None, options)

    def test(self, id: str, *, options: CallOptions | None = None) -> WebhookTest:
        """Sends a test message now. A failed one is an outcome, not a raised problem."""
        return cast(WebhookTest, self._change("POST", f"{_one(id)}/test", None, options))

    def rotate(self, id: str, *, options: CallOptions | None = None) -> Webhook:
        """A new secret; messages are signed with both for a day."""
        return cast(Webhook, self._change("POST", f"{_one(id)}/rotate", None, options))


class AsyncWebhooks:
    """The receivers of alerts. Needs a key with the scope `watches`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def _change(self, method: str, path: str, body: Any, options: CallOptions | None) -> Any:
        request = build_change(method, path, body, self._settings.key)
        return await AsyncWatches(self._settings)._send(request, options)

    async def create(
        self,
        url: str,
        *,
        kind: WebhookKind | None = None,
        events: Sequence[ChangeType] | None = None,
        allow_private: bool | None = None,
        options: CallOptions | None = None,
    ) -> Webhook:
        """`kind`: `webhook` by default, which takes signed JSON; the others take short readable messages."""
        body = _some(url=url, kind=kind, events=events, allow_private=allow_private)
        return cast(Webhook, await self._change("POST", PATH, body, options))

    async def list(self, *, options: CallOptions | None = None) -> WebhookPage:
        request = build_request(PATH, {}, self._settings.key, options or CallOptions())
        return cast(WebhookPage, await AsyncWatches(self._settings)._send(request, options))

    async def get(self, id: str, *, options: CallOptions | None = None) -> Webhook:
        request = build_request(_one(id), {}, self._settings.key, options or CallOptions())
        return cast(Webhook, await AsyncWatches(self._settings)._send(request, options))

    async def update(
        self,
        id: str,
        *,
        events: Sequence[ChangeType] | None = None,
        paused: bool | None = None,
        options: CallOptions | None = None,
    ) -> Webhook:
        """Changes only the given fields."""
        return cast(Webhook, await self._change("PATCH", _one(id), _some(events=events, paused=paused), options))

    async def remove(self, id: str, *, options: CallOptions | None = None) -> None:
        """Messages that wait are dropped."""
        await self._change("DELETE", _one(id), None, options)

    async def test(self, id: str, *, options: CallOptions | None = None) -> WebhookTest:
        """Sends a test message now. A failed one is an outcome, not a raised problem."""
        return cast(WebhookTest, await self._change("POST", f"{_one(id)}/test", None, options))

    async def rotate(self, id: str, *, options: CallOptions | None = None) -> Webhook:
        """A new secret; messages are signed with both for a day."""
        return cast(Webhook, await self._change("POST", f"{_one(id)}/rotate", None, options))


class SyncClient(SyncWatchClient):
    @property
    def webhooks(self) -> Webhooks:
        return Webhooks(self._settings)


class AsyncClient(AsyncWatchClient):
    @property
    def webhooks(self) -> AsyncWebhooks:
        return AsyncWebhooks(self._settings)
