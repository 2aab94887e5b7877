import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Variable } from '../../config/config.ts';
import { parsePairs } from '../../config/otlp.ts';
import { percentDecoded } from '../../core/lib/text.ts';
import { withoutTrailing } from '../../core/lib/trim.ts';
import { parseHostList } from '../../store/hostList.ts';
import type { Environment } from '../env.ts';

/**
 * How a report shows a variable: its value, or only that it's set. In the latter case, nothing in the report may
 * contain it (`secret`), an entry of its comma-separated list (`secrets`), a value of its pairs (`headers`), or its
 * password (`address`).
 */
type Disclosure = 'value' | 'set' | 'secret' | 'secrets' | 'headers' | 'address';

/** How each variable is shown. A variable without an entry is a type error. */
const DISCLOSURES = {
  HOST: 'set',
  PORT: 'value',
  TOOLYARD_PUBLIC_URL: 'address',
  TOOLYARD_DATA_DIR: 'set',
  TOOLYARD_WORKERS: 'value',
  DATABASE_URL: 'address',
  TOOLYARD_DIRECT_DATABASE_URL: 'address',
  TOOLYARD_REPLICA_DATABASE_URL: 'address',
  TOOLYARD_STALE_SECONDS: 'value',
  TOOLYARD_DATABASE_POOL: 'value',
  REDIS_URL: 'address',
  TOOLYARD_CHANGES: 'value',
  TOOLYARD_CALLS_URL: 'address',
  TOOLYARD_EMBEDDINGS_URL: 'address',
  TOOLYARD_FILES_URL: 'address',
  TOOLYARD_MASTER_KEY: 'secret',
  TOOLYARD_MASTER_KEY_FILE: 'set',
  TOOLYARD_MASTER_KEY_COMMAND: 'set',
  TOOLYARD_MASTER_KEY_PREVIOUS: 'secrets',
  TOOLYARD_RATE_LIMITS: 'value',
  TOOLYARD_EGRESS_ALLOW: 'set',
  TOOLYARD_EGRESS_ALLOW_INDIRECT: 'set',
  TOOLYARD_BODY_BYTES_MAX: 'value',
  TOOLYARD_SNAPSHOT_CACHE_MB: 'value',
  TOOLYARD_CALL_TIMEOUT_SECONDS: 'value',
  TOOLYARD_JOB_TIMEOUT_SECONDS: 'value',
  TOOLYARD_DRAIN_SECONDS: 'value',
  TOOLYARD_LAME_DUCK_SECONDS: 'value',
  TOOLYARD_CALL_RETENTION_DAYS: 'value',
  TOOLYARD_ENDED_RETENTION_DAYS: 'value',
  TOOLYARD_AUDIT_RETENTION_DAYS: 'value',
  TOOLYARD_STDIO_IDLE_SECONDS: 'value',
  TOOLYARD_STDIO_PROCESSES_PER_ACCOUNT: 'value',
  TOOLYARD_STDIO_MEMORY_MB_PER_ACCOUNT: 'value',
  TOOLYARD_STDIO_FILES_MB_PER_ACCOUNT: 'value',
  TOOLYARD_STDIO_UNCONFINED: 'value',
  TOOLYARD_PROGRAMS: 'value',
  TOOLYARD_NPM_REGISTRY: 'address',
  TOOLYARD_NPM_PROXY: 'address',
  TOOLYARD_KUBERNETES_NAMESPACE: 'set',
  TOOLYARD_KUBERNETES_IMAGE: 'set',
  TOOLYARD_KUBERNETES_RUNTIME_CLASS: 'value',
  TOOLYARD_KUBERNETES_PROXY_IP: 'set',
  TOOLYARD_KUBERNETES_CONFIG: 'set',
  TOOLYARD_TRUST_PROXY: 'value',
  TOOLYARD_CORS_ORIGINS: 'set',
  TOOLYARD_GRAPHQL_DOCUMENTS: 'set',
  TOOLYARD_GRAPHQL_DOCUMENTS_ONLY: 'value',
  TOOLYARD_METRICS_TOKEN: 'secret',
  TOOLYARD_OIDC_ISSUER: 'address',
  TOOLYARD_OIDC_CLIENT_ID: 'set',
  TOOLYARD_OIDC_CLIENT_SECRET: 'secret',
  TOOLYARD_OIDC_LABEL: 'set',
  TOOLYARD_OIDC_DOMAINS: 'set',
  TOOLYARD_MCP_REGISTRY_URL: 'address',
  TOOLYARD_REGISTRY_ACCOUNT: 'set',
  TOOLYARD_SMTP_URL: 'address',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'address',
  OTEL_EXPORTER_OTLP_HEADERS: 'headers',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'value',
  OTEL_EXPORTER_OTLP_TIMEOUT: 'value',
  OTEL_SERVICE_NAME: 'set',
  OTEL_RESOURCE_ATTRIBUTES: 'set',
  OTEL_BSP_SCHEDULE_DELAY: 'value',
  OTEL_METRIC_EXPORT_INTERVAL: 'value',
  TOOLYARD_LOG_LEVEL: 'value',
} as const satisfies Record<Variable, Disclosure>;

const OF_COMMANDS = {
  TOOLYARD_URL: 'address',
  TOOLYARD_API_KEY: 'secret',
  TOOLYARD_PROFILE: 'set',
} as const satisfies Record<string, Disclosure>;

const ALL: readonly (readonly [string, Disclosure])[] = Object.entries({ ...DISCLOSURES, ...OF_COMMANDS });

/** The set variables, with values that may be shown. */
export const settingsOf = ({ variable }: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ALL.flatMap(([name, disclosure]) => {
      const value = variable(name);
      return value === undefined ? [] : [[name, disclosure === 'value' ? value : '(set)']];
    }),
  );

/**
 * Secret texts that no bundle may contain, including those in files. User names are excluded, because `toolyard` and
 * `default` occur everywhere.
 */
export function secretsInSettings({ variable }: Environment, { masterKey, dataDir }: Config): readonly string[] {
  const inVariables = ALL.flatMap(([name, disclosure]) => {
    const value = variable(name);
    return value === undefined ? [] : SECRETS_IN[disclosure](value);
  });
  const file = masterKey.from === 'file' ? masterKey.path : join(dataDir, 'master.key');
  const inFile = existsSync(file) ? [unpadded(readFileSync(file, 'utf8'))] : [];
  return [...inVariables, ...inFile].filter((text) => text !== '');
}

const SECRETS_IN: Readonly<Record<Disclosure, (value: string) => readonly string[]>> = {
  value: () => [],
  set: () => [],
  secret: (value) => [unpadded(value)],
  secrets: (value) => value.split(',').map(unpadded),
  // A credential is also searched without its scheme, as in `Bearer …`.
  headers: (value) => Object.values(parsePairs(value)).flatMap((sent) => [sent, sent.replace(/^\S+\s+/, '')]),
  address: (address) => {
    const [first = null] = parseHostList(address).urls;
    return first === null ? [address] : [first.password, percentDecoded(first.password)];
  },
};

/** Trims a secret and removes padding of base64, because a copy may lack it. */
const unpadded = (text: string): string => withoutTrailing(text.trim(), '=');
