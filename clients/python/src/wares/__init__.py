"""Typed client for Wares. Standard library only."""

from ._answer import Answer, CallOptions, Limit, Meta
from ._problem import ParameterError, WaresProblem
from ._rows import rows
from .operations import AsyncWares, Wares

__all__ = [
    "Answer",
    "AsyncWares",
    "CallOptions",
    "Limit",
    "Meta",
    "ParameterError",
    "Wares",
    "WaresProblem",
    "rows",
]
