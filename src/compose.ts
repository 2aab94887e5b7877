import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { type Config, listenUrl } from './config/config.ts';
import { createImporter } from './connectors/import/importer.ts';
import { createModels } from './connectors/models/models.ts';
import { createClientDocuments } from './connectors/oauth/clientDocuments.ts';
import { createIssuerKeys } from './connectors/oauth/issuerKeys.ts';
import { createOAuth } from './connectors/oauth/oauth.ts';
import { createRegistryReader } from './connectors/registry/reader.ts';
import { createMailer } from './connectors/smtp/mailer.ts';
import type { Confinement } from './connectors/stdio/confinement.ts';
import { createApiKeyAuthenticator } from './core/accounts/authenticate.ts';
import { keyChains } from './core/audit/keyChains.ts';
import { createRefusals } from './core/audit/refusals.ts';
import { meteredSnapshots } from './core/callRecords/meter.ts';
import { createCallRecorder } from './core/callRecords/record.ts';
import { createRunningCalls } from './core/calls/callUpstream.ts';
import { createLeases } from './core/calls/leases.ts';
import { createWaitingElicitations } from './core/calls/waitingElicitations.ts';
import { createClientTokens } from './core/credentials/clientTokens.ts';
import { createTokenVerifier } from './core/endpoints/verifyToken.ts';
import { type Background, createBackground } from './core/kernel/background.ts';
import type { Ctx, Deps, Log } from './core/kernel/context.ts';
import type { Vault } from './core/kernel/vault/vault.ts';
import { createAnswerBytes } from './core/limits/answerBytes.ts';
import { createToolNotices } from './core/marketplace/toolNotices.ts';
import { createSessionAuthenticator } from './core/people/authenticate.ts';
import { createPasswords } from './core/people/password.ts';
import type { Metrics } from './metrics/metrics.ts';
import { openCallCopier } from './start/callCopier.ts';
import { type Closers, createClosers } from './start/closers.ts';
import { openConnectors } from './start/connectors.ts';
import { explained } from './start/failure.ts';
import { openFileStore } from './start/fileStore.ts';
import { openIdentityProvider } from './start/identityProvider.ts';
import { openMeanings } from './start/meanings.ts';
import { metricsPage, openMetrics, watchParts } from './start/metrics.ts';
import { openLimiter } from './start/openLimiter.ts';
import { type OpenedStore, openStore, openVault } from './start/openStore.ts';
import { confinementOf, describeStdioHost } from './start/programs.ts';
import { openTelemetry } from './start/telemetry.ts';
import type { Team } from './start/workers/team.ts';
import { createCaches } from './store/caches.ts';
import { createChanges, type ListeningChanges } from './store/changes.ts';
import type { Database } from './store/database.ts';
import { BOOT_LOCK, withDatabaseLock } from './store/databaseLock.ts';
import type { HttpDeps } from './wire/httpDeps.ts';
import { createWriteFaults } from './wire/writeFaults.ts';

export type Composition = {
  readonly edge: Omit<HttpDeps, 'publicUrl'>;
  /** The operator's context. */
  readonly operator: Ctx;
  /** Describes where stdio servers run and how they are sandboxed, for the start banner. */
  describeStdioHost(): Promise<string>;
  /** Messages for the operator at start. */
  readonly notices: readonly string[];
  /** Runs `work` while no other instance on this database runs it. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Cancels every running call, with an outcome that says so. */
  cutOffCalls(): void;
  /** Closes everything, in the reverse order of opening. */
  close(): Promise<void>;
};

const LISTEN_UNAVAILABLE =
  'A pooler breaks LISTEN: changes are read from the change log, five times a second. Set TOOLYARD_CHANGES=redis, or TOOLYARD_DIRECT_DATABASE_URL to an address without it.';

// The issuer is not the public address, so that tokens stay valid after a change of port or name.
const TOKEN_ISSUER = 'toolyard';
/** A module for the worker thread that reads documents, which imports it by address. */
const WEIGHER = new URL('./formats/weighWorker.ts', import.meta.url);

/**
 * Opens the database, migrates it, checks the master key and wires all parts. Used by the server and by commands that
 * work on the database. `team` connects a worker with its supervisor.
 * @throws an error with a message for the operator, after closing everything it opened
 */
export async function compose(config: Config, log: Logger, team: Team | null = null): Promise<Composition> {
  const closers = createClosers();
  try {
    const dataDir = resolve(config.dataDir);
    const opened = await openStore(config, log, { dataDir, closers, restarts: team?.databaseRestarts ?? null });
    const { vault, notices } = await openVault(config, dataDir, opened.database);
    const confinement = confinementOf(config, dataDir);
    const metrics = await openMetrics(config);
    const changes = await createChanges({
      ...{ url: opened.directUrl, logUrl: opened.url, redisUrl: config.redisUrl, carrier: config.changes },
      ...{ log, staleMs: config.staleMs },
    });
    closers.add(() => changes.close());
    if (metrics) watchParts(metrics, { changes, database: opened.database, dataDir });
    const deps = await joinDeps(config, log, {
      ...{ dataDir, confinement, opened, changes, vault, metrics, closers, team },
    });
    team?.watch({ metrics, toolNotices: deps.toolNotices });
    metrics?.watchRecorder(deps.callRecorder);
    const operator: Ctx = {
      ...deps,
      actor: { kind: 'operator', accountId: null },
      requestId: null,
      endUser: null,
      signal: new AbortController().signal,
    };
    await keyChains(operator);
    return {
      edge: {
        ...toEdge(config, deps),
        ...createWriteFaults(),
        heartbeat: changes.heartbeat,
        clientDocuments: closedWith(createClientDocuments(), closers),
        issuerKeys: closedWith(
          createIssuerKeys({ allow: config.egressAllow, allowIndirect: config.egressAllowIndirect }),
          closers,
        ),
        identityProvider: await openIdentityProvider(config, closers),
        metrics: metricsPage(config, metrics, team),
        workers: team?.state ?? null,
        databaseRestarts: opened.embeddedRestarts,
      },
      operator,
      describeStdioHost: () => describeStdioHost(config, confinement),
      notices: [
        ...opened.notices,
        ...notices,
        ...(config.changes === 'listen' && changes.heartbeat.carrier !== 'listen' ? [LISTEN_UNAVAILABLE] : []),
      ],
      exclusively: (work) => withDatabaseLock(opened.directUrl, { lock: BOOT_LOCK, log }, work),
      cutOffCalls: () => deps.runningCalls.cutOff(),
      close: () => closers.close(),
    };
  } catch (error) {
    await closers.close();
    throw explained(error, config);
  }
}

type Parts = {
  readonly dataDir: string;
  readonly confinement: () => Promise<Confinement>;
  readonly opened: OpenedStore;
  readonly changes: ListeningChanges;
  readonly vault: Vault;
  readonly metrics: Metrics | null;
  readonly closers: Closers;
  readonly team: Team | null;
};

async function joinDeps(config: Config, log: Logger, parts: Parts): Promise<Deps> {
  const { opened, changes, vault, metrics, closers, team } = parts;
  const meter = metrics?.meter ?? null;
  const refusals = createRefusals();
  const limiter = closedWith(
    await openLimiter(config, { log, refusals, meter, counter: team?.counter ?? null }),
    closers,
  );
  metrics?.watchLimiter(limiter);
  const egressRules = { egressAllow: config.egressAllow, egressAllowIndirect: config.egressAllowIndirect };
  const oauth = closedWith(createOAuth(egressRules), closers);
  const callCopier = await openCallCopier(config, { db: opened.database.db, log, metrics, closers });
  const background = createBackground(log);
  closers.add(() => background.drain());
  const connectors = openConnectors(config, log, parts);
  closers.add(async () => {
    await Promise.all(Object.values(connectors).map((connector) => connector.close()));
  });
  const { snapshots, credentials } = createCaches({ changes, meter, snapshotBytesMax: config.snapshotBytesMax });
  metrics?.watchCache('snapshots', snapshots);
  metrics?.watchCache('credentials', credentials);
  const { poolUse: _, close: __, ...database } = opened.database;
  const { liveFeed } = changes;
  const { url, publicAccount } = config.registry;
  return {
    ...database,
    replica: opened.replica,
    fileStore: await openFileStore(config, { dataDir: parts.dataDir, log, metrics, closers }),
    now: () => new Date(),
    log,
    vault,
    changes,
    liveFeed,
    callRecorder: createCallRecorder({ db: database.db, log, meter, background, vault, callCopier, liveFeed }),
    callCopier,
    connectors,
    oauth,
    importer: closedWith(createImporter({ ...egressRules, connectors, weigher: WEIGHER }), closers),
    meanings: await openMeanings(config, { log, metrics, closers }),
    models: closedWith(createModels({ allow: config.egressAllow }), closers),
    registry: url === null ? null : closedWith(createRegistryReader(url, { egressAllow: config.egressAllow }), closers),
    publicRegistry: publicAccount,
    mailer: config.smtp && createMailer(config.smtp),
    renewals: new Map(),
    clientTokens: createClientTokens(),
    signerCache: { signer: null, making: null },
    refusals,
    limiter,
    passwords: createPasswords(),
    snapshots: meter ? meteredSnapshots(snapshots, meter) : snapshots,
    credentials,
    background,
    ...trackCalls(opened.database, log, background),
    meter,
    spans: await openTelemetry(config, { metrics, log, closers }),
    issuer: TOKEN_ISSUER,
    publicUrl: () => config.publicUrl ?? listenUrl(config.host, config.port),
    callTimeoutMs: config.callTimeoutMs,
    jobTimeoutMs: config.jobTimeoutMs,
  };
}

const trackCalls = ({ db }: Database, log: Log, background: Background) => ({
  runningCalls: createRunningCalls(),
  answerBytes: createAnswerBytes(),
  leases: createLeases({ db, log }),
  jobBell: { ring: () => undefined, hold: null },
  waitingElicitations: createWaitingElicitations({ db, log }),
  toolNotices: createToolNotices({ db, now: () => new Date(), background }),
});

/** Registers a part that is closed with everything else. */
function closedWith<T extends { close(): Promise<void> }>(part: T, closers: Closers): T {
  closers.add(() => part.close());
  return part;
}

function toEdge(
  config: Config,
  deps: Deps,
): Pick<Composition['edge'], 'deps' | 'authenticate' | 'known' | 'bodyBytesMax'> {
  const apiKeys = createApiKeyAuthenticator(deps);
  const sessions = createSessionAuthenticator(deps);
  const tokens = createTokenVerifier(deps);
  return {
    deps,
    authenticate: {
      apiKey: apiKeys.authenticate,
      session: (secret) => sessions.authenticate(secret),
      stackToken: tokens.verify,
    },
    known: { apiKey: apiKeys.known, stackToken: tokens.known },
    bodyBytesMax: config.bodyBytesMax,
  };
}
