"""Tools and results in the formats of ``schema`` and ``result``."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

from ._generated.types import BatchResults, BatchResultsResultsItem, DefaultTool, FormatWarning, Result, StackTool

JsonSchema = dict[str, Any]


class _Warnings(TypedDict, total=False):
    warnings: list[FormatWarning]
    """Present only if the format can't express every tool fully."""


class _OpenAiFunctionAlways(TypedDict):
    name: str


class OpenAiFunction(_OpenAiFunctionAlways, total=False):
    """Has the same members as the type in OpenAI's package, so that type checkers accept it there."""

    description: str
    parameters: dict[str, object]
    strict: bool | None
    """Only in ``openai_strict``."""


class OpenAiTool(TypedDict):
    type: Literal["function"]
    function: OpenAiFunction


class _OpenAiResponsesToolAlways(TypedDict):
    type: Literal["function"]
    name: str
    parameters: dict[str, object] | None
    strict: bool | None


class OpenAiResponsesTool(_OpenAiResponsesToolAlways, total=False):
    description: str | None


class AnthropicTool(TypedDict):
    name: str
    description: str
    input_schema: JsonSchema


class GeminiTool(TypedDict):
    name: str
    description: str
    parametersJsonSchema: JsonSchema


class _McpToolAlways(TypedDict):
    name: str
    description: str
    inputSchema: JsonSchema


class McpTool(_McpToolAlways, total=False):
    title: str
    outputSchema: JsonSchema
    annotations: dict[str, Any]


class VercelTool(TypedDict):
    type: Literal["function"]
    name: str
    description: str
    inputSchema: JsonSchema


class LangChainTool(TypedDict):
    name: str
    description: str
    schema: JsonSchema


class DefaultTools(_Warnings):
    tools: list[DefaultTool]


class StackTools(_Warnings):
    tools: list[StackTool]


class OpenAiTools(_Warnings):
    tools: list[OpenAiTool]


class OpenAiResponsesTools(_Warnings):
    tools: list[OpenAiResponsesTool]


class AnthropicTools(_Warnings):
    tools: list[AnthropicTool]


class GeminiTools(_Warnings):
    tools: list[GeminiTool]


class McpTools(_Warnings):
    tools: list[McpTool]


class VercelTools(_Warnings):
    tools: list[VercelTool]


class LangChainTools(_Warnings):
    tools: list[LangChainTool]


class _Headers(TypedDict, total=False):
    headers: dict[str, str]
    """Response headers of the service that matter to callers, by their names in lower case."""


class TextBlock(TypedDict):
    type: Literal["text"]
    text: str


class _OpenAiContentAlways(TypedDict):
    content: list[TextBlock]
    """For the ``tool`` message."""


class OpenAiContent(_OpenAiContentAlways, total=False):
    images: list[dict[str, Any]]
    """For a ``user`` message after it."""


class OpenAiResponsesOutput(TypedDict):
    output: list[dict[str, Any]]
    """For a ``function_call_output`` item."""


class AnthropicContent(TypedDict):
    content: list[dict[str, Any]]
    """For a ``tool_result`` block."""


class GeminiOutput(TypedDict):
    output: str


class _GeminiResponseAlways(TypedDict):
    response: GeminiOutput


class GeminiResponse(_GeminiResponseAlways, total=False):
    """For a ``functionResponse`` part."""

    parts: list[dict[str, Any]]


class OpenAiResult(_Headers):
    result: OpenAiContent


class OpenAiResponsesResult(_Headers):
    result: OpenAiResponsesOutput


class AnthropicResult(_Headers):
    result: AnthropicContent


class GeminiResult(_Headers):
    result: GeminiResponse


class OpenAiResults(TypedDict):
    results: list[OpenAiResult | BatchResultsResultsItem]


class OpenAiResponsesResults(TypedDict):
    results: list[OpenAiResponsesResult | BatchResultsResultsItem]


class AnthropicResults(TypedDict):
    results: list[AnthropicResult | BatchResultsResultsItem]


class GeminiResults(TypedDict):
    results: list[GeminiResult | BatchResultsResultsItem]


AnyTools = Union[
    DefaultTools,
    StackTools,
    OpenAiTools,
    OpenAiResponsesTools,
    AnthropicTools,
    GeminiTools,
    McpTools,
    VercelTools,
    LangChainTools,
]
AnyResult = Union[Result, OpenAiResult, OpenAiResponsesResult, AnthropicResult, GeminiResult]
AnyResults = Union[BatchResults, OpenAiResults, OpenAiResponsesResults, AnthropicResults, GeminiResults]
