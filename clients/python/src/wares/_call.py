"""One call with its retries: one deadline for all attempts, Retry-After obeyed."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from ._answer import Answer, CallOptions, parse_meta
from ._problem import WaresProblem, read_problem
from ._request import Request
from ._connection import Exchange
from ._transport import TooLong, Transport

FIRST_WAIT_S = 0.25
LONGEST_WAIT_S = 8.0
# Bad Gateway and Gateway Timeout.
LOST_BY_PROXY = (502, 504)


@dataclass(frozen=True)
class Settings:
    main: Transport
    finder: Transport
    key: str | None = field(repr=False)
    deadline_s: float
    retries: int


class Cancellation:
    """Cancels a call from another thread: the exchange in flight, or the wait before the next
    attempt."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self.exchange = Exchange()

    def cancel(self) -> None:
        self.event.set()
        self.exchange.cancel()


def send(
    settings: Settings,
    transport: Transport,
    request: Request,
    options: CallOptions | None,
    cancellation: Cancellation | None = None,
) -> Answer[Any]:
    chosen = options or CallOptions()
    cancelled = cancellation or Cancellation()
    deadline_s = settings.deadline_s if chosen.deadline_s is None else chosen.deadline_s
    end = time.monotonic() + deadline_s
    retries = settings.retries if chosen.retries is None else chosen.retries
    if chosen.only_if_cached:
        # An answer that is not cached now will not be cached in a second either.
        retries = 0
    attempt = 0
    while True:
        attempt += 1
        outcome = _attempt(transport, request, attempt, end, cancelled)
        if isinstance(outcome, Answer):
            return outcome
        if time.monotonic() >= end:
            raise _deadline_passed(deadline_s) from outcome
        wait_s = _retry_delay(outcome, attempt)
        # A wait beyond the deadline would only delay the failure.
        if not _may_repeat(request, outcome) or attempt > retries or time.monotonic() + wait_s >= end:
            raise outcome
        if cancelled.event.wait(wait_s):
            raise outcome


def _may_repeat(request: Request, problem: WaresProblem) -> bool:
    """A write may have been executed even if its answer was lost, perhaps by a proxy, so it is not repeated."""
    is_lost = problem.code == "wares_unreachable" or (
        problem.code == "unexpected_answer" and problem.status in LOST_BY_PROXY
    )
    if request.changes_something and is_lost:
        return False
    return problem.retryable


def _attempt(
    transport: Transport,
    request: Request,
    attempt: int,
    end: float,
    cancelled: Cancellation,
) -> Answer[Any] | WaresProblem:
    try:
        response = transport.send(request, end, cancelled.exchange)
    except TimeoutError as error:
        return _deadline_passed(0.0, error)
    except (OSError, http.client.HTTPException) as error:
        problem = WaresProblem("wares_unreachable", f"{transport.base}: {error}", retryable=True)
        problem.__cause__ = error
        return problem
    except TooLong as error:
        most = transport.answer_bytes_max
        detail = f"the answer of {transport.base} is longer than {most} bytes and was not read to its end"
        return WaresProblem("unexpected_answer", detail, retryable=False, status=error.status)
    if response.status == 204:
        return Answer(None, parse_meta(response.headers, attempt))
    if response.status not in (200, 201):
        return read_problem(transport.base, response.status, response.headers, response.body)
    try:
        if not response.headers.get("content-type", "").startswith("application/json"):
            raise ValueError("not JSON")
        data = json.loads(response.body)
    except ValueError:
        return read_problem(transport.base, response.status, {}, response.body)
    return Answer(data, parse_meta(response.headers, attempt))


def _deadline_passed(deadline_s: float, cause: BaseException | None = None) -> WaresProblem:
    problem = WaresProblem("deadline_passed", f"no answer within {deadline_s:g} s", retryable=True)
    problem.__cause__ = cause
    return problem


def _retry_delay(problem: WaresProblem, attempt: int) -> float:
    """Never less than Retry-After, with jitter so that many callers do not return at once."""
    spread = 0.5 + random.random() / 2
    if problem.retry_after_s is not None:
        return problem.retry_after_s + 0.2 * spread
    return min(LONGEST_WAIT_S, FIRST_WAIT_S * float(2 ** (attempt - 1))) * spread
