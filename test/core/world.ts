import { randomBytes } from 'node:crypto';
import { createAccount } from '../../src/core/accounts/account.ts';
import { createRefusals } from '../../src/core/audit/refusals.ts';
import { createCallRecorder } from '../../src/core/callRecords/record.ts';
import { createRunningCalls } from '../../src/core/calls/callUpstream.ts';
import type { Connector } from '../../src/core/calls/connector.ts';
import { createLeases } from '../../src/core/calls/leases.ts';
import { createWaitingElicitations } from '../../src/core/calls/waitingElicitations.ts';
import { createClientTokens } from '../../src/core/credentials/clientTokens.ts';
import type { Actor } from '../../src/core/kernel/actor.ts';
import { createBackground } from '../../src/core/kernel/background.ts';
import type { Change, ChangeListener, Changes } from '../../src/core/kernel/changes.ts';
import type { Ctx, Deps } from '../../src/core/kernel/context.ts';
import type { AccountId, StackId } from '../../src/core/kernel/ids.ts';
import { createLiveHub } from '../../src/core/kernel/liveFeed.ts';
import { createVault } from '../../src/core/kernel/vault/createVault.ts';
import { createAnswerBytes } from '../../src/core/limits/answerBytes.ts';
import { createPasswords } from '../../src/core/people/password.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { openTestedFileStore } from '../harness/fileBucket.ts';
import { silentLog } from '../harness/log.ts';

/** The changes of a single instance. The test triggers gaps and interruptions. */
export type TestChanges = Omit<Changes, 'isLive' | 'canServeStale'> & {
  isLive: boolean;
  canServeStale: boolean;
  readonly published: Change[];
  gap(): void;
};

export function createTestChanges(): TestChanges {
  const listeners: ChangeListener[] = [];
  const gapListeners: (() => void)[] = [];
  const published: Change[] = [];
  return {
    isLive: true,
    isAnswering: true,
    canServeStale: true,
    published,
    subscribe: (listener) => listeners.push(listener),
    onMissedEvents: (listener) => gapListeners.push(listener),
    publishLocally(changes) {
      published.push(...changes);
      for (const change of changes) for (const listener of listeners) listener(change);
    },
    gap() {
      for (const listener of gapListeners) listener();
    },
    announce: () => undefined,
    origin: () => 'this instance',
    resetInstanceId: () => undefined,
  };
}

const EMPTY_CACHE = {
  get: () => undefined,
  load: <T>(_key: string, read: () => Promise<T>) => read(),
  bytes: () => 0,
};
const notPartOfThisTest = () => Promise.reject(new Error('no verb of this test calls a tool'));
const connector: Connector = { call: notPartOfThisTest, preview: notPartOfThisTest, close: () => Promise.resolve() };

export type World = {
  readonly database: TestDatabase;
  readonly deps: Deps;
  readonly changes: TestChanges;
  readonly clock: { now: Date };
  /** Advances the clock. */
  pass(ms: number): void;
  /** The context of an actor; by default the operator outside any account. */
  as(actor?: Actor): Ctx;
};

/** Everything that the tested verbs need, with a stopped clock. */
export async function createWorld(masterKey: Buffer = randomBytes(32)): Promise<World> {
  const database = await createTestDatabase();
  const changes = createTestChanges();
  const clock = { now: new Date('2026-11-21T10:00:00.000Z') };
  const background = createBackground(silentLog);
  const vault = createVault({ current: masterKey, previous: [] });
  const liveFeed = createLiveHub(silentLog);
  const deps: Deps = {
    db: database.db,
    sealedValues: database.sealedValues,
    uploadParts: database.uploadParts,
    fileStore: await openTestedFileStore(),
    now: () => clock.now,
    log: silentLog,
    vault,
    changes,
    liveFeed,
    callRecorder: createCallRecorder({
      ...{ db: database.db, log: silentLog, meter: null, background, vault, callCopier: null, liveFeed },
    }),
    callCopier: null,
    replica: null,
    connectors: {
      http: connector,
      openapi: connector,
      graphql: connector,
      'mcp-http': { ...connector, discover: notPartOfThisTest },
      'mcp-stdio': connector,
    },
    oauth: {
      discover: notPartOfThisTest,
      register: notPartOfThisTest,
      exchange: notPartOfThisTest,
      renew: notPartOfThisTest,
      issue: notPartOfThisTest,
    },
    registry: null,
    publicRegistry: null,
    mailer: null,
    importer: { read: notPartOfThisTest, operations: notPartOfThisTest },
    models: { ask: notPartOfThisTest },
    meanings: null,
    renewals: new Map(),
    clientTokens: createClientTokens(),
    signerCache: { signer: null, making: null },
    passwords: createPasswords(),
    refusals: createRefusals(),
    limiter: {
      reserve: notPartOfThisTest,
      peek: notPartOfThisTest,
      count: notPartOfThisTest,
      readCount: notPartOfThisTest,
      isDegraded: () => false,
    },
    snapshots: EMPTY_CACHE,
    credentials: EMPTY_CACHE,
    background,
    runningCalls: createRunningCalls(),
    answerBytes: createAnswerBytes(),
    leases: createLeases({ db: database.db, log: silentLog }),
    jobBell: { ring: () => undefined, hold: null },
    waitingElicitations: createWaitingElicitations({ db: database.db, log: silentLog }),
    toolNotices: { heard: () => undefined },
    meter: null,
    spans: null,
    issuer: 'https://toolyard.test',
    publicUrl: () => 'https://toolyard.test',
    callTimeoutMs: 1_000,
    jobTimeoutMs: 10_000,
  };
  const as = (actor: Actor = { kind: 'operator', accountId: null }): Ctx => ({
    ...deps,
    actor,
    requestId: 'request-1',
    endUser: null,
    signal: new AbortController().signal,
  });
  const pass = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
  };
  return { database, deps, changes, clock, pass, as };
}

export type TestAccount = {
  readonly accountId: AccountId;
  readonly ctx: Ctx;
  readonly key: string;
  readonly stackId: StackId;
};

/** An account with its first key, which may create others, and one stack. */
export async function createTestAccount(world: World, name: string): Promise<TestAccount> {
  const { account, apiKey, key } = await createAccount(world.as(), { name });
  const ctx = world.as({
    kind: 'apiKey',
    accountId: account.id,
    keyId: apiKey.id,
    role: 'owner',
    limits: {},
  });
  const stack = await createStack(ctx, { name: 'work' });
  return { accountId: account.id, ctx, key, stackId: stack.id };
}
