import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { createAccount } from '../../src/core/accounts/account.ts';
import type { Ctx } from '../../src/core/context.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import type { StackId } from '../../src/core/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { createClosers } from '../../src/start/closers.ts';
import { openEmbedded } from '../../src/store/embedded.ts';
import { type Started, start } from './processes.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
// Counted as always, and never in the way.
const NO_LIMIT = 999_999_999;
const LIMITS = ['default', 'stacks', 'invoke', 'list_tools', 'call_tool', 'failed_auth', 'dashboard'];

/** A database with data of ours, and the environment of a service on it. */
export type Installation = {
  readonly databaseUrl: string;
  readonly account: Ctx;
  readonly operator: Ctx;
  readonly apiKey: string;
  /** The whole service as a process on the measured core; resolves when it is ready. */
  serve(): Promise<Gateway>;
  close(): Promise<void>;
};

export type Gateway = Started & { readonly url: string };

/** PostgreSQL runs beside the load: it is not what is measured. */
export async function install(upstreamPort: number): Promise<Installation> {
  const closers = createClosers();
  const dataDir = mkdtempSync(join(tmpdir(), 'toolyard-bench-'));
  closers.add(async () => rmSync(dataDir, { recursive: true, force: true }));
  const log = pino({ level: 'silent' });
  const embedded = await openEmbedded({ dataDir, log });
  closers.add(() => embedded.close());
  const environment = {
    DATABASE_URL: embedded.url,
    TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
    TOOLYARD_METRICS_TOKEN: randomBytes(16).toString('hex'),
    TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${upstreamPort}`,
    TOOLYARD_RATE_LIMITS: LIMITS.map((name) => `${name}=${NO_LIMIT}`).join(','),
    PORT: '0',
  };
  const composed = await compose({ ...readConfig(environment), dataDir }, log);
  closers.add(() => composed.close());
  const { operator } = composed;
  const { account, key, apiKey } = await createAccount(operator, { name: 'Bench' });
  const actor = { kind: 'apiKey', accountId: account.id, keyId: apiKey.id, scopes: [], limits: {} } as const;
  const serve = async (): Promise<Gateway> => {
    const { found: url, ...started } = await start(
      {
        command: [process.execPath, MAIN],
        core: 'measured',
        env: { ...environment, TOOLYARD_DATA_DIR: dataDir },
        log: join(dataDir, 'gateway.log'),
      },
      (output) => /^Toolyard is ready at (\S+)$/m.exec(output)?.[1] ?? null,
    );
    return { ...started, url };
  };
  return {
    databaseUrl: embedded.url,
    account: { ...operator, actor },
    operator,
    apiKey: key,
    serve,
    close: () => closers.close(),
  };
}

/** Puts a server of `tools` tools into the marketplace, whose first one is called `echo`. */
export async function addServer(
  { operator }: Installation,
  id: string,
  { tools, connector, more = {} }: { readonly tools: number; readonly connector: object; readonly more?: object },
): Promise<void> {
  const tool = (index: number) => ({
    name: index === 0 ? 'echo' : `tool_${index}`,
    description: `Answers with a text, as number ${index} of all tools that do so.`,
    inputSchema: {
      type: 'object',
      properties: {
        message: { type: 'string', description: 'What it is given.', maxLength: 10_000 },
        count: { type: 'integer', minimum: 0, maximum: 100 },
      },
      required: ['message'],
      additionalProperties: false,
    },
    ...(Reflect.get(connector, 'kind') === 'http' && { request: { kind: 'template', method: 'POST', path: '/call' } }),
  });
  await saveServer(operator, {
    id,
    name: id,
    connector,
    tools: Array.from({ length: tools }, (_, index) => tool(index)),
    ...more,
  });
}

export type Stack = { readonly stackId: StackId; readonly clientId: string; readonly token: string };

/** A stack with all tools of some servers, its endpoint and a token. */
export async function addStack(
  { account }: Installation,
  name: string,
  { servers, isRecorded = false }: { readonly servers: readonly string[]; readonly isRecorded?: boolean },
): Promise<Stack> {
  const { id: stackId } = await createStack(account, { name, configuration: { analyticsEnabled: isRecorded } });
  for (const serverId of servers) await addServerToStack(account, stackId, { serverId, enableAllTools: true });
  const { endpoint, token } = await createClientEndpoint(account, { stackId, name: 'bench', neverExpires: true });
  return { stackId, clientId: endpoint.clientId, token };
}
