import { z } from 'zod';
import type { EgressRule } from '../connectors/egress/allow.ts';
import { type NpmProxy, npmProxyOf } from '../connectors/egress/npmProxy.ts';
import type { KubernetesSettings } from '../connectors/kubernetes/settings.ts';
import type { EmbeddingsSettings } from '../connectors/models/embeddings.ts';
import { DOCUMENTED_LIMITS, type LimitClass } from '../core/kernel/limitClasses.ts';
import { parseMasterKey } from '../core/kernel/vault/masterKey.ts';
import { withoutTrailingSlashes } from '../core/lib/trim.ts';
import { DATA_DIR_DEFAULT } from '../start/compileCache.js';
import type { BucketSettings } from '../store/fileBucket.ts';
import { type CallsSettings, parseCallsUrl } from './calls.ts';
import { parseEmbeddingsUrl } from './embeddings.ts';
import { parseFilesUrl } from './files.ts';
import { GRAPHQL_VARIABLES, type GraphqlSettings } from './graphql.ts';
import { OIDC_VARIABLES, type OidcSettings, oidcOf } from './oidc.ts';
import { OTLP_VARIABLES, type OtlpSettings, otlpOf } from './otlp.ts';
import { crossProblems } from './problems.ts';
import { kubernetesOf, PROGRAMS_VARIABLES } from './programs.ts';
import { REGISTRY_VARIABLES, type RegistrySettings } from './registry.ts';
import { parseSmtpUrl, type SmtpSettings } from './smtp.ts';
import { readSources, SECRET_VARIABLES, unknownNames, type ValueSource } from './sources.ts';
import {
  databaseAddress,
  parsedBy,
  parseOrigins,
  parseRateLimits,
  proxyHops,
  readEgressAllow,
  redisAddress,
  url,
  whole,
  wholeOrUnset,
  workerSetting,
} from './values.ts';

/** The checked configuration; `.env.example` describes each variable. */
export type Config = {
  readonly host: string;
  readonly port: number;
  /** The address clients use, without a trailing slash; null: the server's own listening address. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  /** Processes that serve requests; `auto`: as many as the machine has room for. */
  readonly workers: number | 'auto';
  /** Null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly databasePoolMax: number;
  /** A replica for reads that may be a few seconds old; null: none. */
  readonly replicaUrl: string | null;
  readonly redisUrl: string | null;
  /** How changes are sent between instances. */
  readonly changes: 'listen' | 'redis';
  /** Null: call records exist only in the database. */
  readonly calls: CallsSettings | null;
  /** Null: search compares only words. */
  readonly embeddings: EmbeddingsSettings | null;
  /** The bucket for stored files; null: a folder of `dataDir`. */
  readonly files: BucketSettings | null;
  readonly masterKey: MasterKeySource;
  readonly limits: Readonly<Record<LimitClass, number>> | 'off';
  readonly egressAllow: readonly EgressRule[];
  /** Private addresses that may also be reached if an upstream or external document names them. */
  readonly egressAllowIndirect: readonly EgressRule[];
  /** Origins whose pages may read GraphQL and REST responses with their own key or token. */
  readonly corsOrigins: readonly string[];
  readonly graphql: GraphqlSettings;
  readonly bodyBytesMax: number;
  /** Limit on the estimated bytes of all stack snapshots in memory. */
  readonly snapshotBytesMax: number;
  readonly callTimeoutMs: number;
  readonly jobTimeoutMs: number;
  /** How long running requests and calls may take to finish when the service stops. */
  readonly drainMs: number;
  /** How long the service keeps accepting requests while reporting not ready, before it stops. */
  readonly lameDuckMs: number;
  /** How long cached data may be used while changes do not arrive and the database does not respond. */
  readonly staleMs: number;
  /** Direct URL for listening and locking, if `databaseUrl` points to a pooler; null: use `databaseUrl`. */
  readonly directDatabaseUrl: string | null;
  readonly callRetentionDays: number;
  /** Retention of revoked or expired keys and tokens. */
  readonly endedRetentionDays: number;
  /** Retention of audit events; null: forever. */
  readonly auditRetentionDays: number | null;
  readonly stdioIdleMs: number;
  readonly stdioProcessesPerAccountMax: number;
  /** Combined limits for all programs of one account. */
  readonly stdioTotalsPerAccountMax: { readonly memoryBytes: number; readonly fileBytes: number };
  /** The npm registry from which programs are installed; null: npm’s own. */
  readonly npmRegistry: string | null;
  /** The operator's proxy to the npm registry, which only programs use. */
  readonly npmProxy: NpmProxy | null;
  /** Where programs run; null: on this machine. */
  readonly kubernetes: KubernetesSettings | null;
  /** True if third-party programs may run without confinement. */
  readonly isUnconfinedAllowed: boolean;
  /** Number of proxies in front of this service. Each appends its caller's address to `X-Forwarded-For`. */
  readonly proxyHops: number;
  /** Null without single sign-on. */
  readonly oidc: OidcSettings | null;
  readonly registry: RegistrySettings;
  /** Null: no e-mail is sent. */
  readonly smtp: SmtpSettings | null;
  /** The token for `/metrics`; null: the page does not exist. */
  readonly metricsToken: string | null;
  /** Null: nothing is exported. */
  readonly otlp: OtlpSettings | null;
  readonly logLevel: LogLevel;
};

/** The source of the master key; `generated` stores one in the data directory of the embedded database. */
export type MasterKeySource = {
  /** The id of a lost key, whose values are being given up. */
  readonly lost?: string;
} & (
  | { readonly from: 'value'; readonly key: Buffer; readonly previous: readonly Buffer[] }
  | { readonly from: 'file'; readonly path: string; readonly previous: readonly Buffer[] }
  | { readonly from: 'command'; readonly command: string; readonly previous: readonly Buffer[] }
  | { readonly from: 'generated'; readonly previous: readonly Buffer[] }
);

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** All problems of the environment together; names variables, never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535, 4_000),
  TOOLYARD_PUBLIC_URL: url('http:', 'https:').optional(),
  TOOLYARD_DATA_DIR: z.string().default(DATA_DIR_DEFAULT),
  TOOLYARD_WORKERS: workerSetting,
  DATABASE_URL: databaseAddress.optional(),
  TOOLYARD_DIRECT_DATABASE_URL: databaseAddress.optional(),
  TOOLYARD_REPLICA_DATABASE_URL: databaseAddress.optional(),
  TOOLYARD_STALE_SECONDS: whole(0, 86_400, 0),
  TOOLYARD_DATABASE_POOL: whole(2, 200, 10),
  REDIS_URL: redisAddress.optional(),
  TOOLYARD_CHANGES: z.enum(['listen', 'redis'], 'must be listen or redis').default('listen'),
  TOOLYARD_CALLS_URL: parsedBy(parseCallsUrl).nullable().default(null),
  TOOLYARD_EMBEDDINGS_URL: parsedBy(parseEmbeddingsUrl).nullable().default(null),
  TOOLYARD_FILES_URL: parsedBy(parseFilesUrl).nullable().default(null),
  TOOLYARD_MASTER_KEY: parsedBy(parseMasterKey).optional(),
  TOOLYARD_MASTER_KEY_FILE: z.string().optional(),
  TOOLYARD_MASTER_KEY_COMMAND: z.string().optional(),
  TOOLYARD_MASTER_KEY_PREVIOUS: parsedBy((text) => text.split(',').map((key) => parseMasterKey(key.trim()))).default(
    [],
  ),
  TOOLYARD_RATE_LIMITS: parsedBy(parseRateLimits).default(DOCUMENTED_LIMITS),
  TOOLYARD_EGRESS_ALLOW: parsedBy(readEgressAllow).default([]),
  TOOLYARD_EGRESS_ALLOW_INDIRECT: parsedBy(readEgressAllow).default([]),
  TOOLYARD_CORS_ORIGINS: parsedBy(parseOrigins).default([]),
  ...GRAPHQL_VARIABLES,
  TOOLYARD_BODY_BYTES_MAX: whole(1_024, 64 * 1_048_576, 1_048_576),
  TOOLYARD_SNAPSHOT_CACHE_MB: whole(8, 65_536, 256),
  TOOLYARD_CALL_TIMEOUT_SECONDS: whole(1, 3_600, 120),
  TOOLYARD_JOB_TIMEOUT_SECONDS: whole(1, 86_400, 3_600),
  TOOLYARD_DRAIN_SECONDS: wholeOrUnset(0, 3_600).optional(),
  TOOLYARD_LAME_DUCK_SECONDS: whole(0, 300, 0),
  TOOLYARD_CALL_RETENTION_DAYS: whole(1, 3_650, 30),
  TOOLYARD_ENDED_RETENTION_DAYS: whole(1, 3_650, 30),
  TOOLYARD_AUDIT_RETENTION_DAYS: wholeOrUnset(1, 36_500).optional(),
  TOOLYARD_STDIO_IDLE_SECONDS: whole(1, 86_400, 300),
  TOOLYARD_STDIO_PROCESSES_PER_ACCOUNT: whole(1, 128, 32),
  TOOLYARD_STDIO_MEMORY_MB_PER_ACCOUNT: whole(64, 1_048_576, 4_096),
  TOOLYARD_STDIO_FILES_MB_PER_ACCOUNT: whole(1, 1_048_576, 1_024),
  TOOLYARD_STDIO_UNCONFINED: z.enum(['true', 'false'], 'must be true or false').default('false'),
  ...PROGRAMS_VARIABLES,
  TOOLYARD_TRUST_PROXY: proxyHops,
  ...REGISTRY_VARIABLES,
  TOOLYARD_SMTP_URL: parsedBy(parseSmtpUrl).optional(),
  TOOLYARD_METRICS_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9._~+/-]{16,256}=*$/, 'must be 16 to 256 letters, digits or any of . _ ~ + / -')
    .optional(),
  ...OIDC_VARIABLES,
  ...OTLP_VARIABLES,
  TOOLYARD_LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

type Environment = z.output<typeof environment>;

/** The name of a variable that the server reads. */
export type Variable = keyof Environment;

/** Variables that are set, with their raw values. */
export type SetVariables = Readonly<Partial<Record<Variable, string>>>;

function masterKeyOf(env: Environment): MasterKeySource {
  const previous = env.TOOLYARD_MASTER_KEY_PREVIOUS;
  if (env.TOOLYARD_MASTER_KEY !== undefined) return { from: 'value', key: env.TOOLYARD_MASTER_KEY, previous };
  if (env.TOOLYARD_MASTER_KEY_FILE !== undefined) return { from: 'file', path: env.TOOLYARD_MASTER_KEY_FILE, previous };
  const command = env.TOOLYARD_MASTER_KEY_COMMAND;
  return command === undefined ? { from: 'generated', previous } : { from: 'command', command, previous };
}

/** The address of a server that listens on `host` and `port`. */
export const listenUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const VARIABLES: readonly string[] = Object.keys(environment.shape);

/**
 * Parses the environment; an empty variable counts as unset. Secrets may come from files.
 * @throws ConfigError with every problem
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { values, problems: unread } = readSources(env, VARIABLES);
  const set: SetVariables = values;
  const parsed = environment.safeParse(set);
  const single = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  const problems = [...unknownNames(env, VARIABLES), ...unread, ...single, ...crossProblems(set)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

/** An effective setting. `value` is the raw text or the default; null if there is neither. */
export type EffectiveSetting = {
  readonly name: string;
  readonly value: unknown;
  readonly source: ValueSource | { readonly from: 'default' };
  readonly isSecret: boolean;
};

/** Every setting with its value and source. Includes secrets: mask them before you show settings. */
export function effectiveSettings(env: Readonly<Record<string, string | undefined>>): readonly EffectiveSetting[] {
  const { values, sources } = readSources(env, VARIABLES);
  return Object.entries(environment.shape).map(([name, schema]) => ({
    name,
    value: values[name] ?? schema.safeParse(undefined).data ?? null,
    source: sources[name] ?? { from: 'default' },
    isSecret: SECRET_VARIABLES.includes(name),
  }));
}

function toConfig(env: Environment): Config {
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.TOOLYARD_PUBLIC_URL === undefined ? null : withoutTrailingSlashes(env.TOOLYARD_PUBLIC_URL),
    dataDir: env.TOOLYARD_DATA_DIR,
    workers: env.TOOLYARD_WORKERS,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePoolMax: env.TOOLYARD_DATABASE_POOL,
    directDatabaseUrl: env.TOOLYARD_DIRECT_DATABASE_URL ?? null,
    staleMs: env.TOOLYARD_STALE_SECONDS * 1_000,
    replicaUrl: env.TOOLYARD_REPLICA_DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    changes: env.TOOLYARD_CHANGES,
    calls: env.TOOLYARD_CALLS_URL,
    embeddings: env.TOOLYARD_EMBEDDINGS_URL,
    files: env.TOOLYARD_FILES_URL,
    masterKey: masterKeyOf(env),
    limits: env.TOOLYARD_RATE_LIMITS,
    egressAllow: env.TOOLYARD_EGRESS_ALLOW,
    egressAllowIndirect: env.TOOLYARD_EGRESS_ALLOW_INDIRECT,
    corsOrigins: env.TOOLYARD_CORS_ORIGINS,
    graphql: {
      documentsFile: env.TOOLYARD_GRAPHQL_DOCUMENTS ?? null,
      isTrustedOnly: env.TOOLYARD_GRAPHQL_DOCUMENTS_ONLY === 'true',
    },
    bodyBytesMax: env.TOOLYARD_BODY_BYTES_MAX,
    snapshotBytesMax: env.TOOLYARD_SNAPSHOT_CACHE_MB * 1_048_576,
    callTimeoutMs: env.TOOLYARD_CALL_TIMEOUT_SECONDS * 1_000,
    jobTimeoutMs: env.TOOLYARD_JOB_TIMEOUT_SECONDS * 1_000,
    // By default, long enough for a call that began just before the shutdown.
    drainMs: (env.TOOLYARD_DRAIN_SECONDS ?? env.TOOLYARD_CALL_TIMEOUT_SECONDS) * 1_000,
    lameDuckMs: env.TOOLYARD_LAME_DUCK_SECONDS * 1_000,
    callRetentionDays: env.TOOLYARD_CALL_RETENTION_DAYS,
    endedRetentionDays: env.TOOLYARD_ENDED_RETENTION_DAYS,
    auditRetentionDays: env.TOOLYARD_AUDIT_RETENTION_DAYS ?? null,
    stdioIdleMs: env.TOOLYARD_STDIO_IDLE_SECONDS * 1_000,
    stdioProcessesPerAccountMax: env.TOOLYARD_STDIO_PROCESSES_PER_ACCOUNT,
    stdioTotalsPerAccountMax: {
      memoryBytes: env.TOOLYARD_STDIO_MEMORY_MB_PER_ACCOUNT * 1_048_576,
      fileBytes: env.TOOLYARD_STDIO_FILES_MB_PER_ACCOUNT * 1_048_576,
    },
    npmRegistry: env.TOOLYARD_NPM_REGISTRY ?? null,
    npmProxy: env.TOOLYARD_NPM_PROXY ? npmProxyOf(env.TOOLYARD_NPM_PROXY, env.TOOLYARD_NPM_REGISTRY ?? null) : null,
    kubernetes: kubernetesOf(env),
    isUnconfinedAllowed: env.TOOLYARD_STDIO_UNCONFINED === 'true',
    proxyHops: env.TOOLYARD_TRUST_PROXY,
    oidc: oidcOf(env),
    registry: {
      url: env.TOOLYARD_MCP_REGISTRY_URL,
      publicAccount: env.TOOLYARD_REGISTRY_ACCOUNT ?? null,
    },
    smtp: env.TOOLYARD_SMTP_URL ?? null,
    metricsToken: env.TOOLYARD_METRICS_TOKEN ?? null,
    otlp: otlpOf(env),
    logLevel: env.TOOLYARD_LOG_LEVEL,
  };
}
