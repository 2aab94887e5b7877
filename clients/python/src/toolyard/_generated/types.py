# Made from openapi.json by `npm run generate`.
"""What operations take and answer, as JSON has it."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

JsonObject = dict[str, Any]
"""An object whose members are not the service's to say, such as the input of a tool."""


class Configuration(TypedDict):
    """Settings of a stack."""

    analytics_enabled: bool
    """Whether calls are recorded, with their sizes and outcomes but without their contents."""


class ServerInStack(TypedDict):
    """A server in a stack."""

    server_id: str
    """Id of the marketplace server."""

    server_name: str
    """The display name."""

    enabled_tools: list[str]
    """Ids of the enabled tools."""


class Stack(TypedDict):
    """A set of servers whose tools an agent may use."""

    stack_id: str
    """Unique identifier."""

    stack_name: str
    """Unique within the account, not blank."""

    configuration: Configuration

    servers: list[ServerInStack]
    """Present in the stack listing; empty elsewhere."""

    created_at: str
    """UTC."""

    updated_at: str
    """UTC."""


class Tool(TypedDict):
    """A tool that a server offers."""

    tool_id: str
    """Unique name of the tool."""

    name: str
    """The display name."""

    description: str
    """The description."""

    parameters: JsonObject
    """JSON Schema of its input."""


class CredentialField(TypedDict):
    """A credential that a server declares."""

    field_id: str
    """The field’s key in credential updates."""

    name: str
    """The display name."""

    description: str
    """The address of the page where people get it."""

    required: bool
    """Whether tools need it."""


class Server(TypedDict):
    """A marketplace entry."""

    server_id: str
    """Unique identifier."""

    name: str
    """The display name."""

    description: str
    """Its purpose."""

    tools: list[Tool]
    """The tools that it offers."""

    required_credentials: list[CredentialField]
    """Fields that its tools need."""

    optional_credentials: list[CredentialField]
    """Fields that its tools don’t need."""


class CredentialStatus(TypedDict):
    """Whether each credential of a server in a stack holds a value. Values are never returned."""

    required_credentials: dict[str, Literal["added", "missing"]]
    """The status by field id."""

    optional_credentials: dict[str, Literal["added", "missing"]]
    """The status by field id."""

    all_credentials_added: bool
    """Required and optional fields."""

    required_credentials_added: bool
    """When false, tools may not work properly."""


class Message(TypedDict):
    """A confirmation of the action."""

    message: str
    """The message for people."""


class DefaultTool(TypedDict):
    """A tool in the format `default`."""

    name: str
    """Unique tool name."""

    description: str
    """The description."""

    input_schema: JsonObject
    """JSON Schema of its input."""

    server: str
    """Id of the server that provides it."""


class OpenAiToolFunction(TypedDict):
    """In the format of the Chat Completions API."""

    name: str
    """Unique tool name."""

    description: str
    """The description."""

    parameters: JsonObject
    """JSON Schema of its input."""


class OpenAiTool(TypedDict):
    """A tool in the format `openai`."""

    type: Literal["function"]

    function: OpenAiToolFunction
    """In the format of the Chat Completions API."""


class _AnthropicToolAlways(TypedDict):
    name: str
    """Unique tool name."""

    description: str
    """The description."""

    input_schema: JsonObject
    """JSON Schema of its input."""


class AnthropicTool(_AnthropicToolAlways, total=False):
    """A tool in the format `anthropic`."""

    input_examples: list[JsonObject]
    """Valid example inputs. Absent if the tool has none."""

    defer_loading: Literal["true"]
    """Only with `defer`, for tools that are not pinned."""


class StackTool(TypedDict):
    """A tool as the Stack Specific endpoints list it without a `schema`."""

    name: str
    """Unique tool name."""

    description: str
    """The description."""

    inputSchema: JsonObject
    """JSON Schema of its input."""


class FormatWarning(TypedDict):
    """Why a list leaves out a tool or part of it."""

    tool: str
    """Unique tool name."""

    reason: str
    """The reason, for people."""


class _ResultAlways(TypedDict):
    result: JsonObject
    """Its structure depends on the tool."""


class Result(_ResultAlways, total=False):
    """The result of a tool."""

    headers: dict[str, str]
    """Headers of the service’s answer that matter to callers, by their names in lower case: `link`, `location`,
    `etag`, `content-range`, `x-total-count`, and those that an OpenAPI document declares. Absent for none.
    """


class ResultChunk(TypedDict):
    """A part of a large result. If `result` exceeds `max_bytes`, it is the first part."""

    handle: str | None
    """The handle of the next part; null if the rest could not be stored."""

    offset: int
    """The offset of the part, in bytes of UTF-8."""

    next_offset: int | None
    """The offset of the next part; null after the last."""

    total_bytes: int
    """Bytes of the whole result."""

    text: str
    """JSON text. A part never splits a character."""


class _BatchResultsResultsItemUpstreamProblemsItemAlways(TypedDict):
    message: str
    """The problem."""


class BatchResultsResultsItemUpstreamProblemsItem(_BatchResultsResultsItemUpstreamProblemsItemAlways, total=False):
    field: str
    """The input or parameter, as the service names it."""

    code: str
    """The service’s code for the problem."""


class _BatchResultsResultsItemUpstreamAlways(TypedDict):
    status: int
    """Its HTTP status."""


class BatchResultsResultsItemUpstream(_BatchResultsResultsItemUpstreamAlways, total=False):
    """The service’s answer, without credentials."""

    code: str
    """The service’s code for the failure."""

    problems: list[BatchResultsResultsItemUpstreamProblemsItem]
    """The problems in its answer, at most 20."""

    content_type: str
    """The media type of its answer."""

    body: object
    """The body of its answer: JSON unchanged, other formats as text. At most 4 KiB."""

    is_truncated: bool
    """True if `body` is only the beginning of the answer, as text."""


class BatchResultsResultsItemIssuesItem(TypedDict):
    """The problem with a value."""

    path: str
    """A JSON Pointer into the input."""

    message: str
    """The message for people."""


class _BatchResultsResultsItemAlways(TypedDict):
    status: int
    """The HTTP status that a single call would have."""

    detail: str
    """The problem."""


class BatchResultsResultsItem(_BatchResultsResultsItemAlways, total=False):
    """A call that failed."""

    pause_id: str
    """The approval that the call awaits, if a rule requires one."""

    connect_url: str
    """The page where a person signs in, if only a sign-in is missing."""

    retry_after: int
    """Seconds that the service asks to wait. The header `Retry-After` says the same."""

    outcome: Literal["unknown"]
    """Present if the request was sent but no complete answer arrived. The call may have taken effect. The header
    `X-Outcome` says the same.
    """

    is_repeatable: bool
    """For an unknown outcome: whether it is safe to repeat the call."""

    upstream: BatchResultsResultsItemUpstream
    """The service’s answer, without credentials."""

    issues: list[BatchResultsResultsItemIssuesItem]
    """The reasons why its input was refused."""


class BatchResults(TypedDict):
    """The results of a batch of calls."""

    results: list[Result | BatchResultsResultsItem]
    """The results, in the order of the calls."""


class _AccountErrorUpstreamProblemsItemAlways(TypedDict):
    message: str
    """The problem."""


class AccountErrorUpstreamProblemsItem(_AccountErrorUpstreamProblemsItemAlways, total=False):
    field: str
    """The input or parameter, as the service names it."""

    code: str
    """The service’s code for the problem."""


class _AccountErrorUpstreamAlways(TypedDict):
    status: int
    """Its HTTP status."""


class AccountErrorUpstream(_AccountErrorUpstreamAlways, total=False):
    """The service’s answer, without credentials."""

    code: str
    """The service’s code for the failure."""

    problems: list[AccountErrorUpstreamProblemsItem]
    """The problems in its answer, at most 20."""

    content_type: str
    """The media type of its answer."""

    body: object
    """The body of its answer: JSON unchanged, other formats as text. At most 4 KiB."""

    is_truncated: bool
    """True if `body` is only the beginning of the answer, as text."""


class _AccountErrorAlways(TypedDict):
    detail: str
    """The problem."""


class AccountError(_AccountErrorAlways, total=False):
    """An error of the account API."""

    pause_id: str
    """The approval that the call awaits, if a rule requires one."""

    connect_url: str
    """The page where a person signs in, if only a sign-in is missing."""

    retry_after: int
    """Seconds that the service asks to wait. The header `Retry-After` says the same."""

    outcome: Literal["unknown"]
    """Present if the request was sent but no complete answer arrived. The call may have taken effect. The header
    `X-Outcome` says the same.
    """

    is_repeatable: bool
    """For an unknown outcome: whether it is safe to repeat the call."""

    upstream: AccountErrorUpstream
    """The service’s answer, without credentials."""


class _StackErrorUpstreamProblemsItemAlways(TypedDict):
    message: str
    """The problem."""


class StackErrorUpstreamProblemsItem(_StackErrorUpstreamProblemsItemAlways, total=False):
    field: str
    """The input or parameter, as the service names it."""

    code: str
    """The service’s code for the problem."""


class _StackErrorUpstreamAlways(TypedDict):
    status: int
    """Its HTTP status."""


class StackErrorUpstream(_StackErrorUpstreamAlways, total=False):
    """The service’s answer, without credentials."""

    code: str
    """The service’s code for the failure."""

    problems: list[StackErrorUpstreamProblemsItem]
    """The problems in its answer, at most 20."""

    content_type: str
    """The media type of its answer."""

    body: object
    """The body of its answer: JSON unchanged, other formats as text. At most 4 KiB."""

    is_truncated: bool
    """True if `body` is only the beginning of the answer, as text."""


class _StackErrorAlways(TypedDict):
    error: str
    """The problem."""


class StackError(_StackErrorAlways, total=False):
    """An error of the Stack Specific endpoints."""

    pause_id: str
    """The approval that the call awaits, if a rule requires one."""

    connect_url: str
    """The page where a person signs in, if only a sign-in is missing."""

    retry_after: int
    """Seconds that the service asks to wait. The header `Retry-After` says the same."""

    outcome: Literal["unknown"]
    """Present if the request was sent but no complete answer arrived. The call may have taken effect. The header
    `X-Outcome` says the same.
    """

    is_repeatable: bool
    """For an unknown outcome: whether it is safe to repeat the call."""

    upstream: StackErrorUpstream
    """The service’s answer, without credentials."""


class JobFailureIssuesItem(TypedDict):
    """The problem with a value."""

    path: str
    """A JSON Pointer into the input."""

    message: str
    """The message for people."""


class _JobFailureUpstreamProblemsItemAlways(TypedDict):
    message: str
    """The problem."""


class JobFailureUpstreamProblemsItem(_JobFailureUpstreamProblemsItemAlways, total=False):
    field: str
    """The input or parameter, as the service names it."""

    code: str
    """The service’s code for the problem."""


class _JobFailureUpstreamAlways(TypedDict):
    status: int
    """Its HTTP status."""


class JobFailureUpstream(_JobFailureUpstreamAlways, total=False):
    """The service’s answer, without credentials."""

    code: str
    """The service’s code for the failure."""

    problems: list[JobFailureUpstreamProblemsItem]
    """The problems in its answer, at most 20."""

    content_type: str
    """The media type of its answer."""

    body: object
    """The body of its answer: JSON unchanged, other formats as text. At most 4 KiB."""

    is_truncated: bool
    """True if `body` is only the beginning of the answer, as text."""


class _JobFailureAlways(TypedDict):
    code: str
    """The error’s code in the error documentation."""

    message: str
    """The problem."""


class JobFailure(_JobFailureAlways, total=False):
    """Why there is no result."""

    issues: list[JobFailureIssuesItem]
    """The reasons why its input was refused."""

    pause_id: str
    """The approval that the call awaits, if a rule requires one."""

    connect_url: str
    """The page where a person signs in, if only a sign-in is missing."""

    retry_after: int
    """Seconds that the service asks to wait. The header `Retry-After` says the same."""

    outcome: Literal["unknown"]
    """Present if the request was sent but no complete answer arrived. The call may have taken effect. The header
    `X-Outcome` says the same.
    """

    is_repeatable: bool
    """For an unknown outcome: whether it is safe to repeat the call."""

    upstream: JobFailureUpstream
    """The service’s answer, without credentials."""


class _JobAlways(TypedDict):
    id: str
    """Its id, `job_…`."""

    state: Literal["waiting", "running", "succeeded", "failed", "cancelled", "outcome_unknown"]
    """Its state. `waiting` also covers the wait for an approval."""

    tool_id: str
    """The tool’s unique name."""

    created_at: str
    """When it was accepted."""

    expires_at: str
    """When it is deleted."""


class Job(_JobAlways, total=False):
    """A call that runs in the background."""

    end_user: str | None
    """The end user of the call."""

    started_at: str | None
    """When it first started."""

    ended_at: str | None
    """When it ended."""

    progress: JsonObject | None
    """The last progress that the tool reported: `progress`, `total` and `message`."""

    pause_id: str
    """The approval that the call waits for or has used."""

    result: JsonObject
    """The tool’s result, once it has succeeded."""

    headers: dict[str, str]
    """The failure, as in the response of a call."""

    failure: JobFailure
    """Why there is no result."""


class Skill(TypedDict):
    """A skill without its text."""

    name: str
    """Its name, unique in the stack. The skill of a server has the server’s id and a slash before its own name."""

    description: str
    """When to use it."""

    uri: str
    """Its address over MCP."""

    digest: str
    """The SHA-256 of its text, `sha256:` and 64 hexadecimal digits."""

    size: int | None
    """The size of its text in bytes of UTF-8; null if its server doesn’t say."""

    front_matter: JsonObject
    """All members of its front matter."""

    server: str | None
    """The id of the server that has it; null for the stack’s own."""


class SkillText(TypedDict):
    """A skill with its text."""

    name: str
    """Its name, unique in the stack. The skill of a server has the server’s id and a slash before its own name."""

    description: str
    """When to use it."""

    uri: str
    """Its address over MCP."""

    digest: str
    """The SHA-256 of its text, `sha256:` and 64 hexadecimal digits."""

    size: int | None
    """The size of its text in bytes of UTF-8; null if its server doesn’t say."""

    front_matter: JsonObject
    """All members of its front matter."""

    server: str | None
    """The id of the server that has it; null for the stack’s own."""

    content: str
    """Its whole text: Markdown with front matter."""


class Skills(TypedDict):
    """The skills of a stack."""

    skills: list[Skill]
    """The skills, by name."""


class ClientEndpoint(TypedDict):
    """An address for agents. A client with one of its tokens may use the tools of the stack."""

    endpoint_id: str
    """Unique identifier, `endpoint_…`."""

    client_id: str
    """The unguessable id in its address, `client_…`."""

    stack_id: str
    """The stack whose tools it offers."""

    name: str
    """Its display name, chosen by its owner."""

    mode: Literal["full", "search", "code"]
    """The default mode of its tool list; agents may request another."""

    url: str
    """The base address of its `list_tools` and `call_tool`."""

    created_at: str
    """UTC."""


class NewClientEndpoint(TypedDict):
    """A new client endpoint."""

    endpoint_id: str
    """Unique identifier, `endpoint_…`."""

    client_id: str
    """The unguessable id in its address, `client_…`."""

    stack_id: str
    """The stack whose tools it offers."""

    name: str
    """Its display name, chosen by its owner."""

    mode: Literal["full", "search", "code"]
    """The default mode of its tool list; agents may request another."""

    url: str
    """The base address of its `list_tools` and `call_tool`."""

    created_at: str
    """UTC."""

    first_token: NewStackToken


class StackToken(TypedDict):
    """The record of a stack token. The token itself is not stored."""

    token_id: str
    """Unique identifier, `token_…`."""

    endpoint_id: str
    """The client endpoint of the token."""

    name: str
    """Its display name, chosen by its owner."""

    end_user: str | None
    """The end user of all its calls; null if each call may name one."""

    tools: list[str]
    """The tool ids that it may use; `*` matches any text. Empty for all."""

    networks: list[str]
    """The IP addresses and ranges from which it may be used; empty for any."""

    calls_max: int | None
    """The maximum number of calls in total; null for no limit."""

    calls: int
    """The number of calls it has made; always 0 without a call limit."""

    granted_by: str | None
    """The service account or trusted issuer that it was issued to; null for other tokens."""

    created_at: str
    """UTC."""

    expires_at: str | None
    """When it stops working; null for never."""

    revoked_at: str | None
    """When it was revoked; null if it wasn’t."""

    last_used_at: str | None
    """The approximate time of its last use; null for never."""


class NewStackToken(TypedDict):
    """A new stack token."""

    token_id: str
    """Unique identifier, `token_…`."""

    endpoint_id: str
    """The client endpoint of the token."""

    name: str
    """Its display name, chosen by its owner."""

    end_user: str | None
    """The end user of all its calls; null if each call may name one."""

    tools: list[str]
    """The tool ids that it may use; `*` matches any text. Empty for all."""

    networks: list[str]
    """The IP addresses and ranges from which it may be used; empty for any."""

    calls_max: int | None
    """The maximum number of calls in total; null for no limit."""

    calls: int
    """The number of calls it has made; always 0 without a call limit."""

    granted_by: str | None
    """The service account or trusted issuer that it was issued to; null for other tokens."""

    created_at: str
    """UTC."""

    expires_at: str | None
    """When it stops working; null for never."""

    revoked_at: str | None
    """When it was revoked; null if it wasn’t."""

    last_used_at: str | None
    """The approximate time of its last use; null for never."""

    token: str
    """The credential itself, shown only once."""


class StackRole(TypedDict):
    """The role of an API key in one stack."""

    stack_id: str
    """The stack."""

    role: Literal["admin", "developer", "approver", "auditor"]
    """Its role in the stack."""


class ApiKey(TypedDict):
    """The record of an API key. The key itself is not stored."""

    api_key_id: str
    """Unique identifier, `key_…`."""

    name: str
    """Its display name, chosen by its owner."""

    display: str
    """Its first ten characters, which identify the key to people."""

    role: Literal["owner", "admin", "developer", "approver", "auditor", "member"]
    """Its role in the account."""

    stack_roles: list[StackRole]
    """Additional roles in individual stacks."""

    scopes: list[str]
    """The scopes that restrict its role: `read`, `write`, `invoke`, `admin`. For a key without scopes, holds
    `keys:write` if its role can manage people, keys and rules.
    """

    tools: list[str]
    """The tool ids that it may use; `*` matches any text. Empty for all."""

    networks: list[str]
    """The IP addresses and ranges from which it may be used; empty for any."""

    calls_max: int | None
    """The maximum number of calls in total; null for no limit."""

    calls: int
    """The number of calls it has made; always 0 without a call limit."""

    created_at: str
    """UTC."""

    expires_at: str | None
    """When it stops working; null for never."""

    revoked_at: str | None
    """When it was revoked; null if it wasn’t."""

    last_used_at: str | None
    """The approximate time of its last use; null for never."""


class NewApiKey(TypedDict):
    """A new API key."""

    api_key_id: str
    """Unique identifier, `key_…`."""

    name: str
    """Its display name, chosen by its owner."""

    display: str
    """Its first ten characters, which identify the key to people."""

    role: Literal["owner", "admin", "developer", "approver", "auditor", "member"]
    """Its role in the account."""

    stack_roles: list[StackRole]
    """Additional roles in individual stacks."""

    scopes: list[str]
    """The scopes that restrict its role: `read`, `write`, `invoke`, `admin`. For a key without scopes, holds
    `keys:write` if its role can manage people, keys and rules.
    """

    tools: list[str]
    """The tool ids that it may use; `*` matches any text. Empty for all."""

    networks: list[str]
    """The IP addresses and ranges from which it may be used; empty for any."""

    calls_max: int | None
    """The maximum number of calls in total; null for no limit."""

    calls: int
    """The number of calls it has made; always 0 without a call limit."""

    created_at: str
    """UTC."""

    expires_at: str | None
    """When it stops working; null for never."""

    revoked_at: str | None
    """When it was revoked; null if it wasn’t."""

    last_used_at: str | None
    """The approximate time of its last use; null for never."""

    key: str
    """The credential itself, shown only once."""


class Rule(TypedDict):
    """A rule that decides on tool calls. If several match, deny takes precedence over ask, and ask over allow."""

    rule_id: str
    """Unique identifier, `rule_…`."""

    name: str
    """Its name. Agents see it when the rule refuses their call."""

    effect: Literal["allow", "ask", "deny"]
    """Its effect on matching calls."""

    stack_id: str | None
    """The stack it applies to; null for all stacks of the account."""

    endpoint_id: str | None
    """The client endpoint it applies to; null for all."""

    is_default: bool
    """Whether a rule of a more specific level overrides it."""

    callers: list[str]
    """The ids of the callers it applies to; empty for all."""

    end_users: list[str]
    """The end users whose calls it applies to; empty for all calls."""

    servers: list[str]
    """The ids of the servers whose tools it applies to; empty for all."""

    tools: list[str]
    """The ids of the tools it applies to; `*` matches any text. Empty for all."""

    read_only: bool | None
    """True for tools marked read-only, false for all others; null for any tool."""

    destructive: bool | None
    """True for tools that may be destructive, false for tools marked non-destructive; null for any tool."""

    open_world: bool | None
    """True for tools that may reach the open world, false for tools marked closed-world; null for any tool."""

    condition: str | None
    """A CEL expression that has to be true; null for always."""

    quota: Quota | None
    """The rule applies only to calls beyond this quota; null for all calls."""

    message: str | None
    """The message that agents receive when it refuses a call."""

    needs_another: bool
    """Whether the approver must differ from the caller, and from the creator of its key or token."""

    is_enabled: bool
    """Whether the rule is in effect."""

    created_at: str
    """UTC."""


class Quota(TypedDict):
    """A number of calls or bytes. The rule matches the calls beyond it."""

    calls: int | None
    """The number of calls; null for a quota of bytes."""

    bytes: int | None
    """The bytes of inputs and answers; null for a quota of calls."""

    per: Literal["hour", "day"]
    """The time window, which starts with the first call."""

    of: Literal["account", "tool", "caller", "end_user"]
    """Whose calls are counted."""


class CreateStackConfiguration(TypedDict, total=False):
    """Settings of the stack."""

    analytics_enabled: bool


class CreateApiKeyStackRolesItem(TypedDict):
    stack_id: str

    role: Literal["admin", "developer", "approver", "auditor"]


class UpdateStackConfiguration(TypedDict, total=False):
    """Settings of the stack."""

    analytics_enabled: bool


class _ListStackToolsResultAlways(TypedDict):
    tools: list[DefaultTool | OpenAiTool | AnthropicTool | JsonObject]
    """The enabled tools, in a stable order."""


class ListStackToolsResult(_ListStackToolsResultAlways, total=False):
    warnings: list[FormatWarning]
    """The tools that the format can’t fully express. Absent if there are none."""


class _InvokeBatchCallsItemAlways(TypedDict):
    tool_id: str
    """The tool."""

    tool_input: JsonObject | str
    """The input, which must match the tool’s input schema from the tool listing. An object, or its JSON text."""


class InvokeBatchCallsItem(_InvokeBatchCallsItemAlways, total=False):
    idempotency_key: str
    """The same as the header `Idempotency-Key` of a single call."""

    select: str
    """A JMESPath expression that selects the part of the result to return."""

    max_bytes: int
    """The maximum size of `result`. A larger result comes in parts: the first part holds the handle of the rest."""


class _ListToolsResultAlways(TypedDict):
    tools: list[StackTool | OpenAiTool | AnthropicTool | JsonObject]
    """The enabled tools, in a stable order."""


class ListToolsResult(_ListToolsResultAlways, total=False):
    warnings: list[FormatWarning]
    """The tools that the format can’t fully express. Absent if there are none."""
