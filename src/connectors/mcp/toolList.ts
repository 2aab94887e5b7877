import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DiscoveredTool } from '../../core/calls/connector.ts';
import { BOUNDS, type BoundName, boundReached } from '../../core/kernel/bounds.ts';
import { parseJson } from '../../core/lib/json.ts';
import { UpstreamFailure } from '../failure.ts';
import type { PostResult, RpcRequest } from './post.ts';
import { READERS, type ToolsPage } from './readers.ts';
import { badAnswer } from './result.ts';

type AskForPage = (request: RpcRequest<ToolsPage>) => Promise<PostResult<ToolsPage>>;

/**
 * Lists all pages of an upstream's tools. Large pages are read in a thread. A list refused as too long is never parsed
 * here. Others are parsed in small steps across turns of the event loop.
 * @throws UpstreamFailure when there are too many tools, or a page did not arrive
 */
export async function listAllTools(ask: AskForPage): Promise<readonly DiscoveredTool[]> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let count = 0;
  let cursor: string | null = null;
  for (let page = 0; page < BOUNDS.max_discovery_pages.max; page += 1) {
    const params = cursor === null ? {} : { cursor };
    const reply = await ask({ method: 'tools/list', params, reader: READERS.tools });
    if (reply.kind === 'stale') throw new UpstreamFailure(reply.failure);
    if (reply.kind === 'needs_sdk') throw new UpstreamFailure(badAnswer('requires an unknown header'));
    if (reply.outcome.kind !== 'ok') throw new UpstreamFailure(reply.outcome);
    const listed = reply.outcome;
    bytes += reply.kind === 'outcome' ? reply.bytes : 0;
    count += listed.count;
    requireCapacity(bytes, count);
    chunks.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === null) return parsed(chunks);
  }
  throw tooMuch('max_discovery_pages');
}

function requireCapacity(bytes: number, tools: number): void {
  if (bytes > BOUNDS.max_discovery_bytes.max) throw tooMuch('max_discovery_bytes');
  if (tools > BOUNDS.max_server_tools.max) throw tooMuch('max_server_tools');
}

async function parsed(chunks: readonly Uint8Array[]): Promise<readonly DiscoveredTool[]> {
  const tools: DiscoveredTool[] = [];
  for (const chunk of chunks) {
    // Boundary: the page's reader wrote this JSON.
    tools.push(...(parseJson(Buffer.from(chunk).toString()) as unknown as DiscoveredTool[]));
    await nextTurn();
  }
  return tools;
}

const tooMuch = (bound: BoundName): UpstreamFailure =>
  new UpstreamFailure(badAnswer(`lists too much. ${boundReached(bound, BOUNDS[bound].max).message}`));
