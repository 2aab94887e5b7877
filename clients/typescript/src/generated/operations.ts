// Made from openapi.json by `npm run generate`.
import type { Choice, Data, Format } from '../formats.ts';
import type { Options, Params, Row, OperationSpec } from '../types.ts';
import type { Pages } from '../pages.ts';
import type { operations } from './schema.ts';

/** The request that each operation sends. */
export const OPERATIONS = {
  list_stacks: {
    method: 'GET',
    path: '/v1/stacks',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: ['limit', 'cursor'],
    body: [],
  },
  create_stack: {
    method: 'POST',
    path: '/v1/stacks',
    kind: 'creation',
    acceptsKey: true,
    credential: 'apiKey',
    query: [],
    body: ['stack_name', 'configuration'],
  },
  list_servers: {
    method: 'GET',
    path: '/v1/servers',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: ['limit', 'cursor'],
    body: [],
  },
  list_jobs: {
    method: 'GET',
    path: '/v1/stacks/{stack_id}/jobs',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: ['limit', 'cursor'],
    body: [],
  },
  list_endpoints: {
    method: 'GET',
    path: '/v1/stacks/{stack_id}/endpoints',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: ['limit', 'cursor'],
    body: [],
  },
  create_endpoint: {
    method: 'POST',
    path: '/v1/stacks/{stack_id}/endpoints',
    kind: 'creation',
    acceptsKey: true,
    credential: 'apiKey',
    query: [],
    body: ['name', 'mode', 'end_user', 'expires_in_days', 'never_expires'],
  },
  list_stack_tokens: {
    method: 'GET',
    path: '/v1/endpoints/{endpoint_id}/tokens',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: ['limit', 'cursor'],
    body: [],
  },
  create_stack_token: {
    method: 'POST',
    path: '/v1/endpoints/{endpoint_id}/tokens',
    kind: 'creation',
    acceptsKey: true,
    credential: 'apiKey',
    query: [],
    body: ['name', 'end_user', 'tools', 'networks', 'calls_max', 'expires_in_days', 'never_expires'],
  },
  list_api_keys: {
    method: 'GET',
    path: '/v1/api_keys',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: ['limit', 'cursor'],
    body: [],
  },
  create_api_key: {
    method: 'POST',
    path: '/v1/api_keys',
    kind: 'creation',
    acceptsKey: true,
    credential: 'apiKey',
    query: [],
    body: ['name', 'expires_at', 'role', 'scopes', 'stack_roles', 'tools', 'networks', 'calls_max'],
  },
  list_rules: {
    method: 'GET',
    path: '/v1/rules',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: ['limit', 'cursor'],
    body: [],
  },
  get_stack: {
    method: 'GET',
    path: '/v1/stacks/{stack_id}',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  update_stack: {
    method: 'PUT',
    path: '/v1/stacks/{stack_id}',
    kind: 'change',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: ['stack_name', 'configuration'],
  },
  delete_stack: {
    method: 'DELETE',
    path: '/v1/stacks/{stack_id}',
    kind: 'change',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  add_server: {
    method: 'POST',
    path: '/v1/stacks/{stack_id}/servers',
    kind: 'creation',
    acceptsKey: true,
    credential: 'apiKey',
    query: [],
    body: ['server_id', 'enable_all_tools', 'enabled_tools'],
  },
  remove_server: {
    method: 'DELETE',
    path: '/v1/stacks/{stack_id}/servers/{server_id}',
    kind: 'change',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  update_server_tools: {
    method: 'PUT',
    path: '/v1/stacks/{stack_id}/servers/{server_id}/tools',
    kind: 'change',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: ['enabled_tools'],
  },
  update_credentials: {
    method: 'PUT',
    path: '/v1/stacks/{stack_id}/servers/{server_id}/credentials',
    kind: 'change',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: ['credentials'],
  },
  get_credential_status: {
    method: 'GET',
    path: '/v1/stacks/{stack_id}/servers/{server_id}/credentials',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  remove_credential: {
    method: 'DELETE',
    path: '/v1/stacks/{stack_id}/servers/{server_id}/credentials/{field_id}',
    kind: 'change',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  get_endpoint: {
    method: 'GET',
    path: '/v1/endpoints/{endpoint_id}',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  update_endpoint: {
    method: 'PUT',
    path: '/v1/endpoints/{endpoint_id}',
    kind: 'change',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: ['name', 'mode'],
  },
  delete_endpoint: {
    method: 'DELETE',
    path: '/v1/endpoints/{endpoint_id}',
    kind: 'change',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  get_stack_token: {
    method: 'GET',
    path: '/v1/tokens/{token_id}',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  revoke_stack_token: {
    method: 'DELETE',
    path: '/v1/tokens/{token_id}',
    kind: 'change',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  get_api_key: {
    method: 'GET',
    path: '/v1/api_keys/{api_key_id}',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  revoke_api_key: {
    method: 'DELETE',
    path: '/v1/api_keys/{api_key_id}',
    kind: 'change',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  get_rule: {
    method: 'GET',
    path: '/v1/rules/{rule_id}',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  list_stack_tools: {
    method: 'GET',
    path: '/v1/stacks/{stack_id}/tools',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: ['mode', 'schema', 'defer'],
    body: [],
  },
  invoke_tool: {
    method: 'POST',
    path: '/v1/stacks/{stack_id}/tools/{tool_id}/invoke',
    kind: 'call',
    acceptsKey: true,
    credential: 'apiKey',
    query: ['mode', 'result', 'dry_run'],
    body: ['tool_input', 'select', 'max_bytes'],
  },
  invoke_batch: {
    method: 'POST',
    path: '/v1/stacks/{stack_id}/tools/invoke_batch',
    kind: 'call',
    acceptsKey: false,
    credential: 'apiKey',
    query: ['result', 'dry_run'],
    body: ['calls'],
  },
  read_result: {
    method: 'GET',
    path: '/v1/stacks/{stack_id}/results/{handle}',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: ['offset'],
    body: [],
  },
  read_own_result: {
    method: 'GET',
    path: '/s/{client_id}/results/{handle}',
    kind: 'read',
    acceptsKey: false,
    credential: 'token',
    query: ['offset'],
    body: [],
  },
  list_tools: {
    method: 'GET',
    path: '/s/{client_id}/list_tools',
    kind: 'read',
    acceptsKey: false,
    credential: 'token',
    query: ['mode', 'schema', 'defer'],
    body: [],
  },
  call_tool: {
    method: 'POST',
    path: '/s/{client_id}/call_tool',
    kind: 'call',
    acceptsKey: true,
    credential: 'token',
    query: ['mode', 'result', 'dry_run'],
    body: ['tool_name', 'tool_input', 'select', 'max_bytes'],
  },
  get_job: {
    method: 'GET',
    path: '/v1/stacks/{stack_id}/jobs/{job_id}',
    kind: 'read',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  cancel_job: {
    method: 'POST',
    path: '/v1/stacks/{stack_id}/jobs/{job_id}/cancel',
    kind: 'change',
    acceptsKey: false,
    credential: 'apiKey',
    query: [],
    body: [],
  },
  get_own_job: {
    method: 'GET',
    path: '/s/{client_id}/jobs/{job_id}',
    kind: 'read',
    acceptsKey: false,
    credential: 'token',
    query: [],
    body: [],
  },
  cancel_own_job: {
    method: 'POST',
    path: '/s/{client_id}/jobs/{job_id}/cancel',
    kind: 'change',
    acceptsKey: false,
    credential: 'token',
    query: [],
    body: [],
  },
  list_skills: {
    method: 'GET',
    path: '/s/{client_id}/skills',
    kind: 'read',
    acceptsKey: false,
    credential: 'token',
    query: [],
    body: [],
  },
  get_skill: {
    method: 'GET',
    path: '/s/{client_id}/skills/{skill_name}',
    kind: 'read',
    acceptsKey: false,
    credential: 'token',
    query: [],
    body: [],
  },
} as const satisfies Readonly<Record<keyof operations, OperationSpec>>;

/** A method for each operation of the service, named as its documents name it. */
export abstract class Operations {
  protected abstract ask<T>(id: keyof operations, params: object, options?: Options): Promise<T>;
  protected abstract list<Id extends keyof operations>(id: Id, params: object, options?: Options): Pages<Row<Id>>;

  /** List stacks. All stacks of the account with their servers and enabled tools, oldest first, as a plain array. With `limit` or `cursor`, one page. */
  listStacks(params: Params<'list_stacks'> = {}, options?: Options): Promise<Data<'list_stacks'>> {
    return this.ask('list_stacks', params, options);
  }

  /** List stacks, one after the other; `limit` says how many come in one request. */
  iterateStacks(params: Params<'list_stacks'> = {}, options?: Options): Pages<Row<'list_stacks'>> {
    return this.list('list_stacks', params, options);
  }

  /** Create stack. Creates an empty stack. Its name is unique within the account. */
  createStack(params: Params<'create_stack'>, options?: Options): Promise<Data<'create_stack'>> {
    return this.ask('create_stack', params, options);
  }

  /** List marketplace servers. All servers that can be added to a stack, with tools and credential fields, as a plain array. With `limit` or `cursor`, one page. */
  listServers(params: Params<'list_servers'> = {}, options?: Options): Promise<Data<'list_servers'>> {
    return this.ask('list_servers', params, options);
  }

  /** List marketplace servers, one after the other; `limit` says how many come in one request. */
  iterateServers(params: Params<'list_servers'> = {}, options?: Options): Pages<Row<'list_servers'>> {
    return this.list('list_servers', params, options);
  }

  /** List jobs of a stack. The jobs of a stack, newest first, without their results. */
  listJobs(params: Params<'list_jobs'>, options?: Options): Promise<Data<'list_jobs'>> {
    return this.ask('list_jobs', params, options);
  }

  /** List jobs of a stack, one after the other; `limit` says how many come in one request. */
  iterateJobs(params: Params<'list_jobs'>, options?: Options): Pages<Row<'list_jobs'>> {
    return this.list('list_jobs', params, options);
  }

  /** List client endpoints. The client endpoints of a stack, newest first, in pages of 100 by default. */
  listEndpoints(params: Params<'list_endpoints'>, options?: Options): Promise<Data<'list_endpoints'>> {
    return this.ask('list_endpoints', params, options);
  }

  /** List client endpoints, one after the other; `limit` says how many come in one request. */
  iterateEndpoints(params: Params<'list_endpoints'>, options?: Options): Pages<Row<'list_endpoints'>> {
    return this.list('list_endpoints', params, options);
  }

  /** Create a client endpoint. Creates a client endpoint of a stack with its first token. The token is shown only in this answer. */
  createEndpoint(params: Params<'create_endpoint'>, options?: Options): Promise<Data<'create_endpoint'>> {
    return this.ask('create_endpoint', params, options);
  }

  /** List stack tokens. The tokens of a client endpoint, revoked ones included, newest first, in pages of 100 by default. */
  listStackTokens(params: Params<'list_stack_tokens'>, options?: Options): Promise<Data<'list_stack_tokens'>> {
    return this.ask('list_stack_tokens', params, options);
  }

  /** List stack tokens, one after the other; `limit` says how many come in one request. */
  iterateStackTokens(params: Params<'list_stack_tokens'>, options?: Options): Pages<Row<'list_stack_tokens'>> {
    return this.list('list_stack_tokens', params, options);
  }

  /** Create a stack token. Issues another token of a client endpoint. The token is shown only in this answer. */
  createStackToken(params: Params<'create_stack_token'>, options?: Options): Promise<Data<'create_stack_token'>> {
    return this.ask('create_stack_token', params, options);
  }

  /** List API keys. The API keys of the account, revoked ones included, newest first, in pages of 100 by default. */
  listApiKeys(params: Params<'list_api_keys'> = {}, options?: Options): Promise<Data<'list_api_keys'>> {
    return this.ask('list_api_keys', params, options);
  }

  /** List API keys, one after the other; `limit` says how many come in one request. */
  iterateApiKeys(params: Params<'list_api_keys'> = {}, options?: Options): Pages<Row<'list_api_keys'>> {
    return this.list('list_api_keys', params, options);
  }

  /** Create an API key. Creates an API key of the account. The key is shown only in this answer, and can’t exceed the rights of the key that creates it. */
  createApiKey(params: Params<'create_api_key'>, options?: Options): Promise<Data<'create_api_key'>> {
    return this.ask('create_api_key', params, options);
  }

  /** List rules. The rules of the account, oldest first, in pages of 100 by default. A key with only stack roles gets the rules of its stacks. */
  listRules(params: Params<'list_rules'> = {}, options?: Options): Promise<Data<'list_rules'>> {
    return this.ask('list_rules', params, options);
  }

  /** List rules, one after the other; `limit` says how many come in one request. */
  iterateRules(params: Params<'list_rules'> = {}, options?: Options): Pages<Row<'list_rules'>> {
    return this.list('list_rules', params, options);
  }

  /** Get a stack. One stack with its servers and enabled tools, as the listing shows it. */
  getStack(params: Params<'get_stack'>, options?: Options): Promise<Data<'get_stack'>> {
    return this.ask('get_stack', params, options);
  }

  /** Update stack. Changes only the given fields, and always `updated_at`. The answer leaves `servers` empty. */
  updateStack(params: Params<'update_stack'>, options?: Options): Promise<Data<'update_stack'>> {
    return this.ask('update_stack', params, options);
  }

  /** Delete stack. Permanently deletes the stack with its servers, credentials, client endpoints, tokens and call records. Marketplace servers stay. */
  deleteStack(params: Params<'delete_stack'>, options?: Options): Promise<Data<'delete_stack'>> {
    return this.ask('delete_stack', params, options);
  }

  /** Add server to stack. Enables all tools, the listed ones, or none. `enabled_tools` is ignored if `enable_all_tools` is true. */
  addServer(params: Params<'add_server'>, options?: Options): Promise<Data<'add_server'>> {
    return this.ask('add_server', params, options);
  }

  /** Remove server from stack. Removes the server from the stack, with its enabled tools and its credentials. */
  removeServer(params: Params<'remove_server'>, options?: Options): Promise<Data<'remove_server'>> {
    return this.ask('remove_server', params, options);
  }

  /** Update server tools. Replaces the enabled tools of a server in a stack, all or nothing. */
  updateServerTools(params: Params<'update_server_tools'>, options?: Options): Promise<Data<'update_server_tools'>> {
    return this.ask('update_server_tools', params, options);
  }

  /** Add or update credentials. Encrypts and stores the given values, all or none. Other fields stay unchanged. Values can’t be read back. */
  updateCredentials(params: Params<'update_credentials'>, options?: Options): Promise<Data<'update_credentials'>> {
    return this.ask('update_credentials', params, options);
  }

  /** Credential status. Whether each credential of a server in a stack holds a value. */
  getCredentialStatus(params: Params<'get_credential_status'>, options?: Options): Promise<Data<'get_credential_status'>> {
    return this.ask('get_credential_status', params, options);
  }

  /** Remove credential. Removes one stored value. Removing a value that isn’t stored also succeeds. */
  removeCredential(params: Params<'remove_credential'>, options?: Options): Promise<Data<'remove_credential'>> {
    return this.ask('remove_credential', params, options);
  }

  /** Get a client endpoint. One client endpoint of the account. */
  getEndpoint(params: Params<'get_endpoint'>, options?: Options): Promise<Data<'get_endpoint'>> {
    return this.ask('get_endpoint', params, options);
  }

  /** Update a client endpoint. Changes only the given fields. Agents see the changes at their next request. */
  updateEndpoint(params: Params<'update_endpoint'>, options?: Options): Promise<Data<'update_endpoint'>> {
    return this.ask('update_endpoint', params, options);
  }

  /** Delete a client endpoint. Removes the address and all its tokens. Takes effect on every instance within a second. You can’t undo this. */
  deleteEndpoint(params: Params<'delete_endpoint'>, options?: Options): Promise<Data<'delete_endpoint'>> {
    return this.ask('delete_endpoint', params, options);
  }

  /** Get a stack token. A stack token, including a revoked one. The token itself cannot be read back. */
  getStackToken(params: Params<'get_stack_token'>, options?: Options): Promise<Data<'get_stack_token'>> {
    return this.ask('get_stack_token', params, options);
  }

  /** Revoke a stack token. Takes effect on every instance within a second. You can’t undo this. Its record stays. Revoking it again also succeeds. */
  revokeStackToken(params: Params<'revoke_stack_token'>, options?: Options): Promise<Data<'revoke_stack_token'>> {
    return this.ask('revoke_stack_token', params, options);
  }

  /** Get an API key. An API key, including a revoked one. The key itself cannot be read back. */
  getApiKey(params: Params<'get_api_key'>, options?: Options): Promise<Data<'get_api_key'>> {
    return this.ask('get_api_key', params, options);
  }

  /** Revoke an API key. Takes effect on every instance within a second. You can’t undo this. Its record stays. Revoking it again also succeeds. Any key may revoke itself. */
  revokeApiKey(params: Params<'revoke_api_key'>, options?: Options): Promise<Data<'revoke_api_key'>> {
    return this.ask('revoke_api_key', params, options);
  }

  /** Get a rule. One rule of the account. */
  getRule(params: Params<'get_rule'>, options?: Options): Promise<Data<'get_rule'>> {
    return this.ask('get_rule', params, options);
  }

  /** List enabled tools of a stack. The enabled tools in the format that `schema` names. */
  listStackTools<Chosen extends Format<'list_stack_tools'> = undefined>(params: Params<'list_stack_tools'> & Choice<'list_stack_tools', Chosen>, options?: Options): Promise<Data<'list_stack_tools', Chosen>> {
    return this.ask('list_stack_tools', params, options);
  }

  /** Invoke a tool. Calls an enabled tool with the credentials stored for its server in this stack. A tool that fails answers 500 with the cause in `detail`. */
  invokeTool<Chosen extends Format<'invoke_tool'> = undefined>(params: Params<'invoke_tool'> & Choice<'invoke_tool', Chosen>, options?: Options): Promise<Data<'invoke_tool', Chosen>> {
    return this.ask('invoke_tool', params, options);
  }

  /** Invoke many tools. Makes up to 50 calls at once. Each counts as a separate call and has its own answer: `result`, or `status` and `detail`. */
  invokeBatch<Chosen extends Format<'invoke_batch'> = undefined>(params: Params<'invoke_batch'> & Choice<'invoke_batch', Chosen>, options?: Options): Promise<Data<'invoke_batch', Chosen>> {
    return this.ask('invoke_batch', params, options);
  }

  /** Read the next part of a large result. The next part of a result that exceeded `max_bytes`: JSON text to append to the earlier parts. Kept for ten minutes, only for the caller of the tool. */
  readResult(params: Params<'read_result'>, options?: Options): Promise<Data<'read_result'>> {
    return this.ask('read_result', params, options);
  }

  /** Read the next part of a large result. The next part of a result that exceeded `max_bytes`: JSON text to append to the earlier parts. Kept for ten minutes, only for the caller of the tool. */
  readOwnResult(params: Params<'read_own_result'>, options?: Options): Promise<Data<'read_own_result'>> {
    return this.ask('read_own_result', params, options);
  }

  /** List the tools of a stack token. The tools that the caller can use. Without `schema`, each has `inputSchema` in camel case. */
  listTools<Chosen extends Format<'list_tools'> = undefined>(params: Params<'list_tools'> & Choice<'list_tools', Chosen>, options?: Options): Promise<Data<'list_tools', Chosen>> {
    return this.ask('list_tools', params, options);
  }

  /** Call a tool. Calls a tool from `list_tools`. A tool that fails answers 400 with the cause in `error`. */
  callTool<Chosen extends Format<'call_tool'> = undefined>(params: Params<'call_tool'> & Choice<'call_tool', Chosen>, options?: Options): Promise<Data<'call_tool', Chosen>> {
    return this.ask('call_tool', params, options);
  }

  /** Get a job. The state of a job and, once it has ended, its `result` or `failure`. Only the caller that started the job receives them. Until the job ends, `Retry-After` says how long to wait before the next request. A job is kept for a day after it ends. */
  getJob(params: Params<'get_job'>, options?: Options): Promise<Data<'get_job'>> {
    return this.ask('get_job', params, options);
  }

  /** Cancel a job. Cancels a job that has not ended. A waiting job then never starts. The call of a running job is aborted, although its service may already have acted. An ended job stays unchanged. */
  cancelJob(params: Params<'cancel_job'>, options?: Options): Promise<Data<'cancel_job'>> {
    return this.ask('cancel_job', params, options);
  }

  /** Get a job. The state of a job and, once it has ended, its `result` or `failure`. Only the caller that started the job receives them. Until the job ends, `Retry-After` says how long to wait before the next request. A job is kept for a day after it ends. */
  getOwnJob(params: Params<'get_own_job'>, options?: Options): Promise<Data<'get_own_job'>> {
    return this.ask('get_own_job', params, options);
  }

  /** Cancel a job. Cancels a job that has not ended. A waiting job then never starts. The call of a running job is aborted, although its service may already have acted. An ended job stays unchanged. */
  cancelOwnJob(params: Params<'cancel_own_job'>, options?: Options): Promise<Data<'cancel_own_job'>> {
    return this.ask('cancel_own_job', params, options);
  }

  /** List the skills of a stack token. The skills of the stack and the reviewed skills of its servers, without their texts. A token that is limited to certain tools or inputs sees none. */
  listSkills(params: Params<'list_skills'>, options?: Options): Promise<Data<'list_skills'>> {
    return this.ask('list_skills', params, options);
  }

  /** Read a skill. A skill with its text. The text of a server’s skill is read from the server, and must have the reviewed digest. */
  getSkill(params: Params<'get_skill'>, options?: Options): Promise<Data<'get_skill'>> {
    return this.ask('get_skill', params, options);
  }
}
