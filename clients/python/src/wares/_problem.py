"""WaresProblem: the only exception that this client raises, with everything that Wares reported."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Mapping


@dataclass(frozen=True)
class ParameterError:
    name: str
    location: str
    message: str
    accepted: tuple[str, ...] = ()


class WaresProblem(Exception):
    """
    `code` is one of a closed table: the codes of Wares, and three of the client: `wares_unreachable`
    (no connection, or it broke), `deadline_passed` (no answer in time), `unexpected_answer` (not Wares).
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        retryable: bool,
        status: int | None = None,
        title: str | None = None,
        errors: tuple[ParameterError, ...] = (),
        field: str | None = None,
        request_id: str | None = None,
        retry_after_s: float | None = None,
        help: str | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.retryable = retryable
        self.status = status
        self.title = title
        self.errors = errors
        self.field = field
        self.request_id = request_id
        self.retry_after_s = retry_after_s
        self.help = help


def read_problem(base: str, status: int, headers: Mapping[str, str], body: bytes) -> WaresProblem:
    """Reads the problem from an error answer, which may also come from a proxy or another server."""
    retry_after_s = _seconds(headers.get("retry-after"))
    document = _document(headers.get("content-type", ""), body)
    if document is None:
        shown = body[:200].decode("utf-8", "replace")
        detail = f"{base} answered {status}, and not as Wares does: {shown}"
        if 300 <= status < 400:
            target = headers.get("location", "another address")
            detail = f"{base} redirects to {target}, and is not followed"
        return WaresProblem(
            "unexpected_answer",
            detail,
            retryable=status in (429, 502, 503, 504),
            status=status,
            retry_after_s=retry_after_s,
        )
    return WaresProblem(
        str(document["code"]),
        str(document.get("detail", "")),
        retryable=document.get("retryable") is True,
        status=status,
        title=_text(document.get("title")),
        errors=tuple(_parameter_error(one) for one in document.get("errors") or () if isinstance(one, dict)),
        field=_text(document.get("field")),
        request_id=_text(document.get("request_id")),
        retry_after_s=retry_after_s,
        help=f"{base}/problems/{document['code']}",
    )


def _document(content_type: str, body: bytes) -> dict[str, Any] | None:
    if not content_type.startswith("application/problem+json"):
        return None
    try:
        document = json.loads(body)
    except ValueError:
        # Truncated JSON: the caller reports an unexpected answer.
        return None
    return document if isinstance(document, dict) and isinstance(document.get("code"), str) else None


def _parameter_error(one: Mapping[str, Any]) -> ParameterError:
    accepted = one.get("accepted") or ()
    return ParameterError(
        str(one.get("name", "")), str(one.get("in", "")), str(one.get("message", "")), tuple(map(str, accepted))
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _seconds(value: str | None) -> float | None:
    """Of Retry-After: a number, or an HTTP date."""
    if value is None:
        return None
    if value.strip().isdigit():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, date.timestamp() - time.time())
