import { afterAll, describe, expect, it } from 'vitest';
import { DOCUMENTED } from '../contract/document.ts';
import { type Asked, agent, openAccounts, type Things } from './kit.ts';

type Row = (named: Things, own: Things) => readonly Asked[];

const SERVERS = (stack: string, server: string) => `/v1/stacks/${stack}/servers/${server}`;

/** Every operation of the REST interface, with each thing that it can be given. A new operation without a row fails. */
const REST: Readonly<Record<string, Row>> = {
  'GET /v1/stacks': () => [{ path: '/v1/stacks' }],
  'POST /v1/stacks': () => [],
  'GET /v1/servers': () => [{ path: '/v1/servers' }],
  'PUT /v1/stacks/{stack_id}': ({ stack }) => [{ path: `/v1/stacks/${stack}`, body: { stack_name: 'mine now' } }],
  'POST /v1/stacks/{stack_id}/servers': ({ stack, server }, own) => [
    { path: `/v1/stacks/${stack}/servers`, body: { server_id: own.server } },
    { path: `/v1/stacks/${own.stack}/servers`, body: { server_id: server } },
  ],
  'DELETE /v1/stacks/{stack_id}/servers/{server_id}': ({ stack, server }, own) => [
    { path: SERVERS(stack, server) },
    { path: SERVERS(own.stack, server) },
  ],
  'PUT /v1/stacks/{stack_id}/servers/{server_id}/tools': ({ stack, server, tool }, own) => [
    { path: `${SERVERS(stack, server)}/tools`, body: { enabled_tools: [] } },
    { path: `${SERVERS(own.stack, server)}/tools`, body: { enabled_tools: [] } },
    { path: `${SERVERS(own.stack, own.server)}/tools`, body: { enabled_tools: [tool] } },
  ],
  'PUT /v1/stacks/{stack_id}/servers/{server_id}/credentials': ({ stack, server }, own) => [
    { path: `${SERVERS(stack, server)}/credentials`, body: { credentials: { key: 'x' } } },
    { path: `${SERVERS(own.stack, server)}/credentials`, body: { credentials: { key: 'x' } } },
  ],
  'GET /v1/stacks/{stack_id}/servers/{server_id}/credentials': ({ stack, server }, own) => [
    { path: `${SERVERS(stack, server)}/credentials` },
    { path: `${SERVERS(own.stack, server)}/credentials` },
  ],
  'DELETE /v1/stacks/{stack_id}/servers/{server_id}/credentials/{field_id}': ({ stack, server }, own) => [
    { path: `${SERVERS(stack, server)}/credentials/key` },
    { path: `${SERVERS(own.stack, server)}/credentials/key` },
  ],
  'GET /v1/stacks/{stack_id}/tools': ({ stack }) => [{ path: `/v1/stacks/${stack}/tools` }],
  'POST /v1/stacks/{stack_id}/tools/{tool_id}/invoke': ({ stack, tool }, own) => [
    { path: `/v1/stacks/${stack}/tools/${tool}/invoke`, body: { tool_input: {} } },
    { path: `/v1/stacks/${own.stack}/tools/${tool}/invoke`, body: { tool_input: {} } },
  ],
  'POST /v1/stacks/{stack_id}/tools/invoke_batch': ({ stack, tool }, own) => [
    { path: `/v1/stacks/${stack}/tools/invoke_batch`, body: { calls: [{ tool_id: tool, tool_input: {} }] } },
    { path: `/v1/stacks/${own.stack}/tools/invoke_batch`, body: { calls: [{ tool_id: tool, tool_input: {} }] } },
  ],
  'GET /v1/stacks/{stack_id}/results/{handle}': ({ stack, handle }, own) => [
    { path: `/v1/stacks/${stack}/results/${handle}` },
    { path: `/v1/stacks/${own.stack}/results/${handle}` },
  ],
  'GET /s/{client_id}/results/{handle}': ({ client, handle }, own) => [
    agent(`/s/${client}/results/${handle}`),
    agent(`/s/${own.client}/results/${handle}`),
  ],
  'GET /s/{client_id}/list_tools': ({ client }, own) => [
    agent(`/s/${client}/list_tools`),
    agent(`/s/${own.client}/list_tools`),
  ],
  'POST /s/{client_id}/call_tool': ({ client, tool }, own) => [
    agent(`/s/${client}/call_tool`, { tool_name: tool, tool_input: {} }),
    agent(`/s/${own.client}/call_tool`, { tool_name: tool, tool_input: {} }),
  ],
  // Last: if it were obeyed, nothing would be left to ask for.
  'DELETE /v1/stacks/{stack_id}': ({ stack }) => [{ path: `/v1/stacks/${stack}` }],
};

const { ours, expectNothingShown, close } = await openAccounts();
afterAll(close);

describe('the REST interface', () => {
  it('has a row for every operation', () => {
    const documented = DOCUMENTED.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(REST).sort()).toEqual([...new Set(documented)].sort());
  });

  const cases = Object.entries(REST).flatMap(([operation, row]) => {
    const blank = { stack: '', server: '', tool: '', client: '', handle: '', cursor: '' };
    return row(blank, blank).map((_, index) => ({ operation, index, row }));
  });
  it.each(cases)(
    '$operation ($index) answers for what another account has as for nothing',
    ({ operation, index, row }) =>
      expectNothingShown(operation.split(' ', 1)[0] ?? '', (named) => row(named, ours.things)[index] ?? { path: '' }),
  );
});
