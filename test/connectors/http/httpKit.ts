import { createEgress } from '../../../src/connectors/egress/egress.ts';
import type { EgressOptions } from '../../../src/connectors/egress/types.ts';
import { createHttp } from '../../../src/connectors/http/http.ts';
import type { ToolCall } from '../../../src/core/calls/connector.ts';
import type { ToolOutcome } from '../../../src/core/results/outcome.ts';
import { startHttpApi } from '../../harness/petshop.ts';
import { httpToolCall } from '../../harness/toolCall.ts';

/** An API on loopback, and the HTTP connector that calls it with request templates. */
export async function openHttp(bounds: Partial<EgressOptions> = {}) {
  const api = await startHttpApi();
  const allow = [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: api.port }] as const;
  const egress = createEgress({ allow, ...bounds });
  const http = createHttp({ egress });
  return {
    api,
    call: (request: Record<string, unknown>, options: Partial<ToolCall> = {}): Promise<ToolOutcome> =>
      http.call(
        httpToolCall({
          connector: { kind: 'http', baseUrl: api.url },
          ...options,
          request: { kind: 'template', method: 'GET', ...request },
        }),
      ),
    async close() {
      await egress.close();
      await api.close();
    },
  };
}
