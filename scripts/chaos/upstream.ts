import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listenOnLoopback } from '../../test/harness/listen.ts';

export const SERVER_ID = 'counted';
export const TOOL_ID = `${SERVER_ID}_run`;

/** A server with one tool. The tool records that it ran, waits for the requested time, and returns the call's name. */
export const serverDocument = (origin: string) => ({
  id: SERVER_ID,
  name: 'Counted',
  connector: { kind: 'http', baseUrl: origin },
  tools: [
    {
      name: 'run',
      inputSchema: {
        type: 'object',
        properties: { call: { type: 'string' }, ms: { type: 'integer' } },
        required: ['call', 'ms'],
      },
      // A POST, because proxies never repeat one.
      request: { kind: 'template', method: 'POST', path: '/{call}/{ms}' },
    },
  ],
});

/** The calls, and how often each one ran. */
export type CountingUpstream = {
  readonly origin: string;
  readonly port: number;
  runs(call: string): number;
  /** Calls that have started but have no response yet. */
  running(): number;
  close(): void;
};

export async function startCountingUpstream(): Promise<CountingUpstream> {
  const runs = new Map<string, number>();
  let running = 0;
  const server = createServer(async (request, response) => {
    const [, call = '', ms = '0'] = (request.url ?? '').split('/');
    runs.set(call, (runs.get(call) ?? 0) + 1);
    running += 1;
    await delay(Number(ms));
    running -= 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ran: call }));
  });
  // Never closes an idle connection, because a call could be using it right then.
  server.keepAliveTimeout = 600_000;
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    runs: (call) => runs.get(call) ?? 0,
    running: () => running,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
