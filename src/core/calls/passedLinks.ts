import { isRecord } from '../lib/json.ts';
import type { ForClients } from '../marketplace/forClients.ts';
import type { SnapshotServer } from '../snapshots/snapshot.ts';
import { exposedName, isPassed } from './passedName.ts';

/** Keys of a tool's `_meta` that hold the address of a page of it: the one before MCP Apps 2026-01-26, and OpenAI's. */
const LINKS: ReadonlySet<string> = new Set(['ui/resourceUri', 'openai/outputTemplate']);

/**
 * What a tool of `server` tells the clients of a stack, null for nothing: pages of MCP Apps under the names by which
 * the stack reads them, and none where the server's resources are not passed through, since they could not be read.
 */
export function exposeForClients(server: SnapshotServer, { _meta, ...rest }: ForClients): ForClients | null {
  const meta = Object.fromEntries(Object.entries(_meta ?? {}).flatMap((member) => exposeMember(server, ...member)));
  const exposed = { ...rest, ...(Object.keys(meta).length > 0 && { _meta: meta }) };
  return Object.keys(exposed).length > 0 ? exposed : null;
}

type Member = readonly [key: string, value: unknown];

function exposeMember(server: SnapshotServer, key: string, value: unknown): Member[] {
  if (LINKS.has(key)) return exposeLink(server, key, value);
  if (key !== 'ui' || !isRecord(value) || !('resourceUri' in value)) return [[key, value]];
  const { resourceUri, ...rest } = value;
  const ui = { ...Object.fromEntries(exposeLink(server, 'resourceUri', resourceUri)), ...rest };
  return Object.keys(ui).length > 0 ? [[key, ui]] : [];
}

const exposeLink = (server: SnapshotServer, key: string, uri: unknown): Member[] =>
  typeof uri === 'string' && isPassed(server, 'resources') ? [[key, exposedName(server, 'resources', uri)]] : [];
