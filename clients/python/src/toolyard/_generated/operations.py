# Made from openapi.json by `npm run generate`.
"""A method for each operation of the service, named as its documents name it."""

from __future__ import annotations

from typing import Any, Literal, overload

from .. import formats
from .._operation import Operation
from .._options import RequestOptions
from .._pages import Pages
from . import types
from .types import JsonObject

OPERATIONS: dict[str, Operation] = {
    "list_stacks": Operation(
        name="list_stacks",
        method="GET",
        path="/v1/stacks",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=("limit", "cursor"),
        body=(),
    ),
    "create_stack": Operation(
        name="create_stack",
        method="POST",
        path="/v1/stacks",
        kind="creation",
        accepts_key=True,
        credential="api_key",
        query=(),
        body=("stack_name", "configuration"),
    ),
    "list_servers": Operation(
        name="list_servers",
        method="GET",
        path="/v1/servers",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=("limit", "cursor"),
        body=(),
    ),
    "list_jobs": Operation(
        name="list_jobs",
        method="GET",
        path="/v1/stacks/{stack_id}/jobs",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=("limit", "cursor"),
        body=(),
    ),
    "list_endpoints": Operation(
        name="list_endpoints",
        method="GET",
        path="/v1/stacks/{stack_id}/endpoints",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=("limit", "cursor"),
        body=(),
    ),
    "create_endpoint": Operation(
        name="create_endpoint",
        method="POST",
        path="/v1/stacks/{stack_id}/endpoints",
        kind="creation",
        accepts_key=True,
        credential="api_key",
        query=(),
        body=("name", "mode", "end_user", "expires_in_days", "never_expires"),
    ),
    "list_stack_tokens": Operation(
        name="list_stack_tokens",
        method="GET",
        path="/v1/endpoints/{endpoint_id}/tokens",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=("limit", "cursor"),
        body=(),
    ),
    "create_stack_token": Operation(
        name="create_stack_token",
        method="POST",
        path="/v1/endpoints/{endpoint_id}/tokens",
        kind="creation",
        accepts_key=True,
        credential="api_key",
        query=(),
        body=("name", "end_user", "tools", "networks", "calls_max", "expires_in_days", "never_expires"),
    ),
    "list_api_keys": Operation(
        name="list_api_keys",
        method="GET",
        path="/v1/api_keys",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=("limit", "cursor"),
        body=(),
    ),
    "create_api_key": Operation(
        name="create_api_key",
        method="POST",
        path="/v1/api_keys",
        kind="creation",
        accepts_key=True,
        credential="api_key",
        query=(),
        body=("name", "expires_at", "role", "scopes", "stack_roles", "tools", "networks", "calls_max"),
    ),
    "list_rules": Operation(
        name="list_rules",
        method="GET",
        path="/v1/rules",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=("limit", "cursor"),
        body=(),
    ),
    "get_stack": Operation(
        name="get_stack",
        method="GET",
        path="/v1/stacks/{stack_id}",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "update_stack": Operation(
        name="update_stack",
        method="PUT",
        path="/v1/stacks/{stack_id}",
        kind="change",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=("stack_name", "configuration"),
    ),
    "delete_stack": Operation(
        name="delete_stack",
        method="DELETE",
        path="/v1/stacks/{stack_id}",
        kind="change",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "add_server": Operation(
        name="add_server",
        method="POST",
        path="/v1/stacks/{stack_id}/servers",
        kind="creation",
        accepts_key=True,
        credential="api_key",
        query=(),
        body=("server_id", "enable_all_tools", "enabled_tools"),
    ),
    "remove_server": Operation(
        name="remove_server",
        method="DELETE",
        path="/v1/stacks/{stack_id}/servers/{server_id}",
        kind="change",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "update_server_tools": Operation(
        name="update_server_tools",
        method="PUT",
        path="/v1/stacks/{stack_id}/servers/{server_id}/tools",
        kind="change",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=("enabled_tools",),
    ),
    "update_credentials": Operation(
        name="update_credentials",
        method="PUT",
        path="/v1/stacks/{stack_id}/servers/{server_id}/credentials",
        kind="change",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=("credentials",),
    ),
    "get_credential_status": Operation(
        name="get_credential_status",
        method="GET",
        path="/v1/stacks/{stack_id}/servers/{server_id}/credentials",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "remove_credential": Operation(
        name="remove_credential",
        method="DELETE",
        path="/v1/stacks/{stack_id}/servers/{server_id}/credentials/{field_id}",
        kind="change",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "get_endpoint": Operation(
        name="get_endpoint",
        method="GET",
        path="/v1/endpoints/{endpoint_id}",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "update_endpoint": Operation(
        name="update_endpoint",
        method="PUT",
        path="/v1/endpoints/{endpoint_id}",
        kind="change",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=("name", "mode"),
    ),
    "delete_endpoint": Operation(
        name="delete_endpoint",
        method="DELETE",
        path="/v1/endpoints/{endpoint_id}",
        kind="change",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "get_stack_token": Operation(
        name="get_stack_token",
        method="GET",
        path="/v1/tokens/{token_id}",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "revoke_stack_token": Operation(
        name="revoke_stack_token",
        method="DELETE",
        path="/v1/tokens/{token_id}",
        kind="change",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "get_api_key": Operation(
        name="get_api_key",
        method="GET",
        path="/v1/api_keys/{api_key_id}",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "revoke_api_key": Operation(
        name="revoke_api_key",
        method="DELETE",
        path="/v1/api_keys/{api_key_id}",
        kind="change",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "get_rule": Operation(
        name="get_rule",
        method="GET",
        path="/v1/rules/{rule_id}",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "list_stack_tools": Operation(
        name="list_stack_tools",
        method="GET",
        path="/v1/stacks/{stack_id}/tools",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=("mode", "schema", "defer"),
        body=(),
    ),
    "invoke_tool": Operation(
        name="invoke_tool",
        method="POST",
        path="/v1/stacks/{stack_id}/tools/{tool_id}/invoke",
        kind="call",
        accepts_key=True,
        credential="api_key",
        query=("mode", "result", "dry_run"),
        body=("tool_input", "select", "max_bytes"),
    ),
    "invoke_batch": Operation(
        name="invoke_batch",
        method="POST",
        path="/v1/stacks/{stack_id}/tools/invoke_batch",
        kind="call",
        accepts_key=False,
        credential="api_key",
        query=("result", "dry_run"),
        body=("calls",),
    ),
    "read_result": Operation(
        name="read_result",
        method="GET",
        path="/v1/stacks/{stack_id}/results/{handle}",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=("offset",),
        body=(),
    ),
    "read_own_result": Operation(
        name="read_own_result",
        method="GET",
        path="/s/{client_id}/results/{handle}",
        kind="read",
        accepts_key=False,
        credential="token",
        query=("offset",),
        body=(),
    ),
    "list_tools": Operation(
        name="list_tools",
        method="GET",
        path="/s/{client_id}/list_tools",
        kind="read",
        accepts_key=False,
        credential="token",
        query=("mode", "schema", "defer"),
        body=(),
    ),
    "call_tool": Operation(
        name="call_tool",
        method="POST",
        path="/s/{client_id}/call_tool",
        kind="call",
        accepts_key=True,
        credential="token",
        query=("mode", "result", "dry_run"),
        body=("tool_name", "tool_input", "select", "max_bytes"),
    ),
    "get_job": Operation(
        name="get_job",
        method="GET",
        path="/v1/stacks/{stack_id}/jobs/{job_id}",
        kind="read",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "cancel_job": Operation(
        name="cancel_job",
        method="POST",
        path="/v1/stacks/{stack_id}/jobs/{job_id}/cancel",
        kind="change",
        accepts_key=False,
        credential="api_key",
        query=(),
        body=(),
    ),
    "get_own_job": Operation(
        name="get_own_job",
        method="GET",
        path="/s/{client_id}/jobs/{job_id}",
        kind="read",
        accepts_key=False,
        credential="token",
        query=(),
        body=(),
    ),
    "cancel_own_job": Operation(
        name="cancel_own_job",
        method="POST",
        path="/s/{client_id}/jobs/{job_id}/cancel",
        kind="change",
        accepts_key=False,
        credential="token",
        query=(),
        body=(),
    ),
    "list_skills": Operation(
        name="list_skills",
        method="GET",
        path="/s/{client_id}/skills",
        kind="read",
        accepts_key=False,
        credential="token",
        query=(),
        body=(),
    ),
    "get_skill": Operation(
        name="get_skill",
        method="GET",
        path="/s/{client_id}/skills/{skill_name}",
        kind="read",
        accepts_key=False,
        credential="token",
        query=(),
        body=(),
    ),
}


class Operations:
    """The base class of `Toolyard`, which sends the requests."""

    def _ask(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> Any:
        raise NotImplementedError

    def _list(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> Pages[Any]:
        raise NotImplementedError

    def list_stacks(
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
        return self._ask("list_stacks", params, options)

    def iter_stacks(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[types.Stack]:
        """List stacks, one after the other, in as many requests."""
        params: dict[str, object] = {
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_stacks", params, options)

    def create_stack(
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
        return self._ask("create_stack", params, options)

    def list_servers(
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
        return self._ask("list_servers", params, options)

    def iter_servers(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[types.Server]:
        """List marketplace servers, one after the other, in as many requests."""
        params: dict[str, object] = {
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_servers", params, options)

    def list_jobs(
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
        return self._ask("list_jobs", params, options)

    def iter_jobs(
        self,
        *,
        stack_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[types.Job]:
        """List jobs of a stack, one after the other, in as many requests."""
        params: dict[str, object] = {
            "stack_id": stack_id,
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_jobs", params, options)

    def list_endpoints(
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
        return self._ask("list_endpoints", params, options)

    def iter_endpoints(
        self,
        *,
        stack_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[types.ClientEndpoint]:
        """List client endpoints, one after the other, in as many requests."""
        params: dict[str, object] = {
            "stack_id": stack_id,
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_endpoints", params, options)

    def create_endpoint(
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
        return self._ask("create_endpoint", params, options)

    def list_stack_tokens(
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
        return self._ask("list_stack_tokens", params, options)

    def iter_stack_tokens(
        self,
        *,
        endpoint_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[types.StackToken]:
        """List stack tokens, one after the other, in as many requests."""
        params: dict[str, object] = {
            "endpoint_id": endpoint_id,
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_stack_tokens", params, options)

    def create_stack_token(
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
        return self._ask("create_stack_token", params, options)

    def list_api_keys(
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
        return self._ask("list_api_keys", params, options)

    def iter_api_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[types.ApiKey]:
        """List API keys, one after the other, in as many requests."""
        params: dict[str, object] = {
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_api_keys", params, options)

    def create_api_key(
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
        return self._ask("create_api_key", params, options)

    def list_rules(
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
        return self._ask("list_rules", params, options)

    def iter_rules(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[types.Rule]:
        """List rules, one after the other, in as many requests."""
        params: dict[str, object] = {
            "limit": limit,
            "cursor": cursor,
        }
        return self._list("list_rules", params, options)

    def get_stack(
        self,
        *,
        stack_id: str,
        options: RequestOptions | None = None,
    ) -> types.Stack:
        """Get a stack. One stack with its servers and enabled tools, as the listing shows it."""
        params: dict[str, object] = {
            "stack_id": stack_id,
        }
        return self._ask("get_stack", params, options)

    def update_stack(
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
        return self._ask("update_stack", params, options)

    def delete_stack(
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
        return self._ask("delete_stack", params, options)

    def add_server(
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
        return self._ask("add_server", params, options)

    def remove_server(
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
        return self._ask("remove_server", params, options)

    def update_server_tools(
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
        return self._ask("update_server_tools", params, options)

    def update_credentials(
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
        return self._ask("update_credentials", params, options)

    def get_credential_status(
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
        return self._ask("get_credential_status", params, options)

    def remove_credential(
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
        return self._ask("remove_credential", params, options)

    def get_endpoint(
        self,
        *,
        endpoint_id: str,
        options: RequestOptions | None = None,
    ) -> types.ClientEndpoint:
        """Get a client endpoint. One client endpoint of the account."""
        params: dict[str, object] = {
            "endpoint_id": endpoint_id,
        }
        return self._ask("get_endpoint", params, options)

    def update_endpoint(
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
        return self._ask("update_endpoint", params, options)

    def delete_endpoint(
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
        return self._ask("delete_endpoint", params, options)

    def get_stack_token(
        self,
        *,
        token_id: str,
        options: RequestOptions | None = None,
    ) -> types.StackToken:
        """Get a stack token. A stack token, including a revoked one. The token itself cannot be read back."""
        params: dict[str, object] = {
            "token_id": token_id,
        }
        return self._ask("get_stack_token", params, options)

    def revoke_stack_token(
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
        return self._ask("revoke_stack_token", params, options)

    def get_api_key(
        self,
        *,
        api_key_id: str,
        options: RequestOptions | None = None,
    ) -> types.ApiKey:
        """Get an API key. An API key, including a revoked one. The key itself cannot be read back."""
        params: dict[str, object] = {
            "api_key_id": api_key_id,
        }
        return self._ask("get_api_key", params, options)

    def revoke_api_key(
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
        return self._ask("revoke_api_key", params, options)

    def get_rule(
        self,
        *,
        rule_id: str,
        options: RequestOptions | None = None,
    ) -> types.Rule:
        """Get a rule. One rule of the account."""
        params: dict[str, object] = {
            "rule_id": rule_id,
        }
        return self._ask("get_rule", params, options)

    @overload
    def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: None = None,
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.DefaultTools: ...

    @overload
    def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["default"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.DefaultTools: ...

    @overload
    def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["openai"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiTools: ...

    @overload
    def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["openai_strict"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiTools: ...

    @overload
    def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["openai_responses"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiResponsesTools: ...

    @overload
    def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["anthropic"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnthropicTools: ...

    @overload
    def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["gemini"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.GeminiTools: ...

    @overload
    def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["mcp"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.McpTools: ...

    @overload
    def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["vercel"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.VercelTools: ...

    @overload
    def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["langchain"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.LangChainTools: ...

    @overload
    def list_stack_tools(
        self,
        *,
        stack_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["default", "openai", "anthropic", "openai_responses", "openai_strict", "gemini", "mcp", "vercel", "langchain"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnyTools: ...

    def list_stack_tools(
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
        return self._ask("list_stack_tools", params, options)

    @overload
    def invoke_tool(
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
    def invoke_tool(
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
    def invoke_tool(
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
    def invoke_tool(
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
    def invoke_tool(
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
    def invoke_tool(
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
    def invoke_tool(
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

    def invoke_tool(
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
        return self._ask("invoke_tool", params, options)

    @overload
    def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: None = None,
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.BatchResults: ...

    @overload
    def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["default"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.BatchResults: ...

    @overload
    def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["openai"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiResults: ...

    @overload
    def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["openai_responses"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiResponsesResults: ...

    @overload
    def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["anthropic"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnthropicResults: ...

    @overload
    def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["gemini"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.GeminiResults: ...

    @overload
    def invoke_batch(
        self,
        *,
        stack_id: str,
        calls: list[types.InvokeBatchCallsItem],
        result: Literal["default", "openai", "openai_responses", "anthropic", "gemini"],
        dry_run: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnyResults: ...

    def invoke_batch(
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
        return self._ask("invoke_batch", params, options)

    def read_result(
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
        return self._ask("read_result", params, options)

    def read_own_result(
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
        return self._ask("read_own_result", params, options)

    @overload
    def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: None = None,
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.StackTools: ...

    @overload
    def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["default"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.DefaultTools: ...

    @overload
    def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["openai"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiTools: ...

    @overload
    def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["openai_strict"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiTools: ...

    @overload
    def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["openai_responses"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.OpenAiResponsesTools: ...

    @overload
    def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["anthropic"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnthropicTools: ...

    @overload
    def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["gemini"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.GeminiTools: ...

    @overload
    def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["mcp"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.McpTools: ...

    @overload
    def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["vercel"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.VercelTools: ...

    @overload
    def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["langchain"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.LangChainTools: ...

    @overload
    def list_tools(
        self,
        *,
        client_id: str,
        mode: Literal["full", "search", "code"] | None = None,
        schema: Literal["default", "openai", "anthropic", "openai_responses", "openai_strict", "gemini", "mcp", "vercel", "langchain"],
        defer: bool | None = None,
        options: RequestOptions | None = None,
    ) -> formats.AnyTools: ...

    def list_tools(
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
        return self._ask("list_tools", params, options)

    @overload
    def call_tool(
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
    def call_tool(
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
    def call_tool(
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
    def call_tool(
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
    def call_tool(
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
    def call_tool(
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
    def call_tool(
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

    def call_tool(
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
        return self._ask("call_tool", params, options)

    def get_job(
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
        return self._ask("get_job", params, options)

    def cancel_job(
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
        return self._ask("cancel_job", params, options)

    def get_own_job(
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
        return self._ask("get_own_job", params, options)

    def cancel_own_job(
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
        return self._ask("cancel_own_job", params, options)

    def list_skills(
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
        return self._ask("list_skills", params, options)

    def get_skill(
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
        return self._ask("get_skill", params, options)
