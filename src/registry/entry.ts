import { withoutEnds } from '../core/lib/trim.ts';
import { NAMED_MAX, type PublishedEndpoint } from '../core/registry/published.ts';

// The registry API's bodies, with `server.json` of 2025-12-11 inside and that schema's member names.

/** Maximum length of a text in the schema, in code points. */
const TEXT_MAX = 100;
/**
 * Each entry has only this version. An entry describes an address, and its content is read over MCP, so a pinned
 * version exists as long as the endpoint.
 */
export const VERSION = '1.0.0';
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const OFFICIAL = 'io.modelcontextprotocol.registry/official';

/** The service's address and namespace in its entries. */
export type EntryPlace = {
  /** The address that the caller used, without a trailing slash. */
  readonly address: string;
  /** The first part of every name; the id in an endpoint's address follows. */
  readonly namespace: string;
};

/**
 * The host of the public address in reverse, as the start of a name: `com.example.tools` for `tools.example.com`. An IP
 * address is not reversed.
 */
export function namespaceOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const plain = hostname.replace(/[^A-Za-z0-9.-]/g, '');
  if (hostname.startsWith('[')) return withoutEnds(hostname.replace(/[^A-Za-z0-9]+/g, '-'), '-') || 'localhost';
  return /^[\d.]+$/.test(plain) ? plain : plain.split('.').reverse().join('.');
}

/**
 * The name of an endpoint's entry. The id in its address is unique, and stays the same when the endpoint is renamed.
 */
export const nameOf = ({ namespace }: EntryPlace, clientId: string): string => `${namespace}/${clientId}`;

function cut(text: string, max: number): string {
  const points = [...text.replace(/\s+/g, ' ').trim()];
  return points.length > max ? `${points.slice(0, max - 1).join('')}…` : points.join('');
}

function descriptionOf({ stack }: PublishedEndpoint): string {
  const names = stack.servers.map(({ server }) => cut(server.name, 30));
  if (names.length === 0) return 'A stack of tools that has no server yet';
  const shown: string[] = [];
  for (const name of names.slice(0, NAMED_MAX)) {
    // Leaves room for the longer of the two endings.
    if (`Tools of ${[...shown, name].join(', ')} and others`.length > TEXT_MAX) break;
    shown.push(name);
  }
  return `Tools of ${shown.join(', ')}${names.length > shown.length ? ' and others' : ''}`;
}

/**
 * Two ways to reach an endpoint: by signing in, which starts with the response to a request without a token, or with a
 * token in a header. Clients take the first way that they support. Most that can sign in fail on an empty header, so
 * the sign-in comes first.
 */
function remotesOf(url: string) {
  const remote = { type: 'streamable-http', url } as const;
  const token = {
    description: 'A token of this endpoint, created in Toolyard',
    isRequired: true,
    isSecret: true,
  } as const;
  const header = {
    name: 'Authorization',
    description: 'Not required when signing in',
    isRequired: true,
    isSecret: true,
    value: 'Bearer {stack_token}',
    variables: { stack_token: token },
  } as const;
  return [remote, { ...remote, headers: [header] }];
}

export function toEntry(place: EntryPlace, endpoint: PublishedEndpoint) {
  const { clientId, createdAt, stack } = endpoint;
  const updatedAt = new Date(Math.max(stack.changedAt.getTime(), createdAt.getTime()));
  const [first, second] = [cut(stack.name, TEXT_MAX), cut(endpoint.name, TEXT_MAX)];
  return {
    server: {
      $schema: SCHEMA,
      name: nameOf(place, clientId),
      // The names of stack and endpoint, each truncated to its share of the length limit; only the stack's if both are
      // equal.
      title: first === second ? first : cut(`${cut(stack.name, 60)} – ${second}`, TEXT_MAX),
      description: descriptionOf(endpoint),
      version: VERSION,
      remotes: remotesOf(`${place.address}/s/${clientId}/mcp`),
    },
    _meta: {
      [OFFICIAL]: {
        status: 'active',
        statusChangedAt: createdAt.toISOString(),
        publishedAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
        isLatest: true,
      },
    },
  };
}
