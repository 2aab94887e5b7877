import { vi } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { createMcpHttp } from '../../../src/connectors/mcp/mcpHttp.ts';
import type { ConnectorDocument } from '../../../src/core/servers/document.ts';
import type { CallOptions } from '../../harness/toolCall.ts';
import { toolCall } from '../stdio/stdioKit.ts';
import { type McpUpstream, type SeenRequest, startUpstream, type UpstreamKind } from './mcpUpstream.ts';

/**
 * The connector for MCP over HTTP, and upstreams for it. Call `closeUpstreams` after each test and `close` at the end.
 */
export function openMcpHttp() {
  // The server SDK warns about the tool name that doesn't fit into a header.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const egress = createEgress({ allow: [{ kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null }] });
  const opened: McpUpstream[] = [];
  return {
    egress,
    /** A new upstream, and a connector that hasn't called anything yet. */
    async start(kind: UpstreamKind = 'sessions') {
      const upstream = await startUpstream(kind);
      opened.push(upstream);
      const connector: ConnectorDocument = { kind: 'mcp-http', url: upstream.url };
      const http = createMcpHttp({ egress });
      const call = (name: string, more: CallOptions = {}) => http.call(toolCall(connector, name, more));
      return { upstream, connector, http, call };
    },
    async closeUpstreams() {
      await Promise.all(opened.splice(0).map((upstream) => upstream.close()));
    },
    close: () => egress.close(),
  };
}

/** The input of the upstream's `echo`, which contains `hi`. */
export const echo = { input: { message: 'hi' } };

/** The methods that an upstream received, in order. */
export const rpcs = ({ requests }: McpUpstream) => requests.map((request) => request.rpc || request.method);

/** The id that the response to this request must have. */
export const idOf = ({ body }: SeenRequest): number => JSON.parse(body).id;
