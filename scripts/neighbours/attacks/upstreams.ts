import { type Attack, type Attacker, attack, burst, flood } from '../attack.ts';
import { invoke, mcpSource, must, mutate, newToolStack, stackOf } from '../objects.ts';

const ENDLESS = { toolsPerPage: 500, pages: null, descriptionChars: 2_000, schemaChars: 2_000 };

const preview = (list: Parameters<typeof mcpSource>[1], at: number, attacker: Parameters<typeof mutate>[0]) =>
  mutate(attacker, 'previewServer', { id: `preview-${at}`, source: mcpSource(attacker, list) }, 'server { id }');

/** A stack with three servers, which have 6,000 tools together. */
async function manyToolsStack(attacker: Attacker, name: string): Promise<string> {
  const list = { toolsPerPage: 500, pages: 4, descriptionChars: 800, schemaChars: 20 };
  const ids = [`${name}-a`, `${name}-b`, `${name}-c`];
  for (const id of ids) await must(mutate(attacker, 'importServer', { id, source: mcpSource(attacker, list) }));
  return stackOf(attacker, ids);
}

export const UPSTREAM_ATTACKS: readonly Attack[] = [
  attack({
    name: 'endless-tool-list',
    description: '24 previews at once of an MCP server whose tool list never ends',
    isShort: true,
    run: (attacker, _none, until) => flood(attacker, { width: 24, until }, (at) => preview(ENDLESS, at, attacker)),
  }),
  attack({
    name: 'imports',
    description: '50 imports at once of MCP servers with 1,000 tools each',
    creates: ['importServer'],
    isShort: true,
    run: (attacker, _none, until) =>
      flood(attacker, { width: 50, until }, (at) => {
        const list = { toolsPerPage: 500, pages: 2, descriptionChars: 500, schemaChars: 200 };
        return mutate(attacker, 'importServer', { id: `imported-${at}`, source: mcpSource(attacker, list) });
      }),
  }),
  attack({
    name: 'large-servers',
    description: 'four servers of up to 24 MiB of tools, then GET /v1/servers by 8 at once',
    isShort: true,
    prepare: async (attacker) => {
      const list = { toolsPerPage: 100, pages: 20, descriptionChars: 10_000, schemaChars: 2_500 };
      for (let at = 0; at < 4; at += 1) {
        attacker.note(await mutate(attacker, 'importServer', { id: `large-${at}`, source: mcpSource(attacker, list) }));
      }
    },
    run: (attacker, _prepared, until) =>
      flood(attacker, { width: 8, until }, () => attacker.client.send('GET', '/v1/servers')),
  }),
  attack({
    name: 'hanging-calls',
    description: '80 calls of a batch that hang, at the origin that the bystander calls',
    isShort: true,
    prepare: (attacker) => newToolStack(attacker, 'hanging', { path: '/hang', origin: attacker.sharedOrigin }),
    run: async (attacker, stackId, until) => {
      const calls = Array.from({ length: 20 }, () => ({ tool_id: 'hanging_run', tool_input: {} }));
      const one = () => attacker.client.send('POST', `/v1/stacks/${stackId}/tools/invoke_batch`, { calls });
      void burst(attacker, 4, one);
      await new Promise((resolve) => until.addEventListener('abort', resolve));
    },
  }),
  attack({
    name: 'search-tools',
    description: 'search_tools on 6,000 tools, right after each change of the stack',
    isShort: true,
    prepare: (attacker) => manyToolsStack(attacker, 'search'),
    run: (attacker, stackId, until) =>
      flood(attacker, { width: 2, until }, async (at) => {
        const { client } = attacker;
        if (at % 3 === 0) attacker.note(await client.send('PUT', `/v1/stacks/${stackId}`, { stack_name: `s${at}` }));
        const query = 'create an update report message channel of the team folder user invoice customer';
        return invoke(attacker, stackId, 'search_tools', { tool_input: { query, limit: 20 } });
      }),
  }),
  attack({
    name: 'embeddings',
    description: 'eight queries at a time on 6,000 tools without embeddings, right after each change of the stack',
    isShort: true,
    prepare: async (attacker) => {
      const stackId = await manyToolsStack(attacker, 'meaning');
      return { stackId, before: attacker.upstream.embedded() };
    },
    run: async (attacker, { stackId, before }, until) => {
      await flood(attacker, { width: 2, until }, async (at) => {
        await attacker.client.send('PUT', `/v1/stacks/${stackId}`, { stack_name: `m${at}` });
        const queries = Array.from({ length: 8 }, (_, query) => `request ${at} of ${query}`);
        return invoke(attacker, stackId, 'search_tools', { tool_input: { queries, limit: 20 } });
      });
      if (attacker.upstream.embedded() === before) throw new Error('no text was embedded');
    },
  }),
  attack({
    name: 'dripping-calls',
    description: '40 calls whose answers never end, a byte a second',
    isShort: true,
    prepare: (attacker) => newToolStack(attacker, 'dripping', { path: '/drip' }),
    creates: ['invokeTools'],
    run: async (attacker, stackId, until) => {
      const calls = Array.from({ length: 20 }, () => ({ toolId: 'dripping_run', toolInput: {} }));
      void burst(attacker, 2, () => mutate(attacker, 'invokeTools', { stackId, calls }));
      await new Promise((resolve) => until.addEventListener('abort', resolve));
    },
  }),
  attack({
    name: 'openapi-previews',
    description: '24 previews at once of an OpenAPI document of 1,500 operations',
    isShort: true,
    run: (attacker, _none, until) =>
      flood(attacker, { width: 24, until }, (at) =>
        mutate(attacker, 'previewServer', {
          id: `preview-${at}`,
          source: { openApi: { url: `${attacker.upstream.origin}/openapi/1500` } },
        }),
      ),
  }),
  attack({
    name: 'graphql-previews',
    description: '24 previews at once of a GraphQL API with 1,000 queries, whose types refer to each other',
    isShort: true,
    run: (attacker, _none, until) =>
      flood(attacker, { width: 24, until }, (at) =>
        mutate(attacker, 'previewServer', {
          id: `preview-${at}`,
          source: { graphql: { url: `${attacker.upstream.origin}/graphql/1000` } },
        }),
      ),
  }),
];
