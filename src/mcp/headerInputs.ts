import type { IncomingHttpHeaders } from 'node:http';
import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { headerMismatch } from '../core/calls/headerInputs.ts';
import { isJsonObject, type JsonObject } from '../core/lib/json.ts';
import { isMessageId } from '../core/lib/namedNumbers.ts';
import { findTool } from '../core/snapshots/findTool.ts';
import { envelope } from './direct.ts';
import type { View } from './list.ts';
import { isTaskMethod } from './tasks.ts';

const HEADER_MISMATCH = -32_020;

/**
 * The refusal of a call whose headers don't match its input as its tool requires (MCP 2026-07-28, SEP-2243). Also of a
 * request about a task whose header names another one (SEP-2663). Sent with 400; null for other messages. An
 * intermediary may already have acted on a header.
 */
export function headerRefusal(
  headers: IncomingHttpHeaders,
  { id, method, params }: JsonObject,
  { listed }: View,
): string | null {
  if (!isJsonObject(params) || !isMessageId(id)) return null;
  const { name, taskId, arguments: input = {}, _meta: meta } = params;
  if (!isJsonObject(meta) || !(PROTOCOL_VERSION_META_KEY in meta)) return null;
  let problem: string | null = null;
  if (isTaskMethod(method)) {
    if (headers['mcp-name'] !== taskId) problem = 'Mcp-Name is not the taskId';
  } else if (method === 'tools/call' && typeof name === 'string') {
    const tool = findTool(listed, name);
    problem = tool && isJsonObject(input) ? headerMismatch(tool.inputSchema, input, headers) : null;
  }
  if (problem === null) return null;
  const message = `The headers and the body disagree: ${problem}`;
  return envelope(id, 'error', JSON.stringify({ code: HEADER_MISMATCH, message }));
}
