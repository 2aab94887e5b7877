"""The running service and what stands before it, as `test/sdks/service.ts` has started both."""

from __future__ import annotations

import json
import os
import unittest
import urllib.request
from collections.abc import Callable
from typing import Any

from toolyard import Toolyard, ToolyardError

URL = os.environ["TOOLYARD_URL"]
API_KEY = os.environ["TOOLYARD_API_KEY"]
IDS: dict[str, str] = json.loads(os.environ["TOOLYARD_IDS"])
STACK, CLIENT, TOKEN = IDS["stack"], IDS["client"], IDS["token"]

LOST = {"kind": "lost"}
CUT = {"kind": "cut"}
HANG = {"kind": "hang"}


def answer(status: int, headers: dict[str, str] | None = None, **body: str) -> dict[str, object]:
    """An answer in place of the service's."""
    return {"kind": "answer", "status": status, "headers": headers or {}, "body": body or {"detail": "Not now"}}


def control(name: str, body: object = None) -> Any:
    asked = urllib.request.Request(f"{URL}/control/{name}", json.dumps(body).encode(), method="POST")
    with urllib.request.urlopen(asked) as response:
        return json.load(response)


def faults(*coming: object) -> None:
    """What goes wrong with the next requests, in their order."""
    control("faults", {"faults": coming})


def passed() -> list[dict[str, Any]]:
    """The requests since this was asked last."""
    return control("passed")


def reached() -> int:
    """How many requests have reached the tools."""
    return control("reached")


def abandoned() -> int:
    """How many requests to the tools the service has abandoned."""
    return control("abandoned")


class Case(unittest.TestCase):
    """Begins without faults, and with nothing passed."""

    toolyard: Toolyard

    def setUp(self) -> None:
        faults()
        passed()
        self.toolyard = Toolyard(URL, api_key=API_KEY, token=lambda: TOKEN)

    def error_of(self, request: Callable[[], object]) -> ToolyardError:
        with self.assertRaises(ToolyardError) as caught:
            request()
        return caught.exception
