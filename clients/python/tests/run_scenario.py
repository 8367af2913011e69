"""Runs calls of the shared client scenarios: one JSON line in, one JSON line out, until the input
ends."""

import asyncio
import json
import sys
from typing import Any

from wares import Answer, AsyncWares, CallOptions, Wares, WaresProblem

OPTION_NAMES = {
    "deadlineMs": lambda ms: ("deadline_s", ms / 1000),
    "retries": lambda count: ("retries", count),
    "maxAgeS": lambda s: ("max_age_s", s),
    "noCache": lambda on: ("no_cache", on),
    "onlyIfCached": lambda on: ("only_if_cached", on),
}


def options_of(given: dict[str, Any]) -> CallOptions:
    return CallOptions(**dict(OPTION_NAMES[name](value) for name, value in given.items()))


def outcome(result: Any) -> dict[str, Any]:
    if not isinstance(result, Answer):
        return {"data": result}
    meta = result.meta
    return {
        "data": result.data,
        "meta": {
            "requestId": meta.request_id,
            "cache": meta.cache,
            "ageS": meta.age_s,
            "absent": list(meta.absent),
            "absentMore": meta.absent_more,
            "dropped": meta.dropped,
            "source": meta.source,
            "attempts": meta.attempts,
            "remaining": meta.limits["rate"].remaining if "rate" in meta.limits else None,
        },
    }


def problem_of(problem: WaresProblem) -> dict[str, Any]:
    return {
        "problem": {
            "code": problem.code,
            "detail": problem.detail,
            "status": problem.status,
            "retryable": problem.retryable,
            "field": problem.field,
            "requestId": problem.request_id,
            "retryAfterMs": None if problem.retry_after_s is None else problem.retry_after_s * 1000,
            "errors": [one.name for one in problem.errors],
        }
    }


def watch_words(call: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """`from` is a Python keyword."""
    given = {"from_" if name == "from" else name: value for name, value in call["params"].items()}
    return [call["id"]] if "id" in call else [], given


def run(url: str, call: dict[str, Any]) -> dict[str, Any]:
    site, _, name = call["operation"].partition(".")
    with Wares(url, key="k") as wares:
        options = options_of(call.get("options", {}))
        try:
            if site == "changes":
                return {"data": list(wares.changes(**call["params"], options=options))}
            # `try` is a Python keyword.
            operation = getattr(getattr(wares, site), "try_" if name == "try" else name)
            if site in ("watches", "webhooks", "shops", "requests"):
                places, words = watch_words(call)
                return {"data": operation(*places, **words, options=options)}
            if call["mode"] in ("pages", "all"):
                return {"data": list(getattr(operation, call["mode"])(**call["params"], options=options))}
            method = operation.with_meta if call["mode"] == "meta" else operation
            return outcome(method(**call["params"], options=options))
        except WaresProblem as problem:
            return problem_of(problem)


async def run_async(url: str, call: dict[str, Any]) -> dict[str, Any]:
    site, _, name = call["operation"].partition(".")
    with AsyncWares(url, key="k") as wares:
        options = options_of(call.get("options", {}))
        try:
            if site == "changes":
                return {"data": [one async for one in wares.changes(**call["params"], options=options)]}
            # `try` is a Python keyword.
            operation = getattr(getattr(wares, site), "try_" if name == "try" else name)
            if site in ("watches", "webhooks", "shops", "requests"):
                places, words = watch_words(call)
                return {"data": await operation(*places, **words, options=options)}
            if call["mode"] in ("pages", "all"):
                return {"data": [one async for one in getattr(operation, call["mode"])(**call["params"], options=options)]}
            method = operation.with_meta if call["mode"] == "meta" else operation
            return outcome(await method(**call["params"], options=options))
        except WaresProblem as problem:
            return problem_of(problem)


for line in sys.stdin:
    given = json.loads(line)
    if given["asynchronous"]:
        answered = asyncio.run(run_async(given["url"], given["call"]))
    else:
        answered = run(given["url"], given["call"])
    print(json.dumps(answered), flush=True)
