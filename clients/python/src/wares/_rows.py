"""Flat rows for csv, pandas or a database: dotted names, lists of plain values joined, lists of objects numbered."""

from __future__ import annotations

from typing import Any, Iterable, Mapping


def rows(data: Any) -> list[dict[str, Any]]:
    """One row for each item of a list; one row for a single object."""
    items: Iterable[Any] = data if isinstance(data, list) else [data]
    return [dict(_cells(item, "")) for item in items]


def _cells(value: Any, name: str) -> Iterable[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _cells(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list) and any(isinstance(one, (Mapping, list)) for one in value):
        for place, inner in enumerate(value):
            yield from _cells(inner, f"{name}.{place}" if name else str(place))
    elif isinstance(value, list):
        yield name, "; ".join(str(one) for one in value)
    else:
        yield name or "value", value
