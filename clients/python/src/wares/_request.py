"""Builds the HTTP request of a call: parameters in the query string, or in a QUERY body when the
URL is too long."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Mapping
from urllib.parse import urlencode

from ._answer import CallOptions

# Servers and proxies commonly refuse URLs beyond 8 KB, so half of that is safe.
URL_LENGTH_MAX = 4_000


@dataclass(frozen=True)
class Request:
    method: str
    target: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None

    @property
    def changes_something(self) -> bool:
        return self.method not in ("GET", "QUERY")


def build_request(path: str, params: Mapping[str, Any], key: str | None, options: CallOptions) -> Request:
    given = {name: value for name, value in params.items() if value is not None}
    headers = _headers(key)
    cache_control = _cache_control(options)
    if cache_control:
        headers["cache-control"] = cache_control
    search = urlencode(given, doseq=True)
    if len(search) <= URL_LENGTH_MAX:
        return Request("GET", f"{path}?{search}" if search else path, headers, None)
    headers["content-type"] = "application/json"
    return Request("QUERY", path, headers, json.dumps(given).encode())


def build_change(method: str, path: str, body: Mapping[str, Any] | None, key: str | None) -> Request:
    """A write request: parameters, if any, in a JSON body."""
    headers = _headers(key)
    if body is None:
        return Request(method, path, headers, None)
    headers["content-type"] = "application/json"
    return Request(method, path, headers, json.dumps(body).encode())


def _headers(key: str | None) -> dict[str, str]:
    headers = {"accept": "application/json, application/problem+json", "user-agent": "wares-python/0.1"}
    key = (key or "").strip()
    if key:
        # http.client would show it in its own error.
        if not all("!" <= character <= "~" for character in key):
            raise ValueError("`key` has characters that no Wares key has")
        headers["x-api-key"] = key
    return headers


def _cache_control(options: CallOptions) -> str:
    directives = []
    if options.no_cache:
        directives.append("no-cache")
    if options.max_age_s is not None:
        directives.append(f"max-age={max(0, int(options.max_age_s))}")
    if options.only_if_cached:
        directives.append("only-if-cached")
    return ", ".join(directives)
