"""Client of Toolyard, a self-hosted tool router for AI agents: typed calls, errors, retries, pages and pauses."""

from . import formats
from ._async_client import AsyncToolyard
from ._async_pages import AsyncPages
from ._cancel import Cancellation
from ._client import Secret, Toolyard, new_idempotency_key
from ._errors import Cancelled, ErrorCode, Issue, Pause, ToolyardError
from ._generated import types
from ._generated.operations import OPERATIONS
from ._options import RequestOptions, WaitForPerson
from ._pages import Answer, Pages, RateLimit
from ._transport import Prepared, Transport

__all__ = [
    "OPERATIONS",
    "Answer",
    "AsyncPages",
    "AsyncToolyard",
    "Cancellation",
    "Cancelled",
    "ErrorCode",
    "Issue",
    "Pages",
    "Pause",
    "Prepared",
    "RateLimit",
    "RequestOptions",
    "Secret",
    "Toolyard",
    "ToolyardError",
    "Transport",
    "WaitForPerson",
    "formats",
    "new_idempotency_key",
    "types",
]
