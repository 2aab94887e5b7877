import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { isRecord } from '../../core/lib/json.ts';
import { ClusterError } from './clusterError.ts';

/** The address of the API server, and the service's credentials for it. */
export type ClusterAccess = {
  /** Without a trailing slash. */
  readonly server: string;
  readonly tls: {
    readonly ca?: Buffer;
    readonly cert?: Buffer;
    readonly key?: Buffer;
    readonly servername?: string;
    readonly rejectUnauthorized: boolean;
  };
  /** The current bearer token, because the cluster rotates tokens in their files; null if a certificate is used. */
  token(): Promise<string | null>;
};

/** Kubernetes mounts these into every pod that has a service account. */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
/** Every certificate of an API server is valid for this name. */
const IN_CLUSTER = 'https://kubernetes.default.svc';

/**
 * Reads a kubeconfig, or the service account of this pod if `path` is null. Sign-in with a program (`exec`,
 * `auth-provider`) or a password isn't supported.
 * @throws ClusterError; Error for a file that can't be read
 */
export async function readAccess(path: string | null): Promise<ClusterAccess> {
  if (path === null) {
    const ca = await readFile(`${SERVICE_ACCOUNT}/ca.crt`);
    return { server: IN_CLUSTER, tls: { ca, rejectUnauthorized: true }, token: tokenIn(`${SERVICE_ACCOUNT}/token`) };
  }
  const config = recordOf(parse(await readFile(path, 'utf8')));
  const context = named(config, 'contexts', 'context', textIn(config, 'current-context'));
  if (context === null) throw new ClusterError(null, 'the kubeconfig has no current context');
  const cluster = named(config, 'clusters', 'cluster', textIn(context, 'cluster'));
  const server = textIn(cluster ?? {}, 'server');
  if (cluster === null || server === null) throw new ClusterError(null, 'the kubeconfig names no API server');
  const user = named(config, 'users', 'user', textIn(context, 'user')) ?? {};
  const place = dirname(path);
  const [ca, cert, key] = await Promise.all([
    bytesOf(cluster, 'certificate-authority', place),
    bytesOf(user, 'client-certificate', place),
    bytesOf(user, 'client-key', place),
  ]);
  const servername = textIn(cluster, 'tls-server-name');
  return {
    server: server.endsWith('/') ? server.slice(0, -1) : server,
    tls: {
      ...(ca && { ca }),
      ...(cert && { cert }),
      ...(key && { key }),
      ...(servername !== null && { servername }),
      rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true,
    },
    token: tokenOf(user, place, cert !== null),
  };
}

function tokenOf(user: Fields, place: string, hasCertificate: boolean): ClusterAccess['token'] {
  const token = textIn(user, 'token');
  if (token !== null) return async () => token;
  const file = textIn(user, 'tokenFile');
  if (file !== null) return tokenIn(resolve(place, file));
  if (hasCertificate) return async () => null;
  throw new ClusterError(
    null,
    'the kubeconfig has no token, tokenFile or client certificate: use the token of a service account',
  );
}

const tokenIn =
  (path: string): ClusterAccess['token'] =>
  async () =>
    (await readFile(path, 'utf8')).trim();

type Fields = Readonly<Record<string, unknown>>;

const recordOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/** Returns `{ name, [kind]: … }` of a list by its name, without the name. */
function named(config: Fields, list: string, kind: string, name: string | null): Fields | null {
  const entries = config[list];
  if (!Array.isArray(entries) || name === null) return null;
  const match: unknown = entries.find((entry) => recordOf(entry)['name'] === name);
  return match === undefined ? null : recordOf(recordOf(match)[kind]);
}

function textIn(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads `NAME-data`, which is base64, or the file at the path in `NAME`. */
async function bytesOf(fields: Fields, name: string, place: string): Promise<Buffer | null> {
  const data = textIn(fields, `${name}-data`);
  if (data !== null) return Buffer.from(data, 'base64');
  const path = textIn(fields, name);
  return path === null ? null : readFile(resolve(place, path));
}
