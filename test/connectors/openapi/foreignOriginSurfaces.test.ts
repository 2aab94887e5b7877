import { afterAll, expect, it } from 'vitest';
import type { EgressRule } from '../../../src/connectors/egress/allow.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { openSurfaces } from '../../core/callRecords/surfaces.ts';
import { ask, dataOf } from '../../graphql/ask.ts';
import { type HttpApi, startHttpApi } from '../../harness/petshop.ts';

/*
 * An operation with its own URL gets no credentials of the server. The import reports it, and every surface complies.
 */

const LOOPBACK: EgressRule = { kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null };
const own = await startHttpApi();
const foreign = await startHttpApi();
const { world, endpoint, surfaces, close } = await openSurfaces({
  // Allows loopback addresses, so that the other origin isn't refused as private.
  config: { egressAllow: [LOOPBACK], egressAllowIndirect: [LOOPBACK] },
});
afterAll(async () => {
  await close();
  await own.close();
  await foreign.close();
});

const SECRET = 'origin-canary-7f3a';
const SAID = `is called at ${foreign.url} without credentials; to send them, add it to credentialOrigins of the connector`;
const text = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  servers: [{ url: own.url }],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      part: { type: 'apiKey', in: 'query', name: 'part' },
    },
  },
  security: [{ key: [], part: [] }],
  paths: {
    '/a': {
      get: { operationId: 'here' },
      put: { operationId: 'elsewhere', servers: [{ url: foreign.url }] },
    },
  },
});
const source = { id: 'files', source: { openApi: { text } } };

const shown = async (field: string, payload: string): Promise<unknown> => {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}`;
  const query = `mutation ($input: ${type}Input!) { ${field}(input: $input) { __typename ... on UserError { message } ... on ${type}Payload { ${payload} } } }`;
  return (await dataOf(ask(world.url, world.account.apiKey, query, { input: source })))[field];
};

it('a preview and an import report it', async () => {
  const refused = [{ name: 'elsewhere', reason: SAID }];
  expect(await shown('previewServer', 'server { refused { name reason } }')).toMatchObject({ server: { refused } });
  expect(await shown('importServer', 'refused { name reason }')).toMatchObject({ refused });
});

it.each(Object.entries(surfaces))(
  'over %s it gets no credentials, while the others get theirs',
  async (surface, { way }) => {
    const { ctx } = world.account;
    await addServerToStack(ctx, endpoint.stackId, { serverId: 'files', enableAllTools: true }).catch(() => undefined);
    const fields = await ctx.db.credentialField.findMany({ where: { server: { slug: toServerId('files') } } });
    const credentials = Object.fromEntries(fields.map(({ fieldId }) => [fieldId, SECRET]));
    await setCredentials(ctx, endpoint.stackId, toServerId('files'), { credentials });
    const wire = async (tool: string, api: HttpApi): Promise<string> => {
      const before = api.requests.length;
      await (await way(tool, {}, `req-${surface}-${tool}`)).text();
      expect(api.requests).toHaveLength(before + 1);
      const { target, headers, body } = api.last();
      return `${target} ${JSON.stringify(headers)} ${body}`;
    };
    expect((await wire('files_here', own)).split(SECRET)).toHaveLength(3);
    expect(await wire('files_elsewhere', foreign)).not.toContain(SECRET);
  },
);
