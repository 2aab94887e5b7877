import type { Connector, Connectors } from '../core/calls/connector.ts';
import type { Log } from '../core/kernel/context.ts';
import { lazily } from '../core/lib/lazily.ts';
import { withBreaker } from './breaker.ts';
import type { EgressRule } from './egress/allow.ts';
import { createEgress } from './egress/egress.ts';
import { createGraphqlApi } from './graphqlApi/graphqlApi.ts';
import { createHttp } from './http/http.ts';
import type { KubernetesSettings } from './kubernetes/settings.ts';
import { createOpenApi } from './openapi/openapi.ts';
import { openPrograms } from './programs.ts';
import type { TotalsMax } from './stdio/accountTotals.ts';
import type { Confinement } from './stdio/confinement.ts';

type ConnectorsOptions = {
  readonly egressAllow: readonly EgressRule[];
  /** As `EgressOptions.allowIndirect`. */
  readonly egressAllowIndirect?: readonly EgressRule[];
  /** The longest time limit of a call or job, and so the longest silence of an upstream. */
  readonly callTimeoutMs: number;
  /** Where server processes keep their files; private to the service. */
  readonly scratchDir: string;
  /** Sandbox for server programs. Defaults to the strongest one that this machine supports. */
  readonly confinement?: () => Promise<Confinement>;
  /** After this long without a call a server process is stopped. */
  readonly stdioIdleMs?: number;
  readonly accountProcessesMax?: number;
  /** Total limits for the server processes of one account. */
  readonly accountTotalsMax?: TotalsMax;
  /** Directories in which server programs are looked up. */
  readonly searchPath?: string;
  /** Where server programs run; absent or null: on this machine. */
  readonly kubernetes?: KubernetesSettings | null;
  /** The connector of programs that another process runs; absent: this process runs them. */
  readonly programs?: Required<Connector> | null;
  readonly log?: Log;
  /** Called once, if server processes are possible, with a function that counts the running ones. */
  readonly watchProcesses?: (count: () => number) => void;
};

/** The connectors of every kind. Nothing is dialled or started before the first call. */
export function createConnectors(options: ConnectorsOptions): Connectors {
  const {
    egressAllow,
    egressAllowIndirect: allowIndirect = [],
    callTimeoutMs,
    stdioIdleMs,
    watchProcesses,
    kubernetes = null,
    programs = null,
    ...stdio
  } = options;
  const timeouts = { headersTimeoutMs: callTimeoutMs, bodyIdleMs: callTimeoutMs };
  const egress = createEgress({ allow: egressAllow, allowIndirect, ...timeouts });
  const idle = stdioIdleMs === undefined ? {} : { idleMs: stdioIdleMs };
  // The connectors share one egress: closing any of them ends all calls, and closing twice does no harm.
  const close = () => egress.close();
  return {
    http: withBreaker({ ...createHttp({ egress }), close }),
    graphql: withBreaker({ ...createGraphqlApi({ egress }), close }),
    openapi: withBreaker({ ...createOpenApi({ egress }), close }),
    'mcp-http': withBreaker(
      loadedLater(async () => {
        const { createMcpHttp } = await import('./mcp/mcpHttp.ts');
        const { createMcpSse } = await import('./sse/mcpSse.ts');
        const { byTransport } = await import('./sse/byTransport.ts');
        return byTransport(createMcpHttp({ egress }), createMcpSse({ egress }));
      }),
    ),
    'mcp-stdio': withBreaker(
      programs ??
        loadedLater(async () => {
          const connector = await openPrograms({ ...stdio, ...idle, egressAllow }, kubernetes);
          watchProcesses?.(() => connector.processes());
          return connector;
        }),
    ),
  };
}

/**
 * A connector of MCP servers whose module is loaded at the first call, because the SDK is large. The loaded `call` then
 * replaces the loading one.
 */
function loadedLater(load: () => Promise<Required<Connector>>): Required<Connector> {
  let isUsed = false;
  const open = lazily(load);
  const use = async (): Promise<Required<Connector>> => {
    isUsed = true;
    const loaded = await open();
    self.call = loaded.call;
    return loaded;
  };
  const self: { -readonly [Key in keyof Required<Connector>]: Required<Connector>[Key] } = {
    call: async (call) => (await use()).call(call),
    preview: async (call) => (await use()).preview(call),
    discover: async (discovery) => (await use()).discover(discovery),
    pass: async (request) => (await use()).pass(request),
    close: async () => (isUsed ? (await open()).close() : undefined),
  };
  return self;
}
