import type { IncomingHttpHeaders } from 'node:http';
import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { findTool } from '../core/calls/findTool.ts';
import { headerMismatch } from '../core/calls/headerInputs.ts';
import { isJsonObject, type JsonObject } from '../core/lib/json.ts';
import { isMessageId } from '../core/lib/namedNumbers.ts';
import { envelope } from './direct.ts';
import type { View } from './list.ts';

const HEADER_MISMATCH = -32_020;

/**
 * The refusal of a call whose headers don't match its input as its tool requires (MCP 2026-07-28, SEP-2243), sent with
 * 400; null for other messages. An intermediary may already have acted on a header.
 */
export function headerRefusal(
  headers: IncomingHttpHeaders,
  { id, method, params }: JsonObject,
  { listed }: View,
): string | null {
  if (method !== 'tools/call' || !isJsonObject(params) || !isMessageId(id)) return null;
  const { name, arguments: input = {}, _meta: meta } = params;
  if (!isJsonObject(meta) || !(PROTOCOL_VERSION_META_KEY in meta) || typeof name !== 'string') return null;
  const tool = findTool(listed, name);
  const problem = tool && isJsonObject(input) ? headerMismatch(tool.inputSchema, input, headers) : null;
  if (problem === null) return null;
  const message = `The headers and the body disagree: ${problem}`;
  return envelope(id, 'error', JSON.stringify({ code: HEADER_MISMATCH, message }));
}
