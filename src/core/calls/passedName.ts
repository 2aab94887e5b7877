import { isJsonObject, type JsonObject } from '../lib/json.ts';
import type { SnapshotServer } from '../snapshots/snapshot.ts';

/** What is passed through besides tools. */
export type Passed = 'resources' | 'prompts';

/** Whether a server passes its resources or prompts through, as its document says. */
export const isPassed = ({ connector }: SnapshotServer, what: Passed): boolean =>
  'passThrough' in connector && connector.passThrough?.includes(what) === true;

/** What the names of a server's resources and prompts are made from. */
export type Named = Pick<SnapshotServer, 'slug' | 'isPrefixed'>;

const prefixOf = ({ slug }: Named, what: Passed): string => (what === 'resources' ? `toolyard://${slug}/` : `${slug}_`);

/**
 * The name under which a stack shows an upstream's `own` name: `toolyard://<server>/<uri>` or `<server>_<prompt>`.
 * Templates (RFC 6570) stay templates. `ownersOf` reverses it, since no server id contains a slash or an underscore.
 */
export const exposedName = (server: Named, what: Passed, own: string): string =>
  server.isPrefixed ? `${prefixOf(server, what)}${own}` : own;

/**
 * The servers that may own `name`, and their own name for it: the server of its prefix, else every server without a
 * prefix.
 */
export function ownersOf<S extends Named>(
  servers: readonly S[],
  what: Passed,
  name: string,
): readonly { readonly server: S; readonly own: string }[] {
  const prefixed = servers.filter((server) => server.isPrefixed && name.startsWith(prefixOf(server, what)));
  if (prefixed.length > 0)
    return prefixed.map((server) => ({ server, own: name.slice(prefixOf(server, what).length) }));
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
