import type { Client } from 'pg';
import type { Config } from '../../config/config.ts';
import { createEgress } from '../../connectors/egress/egress.ts';
import type { Egress } from '../../connectors/egress/types.ts';
import { type Finding, ok, reasonOf, warn } from './check.ts';

const CHECK = 'upstreams';
const TIMEOUT_MS = 5_000;
const ASKED_MAX = 100;
const AT_ONCE_MAX = 8;
const SHOWN_MAX = 10;

/**
 * Sends a request to the origin of each server in a stack, as its tools would, without credentials. Any status counts
 * as a response. Addresses that depend on a credential are skipped.
 */
export async function checkUpstreams(client: Client, { egressAllow }: Config): Promise<Finding> {
  const exists = await client.query<{ name: string | null }>(`SELECT to_regclass('stack_server')::text AS name`);
  if (!exists.rows[0]?.name) return ok(CHECK, 'no stack has a server');
  const { rows } = await client.query<{ address: string }>(`
    SELECT DISTINCT coalesce(connector->>'baseUrl', connector->>'url') AS address
    FROM server WHERE coalesce(connector->>'baseUrl', connector->>'url') IS NOT NULL
      AND EXISTS (SELECT FROM stack_server WHERE stack_server.server_id = server.id)`);
  const all = [
    ...new Set(
      rows.flatMap(({ address }) => (!address.includes('{') && URL.canParse(address) ? [new URL(address).origin] : [])),
    ),
  ].sort();
  const egress = createEgress({ allow: egressAllow });
  try {
    return upstreamsFinding(await askAll(egress, all.slice(0, ASKED_MAX)), all.length);
  } finally {
    await egress.close();
  }
}

type UnreachableHost = { readonly host: string; readonly why: string };

async function askAll(egress: Egress, origins: readonly string[]): Promise<readonly UnreachableHost[]> {
  const left = [...origins];
  const silent: UnreachableHost[] = [];
  const askNext = async (): Promise<void> => {
    for (let origin = left.shift(); origin !== undefined; origin = left.shift()) {
      const { host } = new URL(origin);
      await egress
        .fetchFor([origin], { accountId: null })(origin, { signal: AbortSignal.timeout(TIMEOUT_MS) })
        .then((response) => response.body?.cancel())
        .catch((error: unknown) => silent.push({ host, why: reasonOf(error) }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE_MAX }, askNext));
  return silent;
}

/** The summary for `all` hosts, of which at most 100 were tried. */
export function upstreamsFinding(silent: readonly UnreachableHost[], all: number): Finding {
  const checked = all > ASKED_MAX ? `the first ${ASKED_MAX} of ${all}` : `${all}`;
  if (silent.length === 0)
    return ok(
      CHECK,
      all === 1 ? 'the host of the only server in stacks responds' : `${checked} hosts of servers in stacks respond`,
    );
  const shown = silent.slice(0, SHOWN_MAX).map(({ host, why }) => `${host} (${why})`);
  const message = `${silent.length} of ${checked} ${silent.length === 1 ? 'does' : 'do'} not answer: ${shown.join(', ')}`;
  return warn(CHECK, message, 'Check name resolution and the firewall; a private address needs TOOLYARD_EGRESS_ALLOW');
}
