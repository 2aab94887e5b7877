import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import type { ToolCall } from '../../core/calls/connector.ts';
import { CLIENT_INFO } from './client.ts';
import type { McpSession } from './session.ts';
import type { McpTarget } from './target.ts';

const CALL = 'tools/call';

/** The headers of one POST of `method` in a session. */
export function headersFor(target: McpTarget, session: McpSession, named?: { method: string; name: string }) {
  return {
    ...target.headers,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': session.revision,
    ...(session.sessionId !== null && { 'mcp-session-id': session.sessionId }),
    ...(session.era === 'modern' && named && { 'mcp-method': named.method, 'mcp-name': named.name }),
  };
}

/** `tools/call` as the negotiated revision wants it. The id doubles as progress token. */
export function callRequest(target: McpTarget, session: McpSession, call: ToolCall, id: number) {
  const meta = {
    ...(call.onProgress && { progressToken: id }),
    ...(session.era === 'modern' && {
      [PROTOCOL_VERSION_META_KEY]: session.revision,
      [CLIENT_INFO_META_KEY]: CLIENT_INFO,
      [CLIENT_CAPABILITIES_META_KEY]: {},
    }),
  };
  const params = {
    name: call.toolName,
    arguments: call.input,
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
  return {
    headers: headersFor(target, session, { method: CALL, name: call.toolName }),
    body: JSON.stringify({ jsonrpc: '2.0', id, method: CALL, params }),
  };
}

export const cancelMessage = (requestId: number): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

/** The answer to what an upstream asks of its client: we are there, and offer nothing. */
export function answerTo(id: unknown, method: string): string {
  const answer = method === 'ping' ? { result: {} } : { error: { code: -32_601, message: 'Method not found' } };
  return JSON.stringify({ jsonrpc: '2.0', id, ...answer });
}
