import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { createAccount } from '../../src/core/accounts/account.ts';
import { authenticateLink, finishConnect } from '../../src/core/credentials/connect.ts';
import { createConnectLink } from '../../src/core/credentials/connectLink.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import { type StackId, toServerId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { createClosers } from '../../src/start/closers.ts';
import { openEmbedded } from '../../src/store/embedded.ts';
import { START_FLAGS } from '../../test/harness/service.ts';
import { type Started, start } from './processes.ts';

const MAIN = join(import.meta.dirname, '../../src/start/main.js');
const serviceOf = (main: string) => [process.execPath, ...START_FLAGS, main] as const;
/** The service as `npm start` runs it. */
export const SERVICE = serviceOf(MAIN);
// Requests always count against this limit but never reach it.
const NO_LIMIT = 999_999_999;
const LIMITS = ['default', 'stacks', 'invoke', 'list_tools', 'call_tool', 'failed_auth', 'dashboard'];

/** A database with our test data, and the environment of a service that uses it. */
export type Installation = {
  readonly databaseUrl: string;
  readonly operator: Ctx;
  readonly account: Ctx;
  /** The account's API key. */
  readonly apiKey: string;
  /** Adds an account, because the number of stacks per account is limited. */
  addAccount(): Promise<Ctx>;
  /**
   * Starts the whole service as a process on the measured core. Overrides some variables; an empty value unsets one.
   * `main` is the `start/main.js` of another checkout. Resolves when the service is ready.
   */
  serve(settings?: Readonly<Record<string, string>>, main?: string): Promise<Gateway>;
  close(): Promise<void>;
};

export type Gateway = Started & { readonly url: string; readonly metricsToken: string };

/** PostgreSQL runs on the load's core, because it isn't measured. */
export async function install(upstreamPort: number): Promise<Installation> {
  const closers = createClosers();
  const dataDir = mkdtempSync(join(tmpdir(), 'toolyard-bench-'));
  closers.add(async () => rmSync(dataDir, { recursive: true, force: true }));
  const log = pino({ level: 'silent' });
  const embedded = await openEmbedded({ dataDir, log });
  closers.add(() => embedded.close());
  const metricsToken = randomBytes(16).toString('hex');
  const environment = {
    DATABASE_URL: embedded.url,
    TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
    TOOLYARD_METRICS_TOKEN: metricsToken,
    TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${upstreamPort}`,
    TOOLYARD_RATE_LIMITS: LIMITS.map((name) => `${name}=${NO_LIMIT}`).join(','),
    PORT: '0',
  };
  const composed = await compose({ ...readConfig(environment), dataDir }, log);
  closers.add(() => composed.close());
  const { operator } = composed;
  const addAccount = async () => {
    const { account, key, apiKey } = await createAccount(operator, { name: 'Bench' });
    const actor = { kind: 'apiKey', accountId: account.id, keyId: apiKey.id, role: 'developer', limits: {} } as const;
    return { ctx: { ...operator, actor }, key };
  };
  const { ctx: account, key: apiKey } = await addAccount();
  const serve: Installation['serve'] = async (settings = {}, main = MAIN) => {
    const { ready: url, ...started } = await start(
      {
        command: serviceOf(main),
        core: 'measured',
        env: { ...environment, TOOLYARD_DATA_DIR: dataDir, ...settings },
        log: join(dataDir, 'gateway.log'),
      },
      readyUrl,
    );
    return { ...started, url, metricsToken };
  };
  const close = () => closers.close();
  return {
    databaseUrl: embedded.url,
    operator,
    account,
    apiKey,
    addAccount: async () => (await addAccount()).ctx,
    serve,
    close,
  };
}

/** Finds the address that the service prints when it's ready. */
export const readyUrl = (output: string): string | null => /^Toolyard is ready at (\S+)$/m.exec(output)?.[1] ?? null;

export type ServerOptions = {
  readonly tools: number;
  readonly connector: object;
  /** The tool's request, for connectors that need one. */
  readonly request?: object;
  readonly credentials?: readonly object[];
};

/** Adds a server of `tools` tools to the marketplace; its first tool is called `echo`. */
export async function addServer(
  { operator }: Installation,
  id: string,
  { tools, connector, request, credentials = [] }: ServerOptions,
): Promise<void> {
  const tool = (index: number) => ({
    name: index === 0 ? 'echo' : `tool_${index}`,
    description: `Answers with a text, as number ${index} of all tools of ${id} that do so.`,
    inputSchema: {
      type: 'object',
      properties: {
        message: { type: 'string', description: 'What it is given.', maxLength: 10_000 },
        count: { type: 'integer', minimum: 0, maximum: 100 },
      },
      required: ['message'],
      additionalProperties: false,
    },
    ...(request && { request }),
  });
  const all = Array.from({ length: tools }, (_, index) => tool(index));
  await saveServer(operator, { id, name: id, connector, credentials, tools: all });
}

export type Stack = { readonly stackId: StackId; readonly clientId: string; readonly token: string };

export type StackOptions = {
  readonly servers: readonly string[];
  readonly isRecorded?: boolean;
  /** `search`: agents get the search tools instead of all tools. */
  readonly mode?: 'full' | 'search';
};

/** A stack with all tools of some servers, plus its endpoint and a token. */
export async function addStack(
  account: Ctx,
  name: string,
  { servers, isRecorded = false, mode = 'full' }: StackOptions,
): Promise<Stack> {
  const { id: stackId } = await createStack(account, { name, configuration: { isRecorded: isRecorded } });
  for (const serverId of servers) await addServerToStack(account, stackId, { serverId, enableAllTools: true });
  const input = { stackId, name: 'bench', mode, neverExpires: true };
  const { endpoint, token } = await createClientEndpoint(account, input);
  return { stackId, clientId: endpoint.clientId, token };
}

/** Stores credentials as a sign-in would, without contacting a provider. */
export async function signIn(account: Ctx, { stackId }: Stack, serverId: string, fieldId: string): Promise<void> {
  const { url } = await createConnectLink(account, stackId, toServerId(serverId), { fieldId });
  const secret = new URL(url).searchParams.get('link') ?? '';
  const actor = await authenticateLink(account.db, account.now(), secret);
  if (!actor) throw new Error('the new link is not valid');
  const issuer = 'https://provider.example';
  const provider = {
    issuer,
    sendsIssuer: false,
    authorizationUrl: `${issuer}/authorize`,
    tokenUrl: `${issuer}/token`,
    registrationUrl: null,
    tokenAuthMethods: null,
    scopes: [],
    resource: null,
    direct: [],
  };
  const tokens = { accessToken: 'an-access-token-of-the-bench', refreshToken: null, expiresInSeconds: null };
  const oauth = { ...account.oauth, discover: async () => provider, exchange: async () => tokens };
  await finishConnect({ ...account, actor, oauth }, new URLSearchParams({ code: 'code' }));
}
