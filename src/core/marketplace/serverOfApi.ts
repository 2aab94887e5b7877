import type { Server } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import type { ServerKey } from '../ids.ts';
import { withoutTrailingSlashes } from '../lib/trim.ts';
import { MARKETPLACE } from './server.ts';

type Candidate = { readonly id: ServerKey; readonly baseUrl: string };

/**
 * The marketplace's server for the API at an address; null if there is none. APIs that share a host are distinguished
 * by their paths.
 */
export async function findServerOfApi({ db }: Ctx, baseUrl: string | null): Promise<Server | null> {
  const url = baseUrl === null ? null : URL.parse(baseUrl);
  if (url === null) return null;
  const onHost = await db.$queryRaw<readonly Candidate[]>`
    SELECT id, connector->>'baseUrl' AS "baseUrl" FROM server
    WHERE owner = ${MARKETPLACE} AND split_part(connector->>'baseUrl', '/', 3) = ${url.host} LIMIT 50`;
  const path = `${withoutTrailingSlashes(url.pathname)}/`;
  const pathOf = (of: Candidate): string => `${withoutTrailingSlashes(new URL(of.baseUrl).pathname)}/`;
  const same = onHost.filter((each) => path.startsWith(pathOf(each)) && (onHost.length === 1 || pathOf(each) !== '/'));
  const [closest] = same.toSorted((one, other) => pathOf(other).length - pathOf(one).length);
  return closest ? db.server.findUnique({ where: { id: closest.id } }) : null;
}
