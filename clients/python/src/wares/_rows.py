"""Flat rows for csv, pandas or a database: one row per offer, dotted names, lists inside a row joined."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Mapping

# Lists whose items are rows of their own, under the names that their cells get.
_ROW_LISTS = {"offers": "", "results": "", "variants": "variant."}
# About the request, not about an offer.
_LEFT_OUT = {"sites"}


def rows(data: Any) -> list[dict[str, Any]]:
    """One row per offer, search result or variant, with the fields of its product; else one row per item."""
    items: Iterable[Any] = data if isinstance(data, list) else [data]
    return [row for item in items for row in _rows_of(item)]


def _rows_of(item: Any) -> Iterator[dict[str, Any]]:
    name = next((one for one in _ROW_LISTS if isinstance(item, Mapping) and isinstance(item.get(one), list)), None)
    if name is None:
        yield dict(_cells(item, ""))
        return
    left_out = {name, *_LEFT_OUT}
    own = dict(_cells({key: value for key, value in item.items() if key not in left_out}, ""))
    inner = item[name]
    if not inner and name == "variants":
        yield own
    for one in inner:
        prefix = _ROW_LISTS[name]
        yield {**own, **{f"{prefix}{key}": value for key, value in _cells(one, "")}}


def _cells(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _cells(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list) and any(isinstance(one, Mapping) for one in value):
        members = {key: None for one in value if isinstance(one, Mapping) for key in one}
        for key in members:
            texts = (_text(one.get(key)) if isinstance(one, Mapping) else "" for one in value)
            yield (f"{name}.{key}" if name else str(key)), "; ".join(texts)
    elif isinstance(value, list):
        yield name or "value", "; ".join(_text(one) for one in value)
    else:
        yield name or "value", value


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return " ".join(_text(one) for one in value.values())
    if isinstance(value, list):
        return " ".join(_text(one) for one in value)
    return str(value)
