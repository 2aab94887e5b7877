import { createServer } from 'node:http';
import { listenOnLoopback } from '../../test/harness/listen.ts';

export const SERVER_ID = 'kept';
export const FIELD_ID = 'kept_key';
export const TOOL_ID = `${SERVER_ID}_show`;

/** The writers' server. Its one tool returns the credential that the call used. */
export const serverDocument = (origin: string) => ({
  id: SERVER_ID,
  name: 'Kept',
  credentials: [{ id: FIELD_ID, name: 'Key', required: true, placement: { in: 'header', name: 'x-key' } }],
  connector: { kind: 'http', baseUrl: origin },
  tools: [
    {
      name: 'show',
      inputSchema: { type: 'object', properties: { call: { type: 'string' } }, required: ['call'] },
      request: { kind: 'template', method: 'GET', path: '/{call}' },
    },
  ],
});

export type Upstream = {
  readonly origin: string;
  readonly port: number;
  /** The credential that the call with this name used. */
  seen(call: string): string | undefined;
  close(): void;
};

export async function startUpstream(): Promise<Upstream> {
  const seen = new Map<string, string>();
  const server = createServer((request, response) => {
    seen.set((request.url ?? '').slice(1), String(request.headers['x-key']));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    seen: (call) => seen.get(call),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
