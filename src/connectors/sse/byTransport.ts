import type { Connector, DiscoveredServer, Discovery } from '../../core/calls/connector.ts';
import { AppError } from '../../core/lib/errors.ts';
import type { ToolFailure } from '../../core/results/outcome.ts';
import type { ConnectorDocument } from '../../core/servers/document.ts';
import { UpstreamFailure } from '../failure.ts';

type Transport = Required<Connector>;

const isOfSse = (connector: ConnectorDocument): boolean =>
  connector.kind === 'mcp-http' && connector.transport === 'sse';

/**
 * MCP servers at an address, over streamable HTTP, or over HTTP+SSE if their documents say so. A server that rejects a
 * POST while its tools are listed is retried over HTTP+SSE (MCP 2025-11-25, transports, backwards compatibility).
 */
export function byTransport(streamable: Transport, sse: Transport): Transport {
  const of = (connector: ConnectorDocument): Transport => (isOfSse(connector) ? sse : streamable);
  return {
    call: (call) => of(call.connector).call(call),
    preview: (call) => of(call.connector).preview(call),
    pass: (request) => of(request.connector).pass(request),
    discover: (discovery) =>
      isOfSse(discovery.connector) ? sse.discover(discovery) : discoverEither(streamable, sse, discovery),
    async close() {
      await Promise.all([streamable.close(), sse.close()]);
    },
  };
}

async function discoverEither(streamable: Transport, sse: Transport, discovery: Discovery): Promise<DiscoveredServer> {
  try {
    return await streamable.discover(discovery);
  } catch (error) {
    if (!isRefusedPost(error) || discovery.signal.aborted) throw error;
    return await sse.discover(discovery).catch((second: unknown) => {
      // If HTTP+SSE fails too, the server's first response is more informative.
      throw causeOf(second)?.kind === 'bad_answer' ? second : error;
    });
  }
}

const causeOf = (error: unknown): ToolFailure | null =>
  error instanceof AppError && error.cause instanceof UpstreamFailure ? error.cause.outcome : null;

function isRefusedPost(error: unknown): boolean {
  const failure = causeOf(error);
  const status = failure?.kind === 'upstream_error' ? (failure.status ?? 0) : 0;
  return (status >= 400 && status < 500) || status === 501;
}
