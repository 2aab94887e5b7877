import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closestMatch } from 'leven';

type Env = Readonly<Record<string, string | undefined>>;

/** The source of a variable's value. `path` is its file. */
export type ValueSource = { readonly from: 'environment' } | FileSource;
/** A file of the operator's, or a systemd credential. */
type FileSource = { readonly from: 'file' | 'credential'; readonly path: string };

/** The set variables with their raw values and sources, and the problems of reading them. */
type Sources = {
  readonly values: Readonly<Record<string, string>>;
  readonly sources: Readonly<Record<string, ValueSource>>;
  readonly problems: readonly string[];
};

/** Variables that contain secrets. Each can be read from the file that `<NAME>_FILE` names. */
export const SECRET_VARIABLES: readonly string[] = [
  'DATABASE_URL',
  'TOOLYARD_DIRECT_DATABASE_URL',
  'TOOLYARD_REPLICA_DATABASE_URL',
  'REDIS_URL',
  'TOOLYARD_CALLS_URL',
  'TOOLYARD_EMBEDDINGS_URL',
  'TOOLYARD_FILES_URL',
  'TOOLYARD_MASTER_KEY',
  'TOOLYARD_MASTER_KEY_PREVIOUS',
  'TOOLYARD_SMTP_URL',
  'TOOLYARD_METRICS_TOKEN',
  'TOOLYARD_NPM_PROXY',
  'TOOLYARD_OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** Maximum bytes of a secret's file: more than any secret needs. */
const FILE_BYTES_MAX = 64 * 1_024;

/** Collects the values from the environment, from `*_FILE` variables and from systemd's credentials directory. */
export function readSources(env: Env, known: readonly string[]): Sources {
  const values: Record<string, string> = {};
  const sources: Record<string, ValueSource> = {};
  const problems: string[] = [];
  for (const name of known) {
    if (!env[name]) continue;
    values[name] = env[name];
    sources[name] = { from: 'environment' };
  }
  for (const name of SECRET_VARIABLES) {
    const source = sourceOfSecret(name, env);
    if (source === null || (source.from === 'credential' && values[name] !== undefined)) continue;
    const read = values[name] === undefined ? readSecret(name, source) : `${name} and ${name}_FILE: set one of them`;
    if (typeof read === 'string') {
      problems.push(read);
      continue;
    }
    values[read.variable] = read.value;
    sources[read.variable] = source;
  }
  return { values, sources, problems };
}

/**
 * The file of a secret: the one that `<NAME>_FILE` names, otherwise the systemd credential with that name; null if
 * there is neither.
 */
function sourceOfSecret(name: string, env: Env): FileSource | null {
  const named = env[`${name}_FILE`];
  if (named) return { from: 'file', path: named };
  const directory = env['CREDENTIALS_DIRECTORY'];
  const path = directory ? join(directory, name) : null;
  return path !== null && existsSync(path) ? { from: 'credential', path } : null;
}

/** Returns the variable that the file sets, or the problem. */
function readSecret(
  name: string,
  { from, path }: FileSource,
): { readonly variable: string; readonly value: string } | string {
  // The vault reads the key file itself, and rereads it for a rotation.
  if (name === 'TOOLYARD_MASTER_KEY') return { variable: `${name}_FILE`, value: path };
  try {
    const bytes = readFileSync(path);
    const value = bytes.length > FILE_BYTES_MAX ? '' : bytes.toString('utf8').trim();
    if (value !== '') return { variable: name, value };
  } catch {
    // Reported below.
  }
  return `${from === 'file' ? `${name}_FILE` : name}: ${path} can't be read, is empty or exceeds 64 KiB`;
}

/** Variables of the `toolyard` command, the client libraries and their snippets. The server doesn't read them. */
const OF_CLIENTS = /^TOOLYARD_(API_KEY|PROFILE|URL|STACK(_\w+)?|TOKEN(_\w+)?)$/;
/** Variables that Kubernetes sets in every pod for a Service named toolyard. */
const OF_KUBERNETES =
  /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w{1,63})?|PORT(?:_\d{1,5}_(?:TCP|UDP|SCTP)(?:_[A-Z]{1,5})?)?)$/;

/** Reports unknown `TOOLYARD_*` variables, each with the nearest known name. */
export function unknownNames(env: Env, known: readonly string[]): readonly string[] {
  const names = [...known, ...SECRET_VARIABLES.map((name) => `${name}_FILE`)];
  return Object.keys(env)
    .filter((name) => name.startsWith('TOOLYARD_') && env[name] && !names.includes(name))
    .filter((name) => !OF_CLIENTS.test(name) && !OF_KUBERNETES.test(name))
    .map((name) => {
      const meant = closestMatch(name.slice(0, NAME_LENGTH_MAX), names, { maxDistance: 6 });
      return `${name}: no such setting${meant === undefined ? '' : `. Did you mean ${meant}?`}`;
    });
}

/** Maximum characters of a name to compare with known names, all of which are shorter. */
const NAME_LENGTH_MAX = 100;
