import type { Connectors } from '../core/calls/connector.ts';
import type { Log } from '../core/context.ts';
import { withBreaker } from './breaker.ts';
import type { EgressRule } from './egress/allow.ts';
import { createEgress } from './egress/egress.ts';
import { createHttp } from './http/http.ts';
import { createMcpHttp } from './mcp/mcpHttp.ts';
import { createOpenApi } from './openapi/openapi.ts';
import type { Confinement } from './stdio/confinement.ts';
import { createMcpStdio } from './stdio/mcpStdio.ts';

export type ConnectorsOptions = {
  readonly egressAllow: readonly EgressRule[];
  /** Deadline of one call: an upstream may keep silent for as long. */
  readonly callTimeoutMs: number;
  /** Where server processes keep their files; nobody else's business. */
  readonly scratchDir: string;
  /** What confines server programs; absent: the best that this machine has. */
  readonly confinement?: () => Promise<Confinement>;
  /** A server process unused for this long is stopped. */
  readonly stdioIdleMs?: number;
  /** How many server processes one account may run. */
  readonly accountProcessesMax?: number;
  /** Where server programs are looked up. */
  readonly searchPath?: string;
  readonly log?: Log;
};

/** Every way to reach an upstream. Nothing is dialled or started before the first call. */
export function createConnectors(options: ConnectorsOptions): Connectors {
  const { egressAllow, callTimeoutMs, stdioIdleMs, ...stdio } = options;
  const egress = createEgress({ allow: egressAllow, headersTimeoutMs: callTimeoutMs, bodyIdleMs: callTimeoutMs });
  const idle = stdioIdleMs === undefined ? {} : { idleMs: stdioIdleMs };
  // The connectors share one egress, and closing it twice is harmless: whichever is closed first ends all calls.
  const close = () => egress.close();
  return {
    http: withBreaker({ ...createHttp({ egress }), close }),
    openapi: withBreaker({ ...createOpenApi({ egress }), close }),
    'mcp-http': withBreaker({ ...createMcpHttp({ egress }), close }),
    'mcp-stdio': withBreaker(createMcpStdio({ ...stdio, ...idle, egressAllow })),
  };
}
