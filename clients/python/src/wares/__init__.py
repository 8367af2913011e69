"""Typed client for Wares. Standard library only."""

from ._answer import Answer, CallOptions, Limit, Meta
from ._problem import ParameterError, WaresProblem
from ._rows import rows
from .api import (
    CatalogProducts,
    Change,
    ChangeMessage,
    CheckedWatch,
    RequestRecord,
    Shop,
    TriedAlerts,
    Watch,
    WatchFacts,
    WatchHistory,
    WatchPage,
    Webhook,
)
from .operations import AsyncWares, Wares

__all__ = [
    "Answer",
    "AsyncWares",
    "CallOptions",
    "CatalogProducts",
    "Change",
    "ChangeMessage",
    "CheckedWatch",
    "Limit",
    "Meta",
    "ParameterError",
    "RequestRecord",
    "Shop",
    "TriedAlerts",
    "Wares",
    "WaresProblem",
    "Watch",
    "WatchFacts",
    "WatchHistory",
    "WatchPage",
    "Webhook",
    "rows",
]
