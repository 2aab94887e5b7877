# Made from openapi.json by `npm run generate`.
"""A method for each operation of the service, for asyncio."""

from __future__ import annotations

from typing import Any, Literal, overload

from .. import formats
from .._async_pages import AsyncPages
from .._options import RequestOptions
from . import types
from .types import JsonObject


class AsyncOperations:
    """The base class of `AsyncToolyard`, which sends the requests."""

    async def _ask(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> Any:
        raise NotImplementedError

    def _list(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> AsyncPages[Any]:
        raise NotImplementedError

    async def list_stacks(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> list[types.Stack]:
        """List stacks. All stacks of the account with their servers and enabled tools, oldest first, as a plain
        array. With `limit` or `cursor`, one page.
        """
        params: dict[str, object] = {
            "limit": limit,
            "cursor": cursor,
        }
        return await self._ask("list_stacks", params, options)

    def iter_stacks(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[types.Stack]:
        """List stacks, one after the other, in as many requests."""
        params: dict[str, object] = {
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_stacks", params, options)

    async def create_stack(
        self,
        *,
        stack_name: str,
        configuration: types.CreateStackConfiguration | None = None,
        options: RequestOptions | None = None,
    ) -> types.Stack:
        """Create stack. Creates an empty stack. Its name is unique within the account."""
        params: dict[str, object] = {
            "stack_name": stack_name,
            "configuration": configuration,
        }
        return await self._ask("create_stack", params, options)

    async def list_servers(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> list[types.Server]:
        """List marketplace servers. All servers that can be added to a stack, with tools and credential fields,
        as a plain array. With `limit` or `cursor`, one page.
        """
        params: dict[str, object] = {
            "limit": limit,
            "cursor": cursor,
        }
        return await self._ask("list_servers", params, options)

    def iter_servers(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[types.Server]:
        """List marketplace servers, one after the other, in as many requests."""
        params: dict[str, object] = {
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_servers", params, options)

    async def list_jobs(
        self,
        *,
        stack_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> list[types.Job]:
        """List jobs of a stack. The jobs of a stack, newest first, without their results."""
        params: dict[str, object] = {
            "stack_id": stack_id,
            "limit": limit,
            "cursor": cursor,
        }
        return await self._ask("list_jobs", params, options)

    def iter_jobs(
        self,
        *,
        stack_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[types.Job]:
        """List jobs of a stack, one after the other, in as many requests."""
        params: dict[str, object] = {
            "stack_id": stack_id,
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_jobs", params, options)

    async def list_endpoints(
        self,
        *,
        stack_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> list[types.ClientEndpoint]:
        """List client endpoints. The client endpoints of a stack, newest first, in pages of 100 by default."""
        params: dict[str, object] = {
            "stack_id": stack_id,
            "limit": limit,
            "cursor": cursor,
        }
        return await self._ask("list_endpoints", params, options)

    def iter_endpoints(
        self,
        *,
        stack_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[types.ClientEndpoint]:
        """List client endpoints, one after the other, in as many requests."""
        params: dict[str, object] = {
            "stack_id": stack_id,
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_endpoints", params, options)

    async def create_endpoint(
        self,
        *,
        stack_id: str,
        name: str,
        mode: Literal["full", "search", "code"] | None = None,
        end_user: str | None = None,
        expires_in_days: int | None = None,
        never_expires: bool | None = None,
        options: RequestOptions | None = None,
    ) -> types.NewClientEndpoint:
        """Create a client endpoint. Creates a client endpoint of a stack with its first token. The token is shown
        only in this answer.
        """
        params: dict[str, object] = {
            "stack_id": stack_id,
            "name": name,
            "mode": mode,
            "end_user": end_user,
            "expires_in_days": expires_in_days,
            "never_expires": never_expires,
        }
        return await self._ask("create_endpoint", params, options)

    async def list_stack_tokens(
        self,
        *,
        endpoint_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> list[types.StackToken]:
        """List stack tokens. The tokens of a client endpoint, revoked ones included, newest first, in pages of
        100 by default.
        """
        params: dict[str, object] = {
            "endpoint_id": endpoint_id,
            "limit": limit,
            "cursor": cursor,
        }
        return await self._ask("list_stack_tokens", params, options)

    def iter_stack_tokens(
        self,
        *,
        endpoint_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[types.StackToken]:
        """List stack tokens, one after the other, in as many requests."""
        params: dict[str, object] = {
            "endpoint_id": endpoint_id,
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_stack_tokens", params, options)

    async def create_stack_token(
        self,
        *,
        endpoint_id: str,
        name: str | None = None,
        end_user: str | None = None,
        tools: list[str] | None = None,
        networks: list[str] | None = None,
        calls_max: int | None = None,
        expires_in_days: int | None = None,
        never_expires: bool | None = None,
        options: RequestOptions | None = None,
    ) -> types.NewStackToken:
        """Create a stack token. Issues another token of a client endpoint. The token is shown only in this
        answer.
        """
        params: dict[str, object] = {
            "endpoint_id": endpoint_id,
            "name": name,
            "end_user": end_user,
            "tools": tools,
            "networks": networks,
            "calls_max": calls_max,
            "expires_in_days": expires_in_days,
            "never_expires": never_expires,
        }
        return await self._ask("create_stack_token", params, options)

    async def list_api_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> list[types.ApiKey]:
        """List API keys. The API keys of the account, revoked ones included, newest first, in pages of 100 by
        default.
        """
        params: dict[str, object] = {
            "limit": limit,
            "cursor": cursor,
        }
        return await self._ask("list_api_keys", params, options)

    def iter_api_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[types.ApiKey]:
        """List API keys, one after the other, in as many requests."""
        params: dict[str, object] = {
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_api_keys", params, options)

    async def create_api_key(
        self,
        *,
        name: str,
        expires_at: str | None = None,
        role: Literal["owner", "admin", "developer", "approver", "auditor", "member"] | None = None,
        scopes: list[Literal["read", "write", "invoke", "admin", "keys:write"]] | None = None,
        stack_roles: list[types.CreateApiKeyStackRolesItem] | None = None,
        tools: list[str] | None = None,
        networks: list[str] | None = None,
        calls_max: int | None = None,
        options: RequestOptions | None = None,
    ) -> types.NewApiKey:
        """Create an API key. Creates an API key of the account. The key is shown only in this answer, and can’t
        exceed the rights of the key that creates it.
        """
        params: dict[str, object] = {
            "name": name,
            "expires_at": expires_at,
            "role": role,
            "scopes": scopes,
            "stack_roles": stack_roles,
            "tools": tools,
            "networks": networks,
            "calls_max": calls_max,
        }
        return await self._ask("create_api_key", params, options)

    async def list_rules(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> list[types.Rule]:
        """List rules. The rules of the account, oldest first, in pages of 100 by default. A key with only stack
        roles gets the rules of its stacks.
        """
        params: dict[str, object] = {
            "limit": limit,
            "cursor": cursor,
        }
        return await self._ask("list_rules", params, options)

    def iter_rules(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[types.Rule]:
        """List rules, one after the other, in as many requests."""
        params: dict[str, object] = {
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_rules", params, options)

    async def get_stack(
        self,
        *,
        stack_id: str,
        options: RequestOptions | None = None,
    ) -> types.Stack:
        """Get a stack. One stack with its servers and enabled tools, as the listing shows it."""
        params: dict[str, object] = {
            "stack_id": stack_id,
        }
        return await self._ask("get_stack", params, options)

    async def update_stack(
        self,
        *,
        stack_id: str,
        stack_name: str | None = None,
        configuration: types.UpdateStackConfiguration | None = None,
        options: RequestOptions | None = None,
    ) -> types.Stack:
        """Update stack. Changes only the given fields, and always `updated_at`. The answer leaves `servers`
        empty.
        """
        params: dict[str, object] = {
            "stack_id": stack_id,
            "stack_name": stack_name,
            "configuration": configuration,
        }
        return await self._ask("update_stack", params, options)

    async def delete_stack(
        self,
        *,
        stack_id: str,
        options: RequestOptions | None = None,
    ) -> types.Message:
        """Delete stack. Permanently deletes the stack with its servers, credentials, client endpoints, tokens and
        call records. Marketplace servers stay.
        """
        params: dict[str, object] = {
            "stack_id": stack_id,
        }
        return await self._ask("delete_stack", params, options)

    async def add_server(
        self,
        *,
        stack_id: str,
        server_id: str,
        enable_all_tools: bool | None = None,
        enabled_tools: list[str] | None = None,
        options: RequestOptions | None = None,
    ) -> types.Message:
        """Add server to stack. Enables all tools, the listed ones, or none. `enabled_tools` is ignored if
        `enable_all_tools` is true.
        """
        params: dict[str, object] = {
            "stack_id": stack_id,
            "server_id": server_id,
            "enable_all_tools": enable_all_tools,
            "enabled_tools": enabled_tools,
        }
        return await self._ask("add_server", params, options)

    async def remove_server(
        self,
        *,
        stack_id: str,
        server_id: str,
        options: RequestOptions | None = None,
    ) -> types.Message:
        """Remove server from stack. Removes the server from the stack, with its enabled tools and its
        credentials.
        """
        params: dict[str, object] = {
            "stack_id": stack_id,
            "server_id": server_id,
        }
        return await self._ask("remove_server", params, options)

    async def update_server_tools(
        self,
        *,
        stack_id: str,
        server_id: str,
        enabled_tools: list[str],
        options: RequestOptions | None = None,
    ) -> types.Message:
        """Update server tools. Replaces the enabled tools of a server in a stack, all or nothing."""
        params: dict[str, object] = {
            "stack_id": stack_id,
            "server_id": server_id,
            "enabled_tools": enabled_tools,
        }
        return await self._ask("update_server_tools", params, options)

    async def update_credentials(
        self,
        *,
        stack_id: str,
        server_id: str,
        credentials: dict[str, str],
        options: RequestOptions | None = None,
    ) -> types.Message:
        """Add or update credentials. Encrypts and stores the given values, all or none. Other fields stay
        unchanged. Values can’t be read back.
        """
        params: dict[str, object] = {
            "stack_id": stack_id,
            "server_id": server_id,
            "credentials": credentials,
        }
        return await self._ask("update_credentials", params, options)

    async def get_credential_status(
        self,
        *,
        stack_id: str,
        server_id: str,
        options: RequestOptions | None = None,
    ) -> types.CredentialStatus:
        """Credential status. Whether each credential of a server in a stack holds a value."""
        params: dict[str, object] = {
            "stack_id": stack_id,
            "server_id": server_id,
        }
        return await self._ask("get_credential_status", params, options)

    async def remove_credential(
        self,
        *,
        stack_id: str,
        server_id: str,
        field_id: str,
        options: RequestOptions | None = None,
    ) -> types.Message:
        """Remove credential. Removes one stored value. Removing a value that isn’t stored also succeeds."""
        params: dict[str, object] = {
            "stack_id": stack_id,
            "server_id": server_id,
            "field_id": field_id,
        }
        return await self._ask("remove_credential", params, options)

    async def get_endpoint(
        self,
        *,
        endpoint_id: str,
        options: RequestOptions | None = None,
    ) -> types.ClientEndpoint:
        """Get a client endpoint. One client endpoint of the account."""
        params: dict[str, object] = {
            "endpoint_id": endpoint_id,
        }
        return await self._ask("get_endpoint", params, options)

    async def update_endpoint(
        self,
        *,
        endpoint_id: str,
        name: str | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        options: RequestOptions | None = None,
    ) -> types.ClientEndpoint:
        """Update a client endpoint. Changes only the given fields. Agents see the changes at their next request."""
        params: dict[str, object] = {
            "endpoint_id": endpoint_id,
            "name": name,
            "mode": mode,
        }
        return await self._ask("update_endpoint", params, options)

    async def delete_endpoint(
        self,
        *,
        endpoint_id: str,
        options: RequestOptions | None = None,
    ) -> types.Message:
        """Delete a client endpoint. Removes the address and all its tokens. Takes effect on every instance within
        a second. You can’t undo this.
        """
        params: dict[str, object] = {
            "endpoint_id": endpoint_id,
        }
        return await self._ask("delete_endpoint", params, options)

    async def get_stack_token(
        self,
        *,
        token_id: str,
        options: RequestOptions | None = None,
    ) -> types.StackToken:
        """Get a stack token. A stack token, including a revoked one. The token itself cannot be read back."""
        params: dict[str, object] = {
            "token_id": token_id,
        }
        return await self._ask("get_stack_token", params, options)

    async def revoke_stack_token(
        self,
        *,
        token_id: str,
        options: RequestOptions | None = None,
    ) -> types.Message:
        """Revoke a stack token. Takes effect on every instance within a second. You can’t undo this. Its record
        stays. Revoking it again also succeeds.
        """
        params: dict[str, object] = {
            "token_id": token_id,
        }
        return await self._ask("revoke_stack_token", params, options)

    async def get_api_key(
        self,
        *,
        api_key_id: str,
        options: RequestOptions | None = None,
    ) -> types.ApiKey:
        """Get an API key. An API key, including a revoked one. The key itself cannot be read back."""
        params: dict[str, object] = {
            "api_key_id": api_key_id,
        }
        return await self._ask("get_api_key", params, options)

    async def revoke_api_key(
        self,
        *,
        api_key_id: str,
        options: RequestOptions | None = None,
    ) -> types.Message:
        """Revoke an API key. Takes effect on every instance within a second. You can’t undo this. Its record
        stays. Revoking it again also succeeds. Any key may revoke itself.
        """
        params: dict[str, object] = {
            "api_key_id": api_key_id,
        }
        return await self._ask("revoke_api_key", params, options)

    async def get_rule(
        self,
        *,
        rule_id: str,
        options: RequestOptions | None = None,
    ) -> types.Rule:
        """Get a rule. One rule of the account."""
        params: dict[str, object] = {
            "rule_id": rule_id,
        }
        return await self._ask("get_rule", params, options)

    @overload
    async def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: None = None,
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.DefaultTools: ...

    @overload
    async def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["default"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.DefaultTools: ...

    @overload
    async def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["openai"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiTools: ...

    @overload
    async def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["openai_strict"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiTools: ...

    @overload
    async def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["openai_responses"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiResponsesTools: ...

    @overload
    async def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["anthropic"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnthropicTools: ...

    @overload
    async def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["gemini"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.GeminiTools: ...

    @overload
    async def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["mcp"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.McpTools: ...

    @overload
    async def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["vercel"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.VercelTools: ...

    @overload
    async def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["langchain"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.LangChainTools: ...

    @overload
    async def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["default", "openai", "anthropic", "openai_responses", "openai_strict", "gemini", "mcp", "vercel", "langchain"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnyTools: ...

    async def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["default", "openai", "anthropic", "openai_responses", "openai_strict", "gemini", "mcp", "vercel", "langchain"] | None = None,
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> Any:
        """List enabled tools of a stack. The enabled tools in the format that `schema` names."""
        params: dict[str, object] = {
            "stack_id": stack_id,
            "mode": mode,
            "schema": schema,
            "defer": defer,
        }
        return await self._ask("list_stack_tools", params, options)

    @overload
    async def invoke_tool(
        self,
        *,
        stack_id: str,
        tool_id: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: None = None,
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.Result: ...

    @overload
    async def invoke_tool(
        self,
        *,
        stack_id: str,
        tool_id: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["default"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.Result: ...

    @overload
    async def invoke_tool(
        self,
        *,
        stack_id: str,
        tool_id: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["openai"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiResult: ...

    @overload
    async def invoke_tool(
        self,
        *,
        stack_id: str,
        tool_id: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["openai_responses"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiResponsesResult: ...

    @overload
    async def invoke_tool(
        self,
        *,
        stack_id: str,
        tool_id: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["anthropic"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnthropicResult: ...

    @overload
    async def invoke_tool(
        self,
        *,
        stack_id: str,
        tool_id: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["gemini"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.GeminiResult: ...

    @overload
    async def invoke_tool(
        self,
        *,
        stack_id: str,
        tool_id: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["default", "openai", "openai_responses", "anthropic", "gemini"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnyResult: ...

    async def invoke_tool(
        self,
        *,
        stack_id: str,
        tool_id: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["default", "openai", "openai_responses", "anthropic", "gemini"] | None = None,
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> Any:
        """Invoke a tool. Calls an enabled tool with the credentials stored for its server in this stack. A tool
        that fails answers 500 with the cause in `detail`.
        """
        params: dict[str, object] = {
            "stack_id": stack_id,
            "tool_id": tool_id,
            "tool_input": tool_input,
            "select": select,
            "max_bytes": max_bytes,
            "mode": mode,
            "result": result,
            "dry_run": dry_run,
        }
        return await self._ask("invoke_tool", params, options)

    @overload
    async def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: None = None,
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.BatchResults: ...

    @overload
    async def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["default"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.BatchResults: ...

    @overload
    async def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["openai"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiResults: ...

    @overload
    async def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["openai_responses"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiResponsesResults: ...

    @overload
    async def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["anthropic"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnthropicResults: ...

    @overload
    async def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["gemini"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.GeminiResults: ...

    @overload
    async def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["default", "openai", "openai_responses", "anthropic", "gemini"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnyResults: ...

    async def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["default", "openai", "openai_responses", "anthropic", "gemini"] | None = None,
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> Any:
        """Invoke many tools. Makes up to 50 calls at once. Each counts as a separate call and has its own answer:
        `result`, or `status` and `detail`.
        """
        params: dict[str, object] = {
            "stack_id": stack_id,
            "calls": calls,
            "result": result,
            "dry_run": dry_run,
        }
        return await self._ask("invoke_batch", params, options)

    async def read_result(
        self,
        *,
        stack_id: str,
        handle: str,
        offset: int | None = None,
        options: RequestOptions | None = None,
    ) -> types.ResultChunk:
        """Read the next part of a large result. The next part of a result that exceeded `max_bytes`: JSON text to
        append to the earlier parts. Kept for ten minutes, only for the caller of the tool.
        """
        params: dict[str, object] = {
            "stack_id": stack_id,
            "handle": handle,
            "offset": offset,
        }
        return await self._ask("read_result", params, options)

    async def read_own_result(
        self,
        *,
        client_id: str,
        handle: str,
        offset: int | None = None,
        options: RequestOptions | None = None,
    ) -> types.ResultChunk:
        """Read the next part of a large result. The next part of a result that exceeded `max_bytes`: JSON text to
        append to the earlier parts. Kept for ten minutes, only for the caller of the tool.
        """
        params: dict[str, object] = {
            "client_id": client_id,
            "handle": handle,
            "offset": offset,
        }
        return await self._ask("read_own_result", params, options)

    @overload
    async def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: None = None,
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.StackTools: ...

    @overload
    async def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["default"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.DefaultTools: ...

    @overload
    async def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["openai"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiTools: ...

    @overload
    async def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["openai_strict"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiTools: ...

    @overload
    async def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["openai_responses"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiResponsesTools: ...

    @overload
    async def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["anthropic"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnthropicTools: ...

    @overload
    async def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["gemini"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.GeminiTools: ...

    @overload
    async def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["mcp"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.McpTools: ...

    @overload
    async def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["vercel"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.VercelTools: ...

    @overload
    async def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["langchain"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.LangChainTools: ...

    @overload
    async def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["default", "openai", "anthropic", "openai_responses", "openai_strict", "gemini", "mcp", "vercel", "langchain"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnyTools: ...

    async def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["default", "openai", "anthropic", "openai_responses", "openai_strict", "gemini", "mcp", "vercel", "langchain"] | None = None,
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> Any:
        """List the tools of a stack token. The tools that the caller can use. Without `schema`, each has
        `inputSchema` in camel case.
        """
        params: dict[str, object] = {
            "client_id": client_id,
            "mode": mode,
            "schema": schema,
            "defer": defer,
        }
        return await self._ask("list_tools", params, options)

    @overload
    async def call_tool(
        self,
        *,
        client_id: str,
        tool_name: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: None = None,
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.Result: ...

    @overload
    async def call_tool(
        self,
        *,
        client_id: str,
        tool_name: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["default"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.Result: ...

    @overload
    async def call_tool(
        self,
        *,
        client_id: str,
        tool_name: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["openai"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiResult: ...

    @overload
    async def call_tool(
        self,
        *,
        client_id: str,
        tool_name: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["openai_responses"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiResponsesResult: ...

    @overload
    async def call_tool(
        self,
        *,
        client_id: str,
        tool_name: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["anthropic"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnthropicResult: ...

    @overload
    async def call_tool(
        self,
        *,
        client_id: str,
        tool_name: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["gemini"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.GeminiResult: ...

    @overload
    async def call_tool(
        self,
        *,
        client_id: str,
        tool_name: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["default", "openai", "openai_responses", "anthropic", "gemini"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnyResult: ...

    async def call_tool(
        self,
        *,
        client_id: str,
        tool_name: str,
        tool_input: JsonObject | str,
        select: str | None = None,
        max_bytes: int | None = None,
        mode: Literal["full", "search", "code"] | None = None,
        result: Literal["default", "openai", "openai_responses", "anthropic", "gemini"] | None = None,
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> Any:
        """Call a tool. Calls a tool from `list_tools`. A tool that fails answers 400 with the cause in `error`."""
        params: dict[str, object] = {
            "client_id": client_id,
            "tool_name": tool_name,
            "tool_input": tool_input,
            "select": select,
            "max_bytes": max_bytes,
            "mode": mode,
            "result": result,
            "dry_run": dry_run,
        }
        return await self._ask("call_tool", params, options)

    async def get_job(
        self,
        *,
        stack_id: str,
        job_id: str,
        options: RequestOptions | None = None,
    ) -> types.Job:
        """Get a job. The state of a job and, once it has ended, its `result` or `failure`. Only the caller that
        started the job receives them. Until the job ends, `Retry-After` says how long to wait before the next
        request. A job is kept for a day after it ends.
        """
        params: dict[str, object] = {
            "stack_id": stack_id,
            "job_id": job_id,
        }
        return await self._ask("get_job", params, options)

    async def cancel_job(
        self,
        *,
        stack_id: str,
        job_id: str,
        options: RequestOptions | None = None,
    ) -> types.Job:
        """Cancel a job. Cancels a job that has not ended. A waiting job then never starts. The call of a running
        job is aborted, although its service may already have acted. An ended job stays unchanged.
        """
        params: dict[str, object] = {
            "stack_id": stack_id,
            "job_id": job_id,
        }
        return await self._ask("cancel_job", params, options)

    async def get_own_job(
        self,
        *,
        client_id: str,
        job_id: str,
        options: RequestOptions | None = None,
    ) -> types.Job:
        """Get a job. The state of a job and, once it has ended, its `result` or `failure`. Only the caller that
        started the job receives them. Until the job ends, `Retry-After` says how long to wait before the next
        request. A job is kept for a day after it ends.
        """
        params: dict[str, object] = {
            "client_id": client_id,
            "job_id": job_id,
        }
        return await self._ask("get_own_job", params, options)

    async def cancel_own_job(
        self,
        *,
        client_id: str,
        job_id: str,
        options: RequestOptions | None = None,
    ) -> types.Job:
        """Cancel a job. Cancels a job that has not ended. A waiting job then never starts. The call of a running
        job is aborted, although its service may already have acted. An ended job stays unchanged.
        """
        params: dict[str, object] = {
            "client_id": client_id,
            "job_id": job_id,
        }
        return await self._ask("cancel_own_job", params, options)

    async def list_skills(
        self,
        *,
        client_id: str,
        options: RequestOptions | None = None,
    ) -> types.Skills:
        """List the skills of a stack token. The skills of the stack and the reviewed skills of its servers,
        without their texts. A token that is limited to certain tools or inputs sees none.
        """
        params: dict[str, object] = {
            "client_id": client_id,
        }
        return await self._ask("list_skills", params, options)

    async def get_skill(
        self,
        *,
        client_id: str,
        skill_name: str,
        options: RequestOptions | None = None,
    ) -> types.SkillText:
        """Read a skill. A skill with its text. The text of a server’s skill is read from the server, and must
        have the reviewed digest.
        """
        params: dict[str, object] = {
            "client_id": client_id,
            "skill_name": skill_name,
        }
        return await self._ask("get_skill", params, options)
