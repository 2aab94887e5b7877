import { parseHostList } from './hostList.ts';

const ROLES = ['any', 'read-write', 'primary'] as const;
/** Which of several servers to use, as in libpq. Its other values name servers that accept no writes. */
export type ServerRole = (typeof ROLES)[number];

/** An address of PostgreSQL: a URL for each of its hosts, and which of the servers to use. */
type DatabaseAddress = {
  readonly urls: readonly [string, ...string[]];
  readonly role: ServerRole;
  /** The hosts and the database's name, for messages. The other parts may contain a password. */
  readonly hosts: string;
  readonly database: string;
};

const PROTOCOLS = ['postgres:', 'postgresql:'];
const ROLE = 'target_session_attrs';

const isRole = (text: string): text is ServerRole => ROLES.some((role) => role === text);

/**
 * Parses an address with one or several hosts (`postgresql://one,two:5433/name?target_session_attrs=primary`). Of
 * several hosts without a role, one that accepts writes is used.
 * @throws Error that may be shown
 */
export function parseDatabaseAddress(text: string): DatabaseAddress {
  const { hosts, urls: parsed } = parseHostList(text);
  const [first = null, ...others] = parsed;
  const isPostgres = first !== null && PROTOCOLS.includes(first.protocol);
  const isWhole = others.length === 0 || parsed.every((url) => url !== null && url.host !== '');
  if (!isPostgres || !isWhole) throw new Error('must be a URL that starts with postgres:// or postgresql://');
  const role = first.searchParams.get(ROLE) ?? (others.length > 0 ? 'read-write' : 'any');
  if (!isRole(role)) throw new Error(`${ROLE} must be one of ${ROLES.join(', ')}`);
  const database = decodeURIComponent(first.pathname.slice(1));
  if (others.length === 0 && !first.searchParams.has(ROLE)) return { urls: [text], role, hosts, database };
  // node-postgres doesn't know the parameter.
  const single = (url: URL): string => {
    url.searchParams.delete(ROLE);
    return url.href;
  };
  return { urls: [single(first), ...others.flatMap((url) => (url ? [single(url)] : []))], role, hosts, database };
}
