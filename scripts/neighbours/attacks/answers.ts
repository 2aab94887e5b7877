import { type Attack, type Attacker, attack, flood } from '../attack.ts';
import { textIn } from '../client.ts';
import { mcpSource, must, mutate, newToolStack, stackOf } from '../objects.ts';
import type { McpList } from '../upstream.ts';

const WIDTH = 4;
const MANY = 24;
const PARTS = 1_500;
const SUBSCRIPTIONS = 20;

/** Imports a server with this many pages of tools, with 500 tools per page by default. */
const importTools = (attacker: Attacker, id: string, overrides: Partial<McpList> & { readonly pages: number }) => {
  const list = { toolsPerPage: 500, descriptionChars: 20, schemaChars: 20, ...overrides };
  return must(mutate(attacker, 'importServer', { id, source: mcpSource(attacker, list) }));
};

/** A stack with the maximum number of tools. */
async function fullStack(attacker: Attacker): Promise<string> {
  const ids = Array.from({ length: 5 }, (_, at) => `full-${at}`);
  for (const id of ids) await importTools(attacker, id, { pages: 4 });
  return stackOf(attacker, ids);
}

const aliased = (count: number, field: string): string =>
  Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ');

const SUBSCRIBED = 'subscription { calls { toolId stack { tools { nodes { name description inputSchema } } } } }';

/** Attacks whose responses, copies or events are far larger than their requests. */
export const ANSWER_ATTACKS: readonly Attack[] = [
  attack({
    name: 'aliased-lists',
    description: 'GraphQL: the 10,000 tools of a stack under 4 and 14 names in one answer, 4 at a time',
    isShort: true,
    prepare: fullStack,
    run: (attacker, id, until) =>
      flood(attacker, { width: WIDTH, until }, (at) => {
        const list = aliased(at % 2 === 0 ? 4 : 14, 'nodes { name description inputSchema }');
        const query = `query ($id: ID!) { stack(id: $id) { tools { ${list} } } }`;
        return attacker.client.send('POST', '/graphql', { query, variables: { id } });
      }),
  }),
  attack({
    name: 'aliased-documents',
    description: 'GraphQL: the document of a server of 2 MB under 10 names in one answer, 4 at a time',
    isShort: true,
    prepare: async (attacker) => {
      await importTools(attacker, 'long', { pages: 2, descriptionChars: 2_000 });
    },
    run: (attacker, _none, until) =>
      flood(attacker, { width: WIDTH, until }, () =>
        attacker.client.send('POST', '/graphql', { query: `{ ${aliased(10, 'server(id: "long") { document }')} }` }),
      ),
  }),
  attack({
    name: 'aliased-pages',
    description: 'GraphQL: a page of 100 tools with schemas of 16,000 lists under 14 names in one answer, 24 at a time',
    isShort: true,
    prepare: (attacker) => importTools(attacker, 'wide', { toolsPerPage: 20, pages: 5, schemaLists: 16_000 }),
    run: (attacker, _none, until) =>
      flood(attacker, { width: MANY, until }, () => {
        const pages = aliased(14, 'tools(first: 100) { nodes { inputSchema } }');
        return attacker.client.send('POST', '/graphql', { query: `{ server(id: "wide") { ${pages} } }` });
      }),
  }),
  attack({
    name: 'duplicated-stacks',
    description: 'copies of a stack of 10,000 tools, 4 at a time, as many as the limits let through',
    creates: ['duplicateStack'],
    isShort: true,
    prepare: fullStack,
    run: (attacker, stackId, until) =>
      flood(attacker, { width: WIDTH, until }, (at) =>
        mutate(attacker, 'duplicateStack', { stackId, name: `c ${at}` }),
      ),
  }),
  attack({
    name: 'parts-of-a-byte',
    description: `an upload in ${PARTS} parts of a byte each, read again and again, 4 at a time`,
    isShort: true,
    run: async (attacker, _none, until) => {
      const begun = await must(attacker.client.send('POST', `/graphql/uploads?bytes=${PARTS}`));
      const id = textIn(begun, 'id');
      for (let at = 0; at < PARTS && !until.aborted; at += 1) {
        attacker.note(await attacker.client.send('PUT', `/graphql/uploads/${id}/${at}`, Buffer.from(' ')));
      }
      const query =
        'mutation ($id: ID!) { previewOperations(input: { openApi: { upload: $id } }) { __typename ... on UserError { message } } }';
      await flood(attacker, { width: WIDTH, until }, () =>
        attacker.client.send('POST', '/graphql', { query, variables: { id } }),
      );
    },
  }),
  attack({
    name: 'large-events',
    description: `${SUBSCRIPTIONS} subscriptions whose every event lists 2,000 tools, while calls are recorded, 8 at a time`,
    isShort: true,
    prepare: async (attacker) => {
      const stackId = await newToolStack(attacker, 'told', { path: '/echo' });
      await importTools(attacker, 'many', { pages: 4 });
      await must(mutate(attacker, 'addServerToStack', { stackId, serverId: 'many', hasAllTools: true }));
      await must(attacker.client.send('PUT', `/v1/stacks/${stackId}`, { configuration: { analytics_enabled: true } }));
      return stackId;
    },
    run: async (attacker, stackId, until) => {
      for (let at = 0; at < SUBSCRIPTIONS; at += 1) {
        void attacker.client.stream('/graphql', { query: SUBSCRIBED }).then((answer) => attacker.note(answer));
      }
      await flood(attacker, { width: 8, until }, () =>
        attacker.client.send('POST', `/v1/stacks/${stackId}/tools/told_run/invoke`, { tool_input: {} }),
      );
    },
  }),
];
