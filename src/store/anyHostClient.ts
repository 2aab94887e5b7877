import { Client } from 'pg';
import { parseDatabaseAddress, type ServerRole } from './databaseAddress.ts';

/** Less than the time in which a connection must be made. */
const PROBE_MS_MAX = 2_000;
/** How long a server that was found is used for further connections without asking again. */
const TRUSTED_MS = 500;
/** PostgreSQL's code for a refused write, so that the failure is reported like that of a standby. */
const READ_ONLY = '25006';

type Host = { readonly host: string; readonly port: number };

/** The class of this address's clients. With several hosts, each client finds the server to use when it connects. */
export function clientClassOf(address: string): typeof Client {
  const { urls, role } = parseDatabaseAddress(address);
  if (urls.length === 1) return Client;
  const find = createFinder(urls, role);
  return class extends Client {
    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | undefined {
      const connected = find().then((host) => {
        Object.assign(this, host);
        return super.connect();
      });
      if (!callback) return connected;
      connected.then(
        (client) => Reflect.apply(callback, this, [null, client]),
        (error: unknown) => Reflect.apply(callback, this, [error]),
      );
      return undefined;
    }
  };
}

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void);

/** Finds the host that serves this role. Clients that connect at the same time share one search. */
function createFinder(urls: readonly string[], role: ServerRole): () => Promise<Host> {
  let last: { readonly host: Promise<Host>; untilMs: number } | null = null;
  return () => {
    if (last && performance.now() < last.untilMs) return last.host;
    const host = Promise.any(urls.map((url) => probe(url, role))).catch((error: unknown) => {
      const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
      // A server that answers tells more than one that doesn't.
      throw causes.find((cause) => cause instanceof WrongRole) ?? causes[0];
    });
    const search = { host, untilMs: Number.POSITIVE_INFINITY };
    last = search;
    const trustFor = (ms: number): void => {
      search.untilMs = performance.now() + ms;
    };
    host.then(
      () => trustFor(TRUSTED_MS),
      () => trustFor(0),
    );
    return host;
  };
}

class WrongRole extends Error {
  readonly code = READ_ONLY;
}

/** @throws WrongRole, and errors of a server that can't be reached */
async function probe(url: string, role: ServerRole): Promise<Host> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS_MAX,
    query_timeout: PROBE_MS_MAX,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(
      `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly"`,
    );
    const { isStandby = true, isReadOnly = true } = rows[0] ?? {};
    if (role === 'primary' ? isStandby : role === 'read-write' && isReadOnly)
      throw new WrongRole('No host of the database accepts writes');
    return { host: client.host, port: client.port };
  } finally {
    await client.end().catch(() => undefined);
  }
}
