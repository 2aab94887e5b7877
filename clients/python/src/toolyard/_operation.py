"""How an operation is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["read", "creation", "call", "change"]
"""The effect of repeating an operation: a ``read`` changes nothing, a ``creation`` happens once per
``Idempotency-Key``, a ``call`` runs a tool, and a ``change`` is anything else."""


@dataclass(frozen=True)
class Operation:
    """One operation of ``openapi.json``."""

    name: str
    method: str
    path: str
    kind: Kind
    accepts_key: bool
    credential: Literal["api_key", "token"]
    query: tuple[str, ...]
    body: tuple[str, ...]
