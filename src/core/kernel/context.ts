import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import type { Refusals } from '../audit/refusals.ts';
import type { CallCopier } from '../callRecords/copier.ts';
import type { CallSurface } from '../callRecords/decision.ts';
import type { Meter } from '../callRecords/meter.ts';
import type { CallRecorder } from '../callRecords/record.ts';
import type { RunningCalls } from '../calls/callUpstream.ts';
import type { Connectors } from '../calls/connector.ts';
import type { Leases } from '../calls/leases.ts';
import type { UpstreamTask } from '../calls/upstreamTask.ts';
import type { WaitingElicitations } from '../calls/waitingElicitations.ts';
import type { Models } from '../chat/modelPort.ts';
import type { ClientTokens } from '../credentials/clientTokens.ts';
import type { OAuth } from '../credentials/oauthPort.ts';
import type { Renewals } from '../credentials/renew.ts';
import type { SignerCache } from '../endpoints/signingKey.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { JobBell } from '../jobs/jobRunner.ts';
import type { ReadThroughCache } from '../lib/readThroughCache.ts';
import type { SpanSink } from '../lib/spans.ts';
import type { TraceContext } from '../lib/traceContext.ts';
import type { AnswerBytes, WhenAnswered } from '../limits/answerBytes.ts';
import type { Replica } from '../limits/heavyReads.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Importer } from '../marketplace/importPort.ts';
import type { ToolNotices } from '../marketplace/toolNotices.ts';
import type { UploadParts } from '../marketplace/uploadParts.ts';
import type { Passwords } from '../people/password.ts';
import type { RegistryReader } from '../registry/registryPort.ts';
import type { SealedValues } from '../results/sealedValues.ts';
import type { Meanings } from '../search/meanings.ts';
import type { SnapshotCredentials, StackSnapshot } from '../snapshots/snapshot.ts';
import type { Actor } from './actor.ts';
import type { Background } from './background.ts';
import type { Changes } from './changes.ts';
import type { AccountId } from './ids.ts';
import type { LiveFeed } from './liveFeed.ts';
import type { Vault } from './vault/vault.ts';
import type { IdempotentRequest } from './writeIdempotent.ts';

/** The database, outside any transaction. */
export type Db = PrismaClient;
/** The database inside one transaction. */
export type Tx = Prisma.TransactionClient;

/** The account and signal of a request, for waiting in fair queues. */
export type Requester = { readonly accountId: AccountId | null; readonly signal: AbortSignal };

/** The requester of a request. */
export const requesterOf = ({ actor: { accountId }, signal }: Pick<Ctx, 'actor' | 'signal'>): Requester => ({
  accountId,
  signal,
});

/** The part of a logger that `core/` uses. Fields must not contain secrets. */
export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Process-wide dependencies. Created once, by `compose.ts`. */
export type Deps = {
  readonly db: Db;
  /** Null: all reads use `db`. */
  readonly replica: Replica | null;
  readonly sealedValues: SealedValues;
  readonly uploadParts: UploadParts;
  readonly fileStore: FileStore;
  readonly now: () => Date;
  readonly log: Log;
  readonly vault: Vault;
  readonly changes: Changes;
  /** Calls and audit events of all instances, as they happen. */
  readonly liveFeed: LiveFeed;
  readonly callRecorder: CallRecorder;
  /** Null: call records exist only in the database. */
  readonly callCopier: CallCopier | null;
  readonly connectors: Connectors;
  readonly oauth: OAuth;
  readonly importer: Importer;
  readonly models: Models;
  /** Null: search compares only words. */
  readonly meanings: Meanings | null;
  /** Null: the registry is turned off. */
  readonly registry: RegistryReader | null;
  /** The account whose endpoints the public registry lists; null: none is public. */
  readonly publicRegistry: AccountId | null;
  /** Null: no mail server is configured. */
  readonly mailer: Mailer | null;
  /** Sign-ins that this instance is renewing, by credential id. */
  readonly renewals: Renewals;
  /** Access tokens obtained by OAuth clients, only in memory. */
  readonly clientTokens: ClientTokens;
  /** The decrypted signing key. */
  readonly signerCache: SignerCache;
  readonly limiter: Limiter;
  /** Refused requests that are not recorded yet. */
  readonly refusals: Refusals;
  readonly passwords: Passwords;
  readonly snapshots: ReadThroughCache<StackSnapshot>;
  /** Cached credentials, by stack server and owner. `storedCredentials.ts` defines the keys. */
  readonly credentials: ReadThroughCache<SnapshotCredentials>;
  readonly background: Background;
  readonly runningCalls: RunningCalls;
  readonly answerBytes: AnswerBytes;
  readonly leases: Leases;
  /** The job runner of this process. `hold` is null where no jobs run. The runner sets both. */
  readonly jobBell: JobBell;
  readonly waitingElicitations: WaitingElicitations;
  readonly toolNotices: ToolNotices;
  /** Null if metrics are off. */
  readonly meter: Meter | null;
  /** Null if tracing is off. */
  readonly spans: SpanSink | null;
  /** The claim `iss` of stack tokens. Changing it invalidates every issued token. */
  readonly issuer: string;
  /** The address at which browsers reach this service, without a trailing slash. */
  publicUrl(): string;
  /** Time limit of one tool call. */
  readonly callTimeoutMs: number;
  /** Time limit of one job. */
  readonly jobTimeoutMs: number;
};

/** First argument of every verb: the caller and the dependencies. */
export type Ctx = Deps & {
  readonly actor: Actor;
  readonly requestId: string | null;
  /** Absent if the request didn't come over a call surface. */
  readonly surface?: CallSurface;
  /** When the request arrived, by `performance.now()`. */
  readonly receivedAt?: number;
  /** MCP session of the request; an id used only to correlate requests. */
  readonly mcpSession?: string;
  /** The run of the program that makes the call; absent for other calls. */
  readonly programRun?: string;
  /** The trace that the caller's request is part of. */
  readonly trace?: TraceContext | null;
  /** The end user that the caller acts for, identified by the caller's own id; null if it acts for itself. */
  readonly endUser: string | null;
  /** The key with which the caller retries a creation whose response was lost; absent if the caller sent none. */
  readonly idempotency?: IdempotentRequest;
  /** Awaited right before a call's request is sent; if it throws, nothing is sent. Absent outside jobs. */
  beforeSend?(): Promise<void>;
  /** Stores the task that an upstream makes of the call; absent outside jobs. */
  readonly upstreamTask?: UpstreamTask;
  /** Aborted when the caller disconnects or the process stops. */
  readonly signal: AbortSignal;
  /** Ends the request as if its caller had disconnected; absent if there is no HTTP request. */
  leave?(): void;
  /** Absent if no caller waits for a response, as in a command. */
  readonly whenAnswered?: WhenAnswered;
};
