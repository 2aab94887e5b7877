import type { Server } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ServerKey } from '../kernel/ids.ts';
import { withoutTrailingSlashes } from '../lib/trim.ts';
import { MARKETPLACE } from '../servers/server.ts';

type Candidate = { readonly id: ServerKey; readonly name: string; readonly baseUrl: string };
type Api = { readonly baseUrl: string | null; readonly title: string };

const hostOf = ({ baseUrl }: Candidate): string => baseUrl.split('/')[2] ?? '';

/** The path of a server's address, up to the first part that each account fills in. */
function pathOf({ baseUrl }: Candidate): string {
  const [fixed = '', ...placeholders] = baseUrl.split('{');
  const { pathname } = new URL(fixed);
  return placeholders.length > 0 ? pathname : `${withoutTrailingSlashes(pathname)}/`;
}

/** The candidate with the most specific path. An address that several APIs share must be one of theirs. */
function closestByPath(candidates: readonly Candidate[], pathname: string): Candidate | undefined {
  const path = `${withoutTrailingSlashes(pathname)}/`;
  const isOnly = candidates.length === 1;
  return candidates
    .filter((each) =>
      path.startsWith(pathOf(each)) ? isOnly || pathOf(each) !== '/' : isOnly && pathOf(each).startsWith(path),
    )
    .toSorted((one, other) => pathOf(other).length - pathOf(one).length)[0];
}

/** Whether a server whose host each account fills in is of this API. */
function isAccountHostOf(candidate: Candidate, host: string, title: string): boolean {
  const rest = hostOf(candidate).replace(/^\{[^}]*\}/, '');
  if (rest !== '') return host.endsWith(rest);
  return title
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .includes(candidate.name.toLowerCase());
}

/**
 * The marketplace's server for an API; null if there is none. APIs that share a host are distinguished by their paths.
 * A service whose host differs by account is found by the rest of its host, or by the API's title.
 */
export async function findServerOfApi({ db }: Ctx, { baseUrl, title }: Api): Promise<Server | null> {
  const { host, pathname } = (baseUrl === null ? null : URL.parse(baseUrl)) ?? { host: '', pathname: '/' };
  const candidates = await db.$queryRaw<readonly Candidate[]>`
    SELECT id, name, connector->>'baseUrl' AS "baseUrl" FROM server
    WHERE owner = ${MARKETPLACE} AND (split_part(connector->>'baseUrl', '/', 3) = ${host}
      OR split_part(connector->>'baseUrl', '/', 3) LIKE '{%') LIMIT 100`;
  const onHost = candidates.filter((each) => hostOf(each) === host);
  const found =
    closestByPath(onHost, pathname) ??
    candidates.find((each) => hostOf(each).startsWith('{') && isAccountHostOf(each, host, title));
  return found ? db.server.findUnique({ where: { id: found.id } }) : null;
}
