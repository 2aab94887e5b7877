import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../src/app.ts';
import { type Composition, compose } from '../../src/compose.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { createAccount } from '../../src/core/accounts/account.ts';
import type { ClientDocuments } from '../../src/core/authorization/clientDocument.ts';
import { startJobRunner } from '../../src/core/jobs/jobRunner.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import type { AccountId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createClosers } from '../../src/start/closers.ts';
import { createDrain } from '../../src/start/drain.ts';
import { readTrustedDocuments } from '../../src/start/graphqlDocuments.ts';
import { createTestDatabase } from './database.ts';
import { TESTED_FILES_URL } from './fileBucket.ts';

export type WorldOptions = {
  readonly limits?: Config['limits'];
  /** A database to use instead of a new one. */
  readonly databaseUrl?: string;
  /** Whether it runs jobs. */
  readonly runsJobs?: true;
  readonly egressAllow?: string;
  readonly config?: Partial<Config>;
  /**
   * Client metadata documents at private addresses. Without this, the service fetches them only from the public
   * internet.
   */
  readonly clientDocuments?: ClientDocuments;
  /** Receives log lines, as JSON text. */
  readonly log?: { write(line: string): void };
};

export type WorldAccount = { readonly id: AccountId; readonly apiKey: string; readonly ctx: Ctx };

/** The whole service over real HTTP with a real database, and two unrelated accounts. */
export type World = {
  readonly url: string;
  readonly account: WorldAccount;
  readonly otherAccount: WorldAccount;
  /** The operator's context. */
  readonly operator: Ctx;
  readonly edge: Composition['edge'];
  newAccount(name: string): Promise<WorldAccount>;
  /** Puts a server into the marketplace, or into one account. */
  saveServer(document: unknown, account?: WorldAccount): Promise<void>;
  close(): Promise<void>;
};

// A test's own requests have ended by then. Don't wait for requests of clients that disconnected.
const DRAIN_MS = 20_000;
const NEVER = new AbortController().signal;
// A key for this test run only; nothing encrypted with it outlives the run.
export const MASTER_KEY = randomBytes(32).toString('base64');

/** Composed like `server.ts`, but without the catalogue and the first account. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const closers = createClosers();
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-world-'));
  closers.add(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = options.databaseUrl ?? (await ownDatabase(closers));
  const log = options.log ? pino({ level: 'debug', base: null }, options.log) : pino({ level: 'silent' });
  const config = configFor(options, databaseUrl, dataDir);
  const composed = await compose(config, log);
  closers.add(() => composed.close());
  const address = { url: '' };
  const { clientDocuments = composed.edge.clientDocuments } = options;
  const edge = { ...composed.edge, clientDocuments, publicUrl: () => address.url };
  const app = await createApp(edge, {
    log,
    proxyHops: config.proxyHops,
    corsOrigins: config.corsOrigins,
    documents: await readTrustedDocuments(config.graphql),
    isStopping: () => false,
  });
  const drain = createDrain(app);
  closers.add(async () => {
    const cutOff: string[] = [];
    const cutOffCalls = () => void cutOff.push('a request still ran when its test file had ended');
    await drain({ cutOffCalls, log, lameDuckMs: 0, drainMs: DRAIN_MS, hurry: NEVER });
    if (cutOff[0]) throw new Error(cutOff[0]);
  });
  if (options.runsJobs) {
    const jobs = startJobRunner(composed.operator);
    closers.add(() => jobs.stop({ drainMs: DRAIN_MS, hurry: NEVER }));
  }
  address.url = await app.listen({ host: '127.0.0.1', port: 0 });
  const newAccount = (name: string) => makeAccount(composed.operator, name);
  return {
    url: address.url,
    account: await newAccount('Ours'),
    otherAccount: await newAccount('Theirs'),
    operator: composed.operator,
    edge: composed.edge,
    newAccount,
    saveServer: async (document, account) => {
      await saveServer(account?.ctx ?? composed.operator, document);
    },
    close: () => closers.close(),
  };
}

async function ownDatabase(closers: ReturnType<typeof createClosers>): Promise<string> {
  const database = await createTestDatabase();
  closers.add(() => database.close());
  return database.url;
}

function configFor({ limits = 'off', egressAllow = '', config }: WorldOptions, url: string, dataDir: string): Config {
  const environment = {
    DATABASE_URL: url,
    TOOLYARD_MASTER_KEY: MASTER_KEY,
    TOOLYARD_DATA_DIR: dataDir,
    TOOLYARD_EGRESS_ALLOW: egressAllow,
    // No test contacts the official registry.
    TOOLYARD_MCP_REGISTRY_URL: 'off',
    TOOLYARD_FILES_URL: TESTED_FILES_URL,
    TOOLYARD_DATABASE_POOL: '4',
  };
  return { ...readConfig(environment), limits, ...config };
}

async function makeAccount(operator: Ctx, name: string): Promise<WorldAccount> {
  const { account, key, apiKey } = await createAccount(operator, { name });
  const actor = {
    kind: 'apiKey',
    accountId: account.id,
    keyId: apiKey.id,
    role: 'owner',
    limits: {},
  } as const;
  return { id: account.id, apiKey: key, ctx: { ...operator, actor } };
}
