import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from './client.ts';
import { runCommand } from './command.ts';
import {
  type Canaries,
  canariesFor,
  FIELDS,
  type HostileServer,
  httpServers,
  mcpServers,
  OPENAPI_ID,
  openApiDocument,
  openApiServer,
  stdioServers,
  unreachableServers,
} from './documents.ts';
import { piece } from './scan.ts';
import type { Secrets, Upstream } from './upstream.ts';

type Env = Readonly<Record<string, string>>;

/** Runs the operator's commands. Each is a separate process, because its log goes to its own standard error. */
export type Operator = { run(line: readonly string[], json?: unknown): Promise<void> };

export const createOperator = (client: Client, env: Env): Operator => ({
  async run(line, json) {
    const dir = mkdtempSync(join(tmpdir(), 'toolyard-canary-cli-'));
    const file = join(dir, 'input.json');
    writeFileSync(file, typeof json === 'string' ? json : JSON.stringify(json ?? {}));
    const words = line.map((word) => word.replace('FILE', file));
    client.cli.push(piece(`toolyard ${line.slice(0, 3).join(' ')}`, await runCommand([...words, '--verbose'], env)));
    rmSync(dir, { recursive: true });
  },
});

export type Imported = { readonly servers: readonly HostileServer[]; readonly secrets: Secrets };

const IMPORT = `mutation ($input: ImportServerInput!) {
  importServer(input: $input) { __typename ... on UserError { message } ... on InvalidInputError { issues { path message } } }
}`;

/** Adds every hostile server: over GraphQL if an account may add it, otherwise with an operator command. */
export async function importServers(client: Client, operator: Operator, upstream: Upstream): Promise<Imported> {
  const { origin } = upstream;
  const [http, mcp, stdio] = [
    canariesFor('http', FIELDS.http),
    canariesFor('mcp', FIELDS.mcp),
    canariesFor('stdio', FIELDS.stdio),
  ];
  const own = [...httpServers(origin, http), ...unreachableServers(http), ...mcpServers(origin, mcp)];
  for (const { document } of own) await mustImport(client.graphql(IMPORT, { input: { document } }));
  const processes = stdioServers(stdio);
  for (const { document } of processes) await operator.run(['server', 'import', 'FILE'], document);
  await operator.run(['server', 'import', 'FILE', '--id', OPENAPI_ID], openApiDocument(origin));
  const openapi = canariesFor('openapi', await fieldsOf(client, OPENAPI_ID));
  const servers = [...own, ...processes, openApiServer(openapi)];
  const values = (canaries: Canaries) => Object.values(canaries).map(({ value }) => value);
  return { servers, secrets: { http: values(http), mcp: values(mcp), openapi: values(openapi) } };
}

async function mustImport(answer: Promise<string>): Promise<void> {
  const text = await answer;
  if (!text.includes('"ImportServerPayload"')) throw new Error(`A server was refused: ${text}`);
}

const FIELDS_OF = 'query ($id: ID!) { server(id: $id) { credentialFields { id: fieldId secret } } }';

type Answer = { data: { server: { credentialFields: readonly { id: string; secret: boolean }[] } } };

/**
 * The credential fields that the importer created, each with a canary. The value of a non-secret field may appear in a
 * call.
 */
async function fieldsOf(client: Client, serverId: string) {
  const { data }: Answer = JSON.parse(await client.graphql(FIELDS_OF, { id: serverId }));
  const fields = data.server.credentialFields.map(({ id, secret }) => {
    return [id, { shape: secret ? 'awkward' : 'plain', isOpen: !secret }] as const;
  });
  return Object.fromEntries(fields);
}

/** Commands that work on the database, and imports that fail after receiving a credential. */
export async function askAsOperator(operator: Operator, upstream: Upstream, { servers }: Imported): Promise<void> {
  const lines = [
    ['account', 'list'],
    ['audit', 'verify'],
    ['server', 'list'],
    ['signing-key', 'rotate'],
  ];
  for (const line of lines) await operator.run([...line, '--json']);
  for (const kind of ['http', 'mcp', 'stdio']) {
    const { id = '' } = servers.find((server) => server.id.startsWith(kind)) ?? {};
    await operator.run(['server', 'export', id]);
    await operator.run(['server', 'show', id]);
  }
  const imported = mcpServer(upstream.origin, servers);
  const options = Object.entries(imported.credentials).flatMap(([field, { value }]) => [
    '--credential',
    `${field}=${value}`,
  ]);
  await operator.run(['server', 'import', 'FILE', ...options], imported.document);
  await operator.run(['server', 'import', 'FILE', ...options, '--json'], imported.document);
  await operator.run(['server', 'import', 'FILE', '--id', 'broken'], `{"openapi": "${options.join()}`);
}

/** A server that needs credentials and refuses to list its tools. */
function mcpServer(origin: string, servers: readonly HostileServer[]) {
  const credentials = servers.find(({ id }) => id.startsWith('mcp'))?.credentials ?? {};
  const fields = Object.entries(FIELDS.mcp).map(([id, { placement }]) => ({ id, name: id, required: true, placement }));
  const connector = { kind: 'mcp-http', url: `${origin}/mcp` };
  return { credentials, document: { id: 'asked', name: 'Asked', credentials: fields, connector, tools: [] } };
}
