import { isJsonObject, type JsonObject } from '../lib/json.ts';
import type { SnapshotServer } from '../snapshots/snapshot.ts';

/** What is passed through besides tools. */
export type Passed = 'resources' | 'prompts';

/** Whether a server passes its resources or prompts through, as its document says. */
export const isPassed = ({ connector }: SnapshotServer, what: Passed): boolean =>
  'passThrough' in connector && connector.passThrough?.includes(what) === true;

/** What the names of a server's resources and prompts are made from. */
export type Named = Pick<SnapshotServer, 'slug' | 'isPrefixed'>;

/** What names of a server have in front, and what its own names have there: the first that fits counts. */
const prefixesOf = ({ slug }: Named, what: Passed): readonly { readonly shown: string; readonly own: string }[] =>
  what === 'resources'
    ? [
        { shown: `${UI}toolyard/${slug}/`, own: UI },
        { shown: `toolyard://${slug}/`, own: '' },
      ]
    : [{ shown: `${slug}_`, own: '' }];

/** Pages of MCP Apps: hosts show no other scheme. */
const UI = 'ui://';

/**
 * The name under which a stack shows an upstream's `own` name: `toolyard://<server>/<uri>`, for `ui://<page>`
 * `ui://toolyard/<server>/<page>`, or `<server>_<prompt>`. Templates (RFC 6570) stay templates. `ownersOf` reverses it,
 * since no server id contains a slash or an underscore.
 */
export const exposedName = (server: Named, what: Passed, own: string): string =>
  server.isPrefixed ? shownName(prefixesOf(server, what), own) : own;

function shownName(prefixes: ReturnType<typeof prefixesOf>, own: string): string {
  const found = prefixes.find((prefix) => own.startsWith(prefix.own));
  return found ? `${found.shown}${own.slice(found.own.length)}` : own;
}

/**
 * The servers that may own `name`, and their own name for it: the server of its prefix, else every server without a
 * prefix.
 */
export function ownersOf<S extends Named>(
  servers: readonly S[],
  what: Passed,
  name: string,
): readonly { readonly server: S; readonly own: string }[] {
  const prefixed = servers.flatMap((server) => {
    if (!server.isPrefixed) return [];
    const found = prefixesOf(server, what).find(({ shown }) => name.startsWith(shown));
    return found ? [{ server, own: `${found.own}${name.slice(found.shown.length)}` }] : [];
  });
  if (prefixed.length > 0) return prefixed;
  return servers.filter((server) => !server.isPrefixed).map((server) => ({ server, own: name }));
}

/** A content block whose resource link leads to the stack, for a server whose resources are passed through. */
export function exposeBlock(server: Named, block: JsonObject): JsonObject {
  if (block['type'] === 'resource_link') return exposeUri(server, block);
  const { resource } = block;
  return block['type'] === 'resource' && isJsonObject(resource)
    ? { ...block, resource: exposeUri(server, resource) }
    : block;
}

/** The object with its `uri` as the stack shows it. */
export const exposeUri = (server: Named, item: JsonObject): JsonObject =>
  typeof item['uri'] === 'string' ? { ...item, uri: exposedName(server, 'resources', item['uri']) } : item;
