import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { createEgress } from '../../src/connectors/egress/egress.ts';
import { createHttp } from '../../src/connectors/http/http.ts';
import { createOpenApi } from '../../src/connectors/openapi/openapi.ts';
import { toAccountId, toStackId } from '../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../src/core/lib/json.ts';
import type { ToolOutcome } from '../../src/core/results/outcome.ts';
import { type ServerDocument, serverDocumentSchema, type ToolDocument } from '../../src/core/servers/document.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { NO_FILES, PERMIT, serverKey } from '../harness/toolCall.ts';

const CATALOGUE = new URL('../../catalogue/', import.meta.url);

/** The ids of all documents of the catalogue. */
export const CATALOGUE_IDS: readonly string[] = readdirSync(CATALOGUE)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace(/\.json$/, ''));

/** A document of the catalogue. */
export const readDocument = (id: string): ServerDocument =>
  serverDocumentSchema.parse(JSON.parse(readFileSync(new URL(`${id}.json`, CATALOGUE), 'utf8')));

/** True for a server whose tools are HTTP requests. */
export const isHttpApi = ({ connector }: ServerDocument): boolean => ['http', 'openapi'].includes(connector.kind);

/** A received request. */
export type Seen = { readonly line: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** A call of a tool, with the values of the server's credential fields. */
export type StandInCall = {
  readonly document: ServerDocument;
  readonly tool: ToolDocument;
  readonly input: JsonObject;
  readonly values: Readonly<Record<string, string>>;
};

/** A local server in place of the catalogue's services; it records its requests. */
export async function startStandIn() {
  const state = { seen: [] as Seen[], answer: '{"ok":true}' };
  const upstream = createServer(async (request, response) => {
    state.seen.push({
      line: `${request.method} ${request.url}`,
      headers: request.headers,
      body: await text(request),
    });
    response.setHeader('content-type', 'application/json').end(state.answer);
  });
  const egress = createEgress({ allow: [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: null }] });
  const [http, openapi] = [createHttp({ egress }), createOpenApi({ egress })];
  const origin = `http://127.0.0.1:${await listenOnLoopback(upstream)}`;

  function here({ connector }: ServerDocument) {
    if (connector.kind !== 'http' && connector.kind !== 'openapi') throw new Error('not an HTTP API');
    const baseUrl = connector.baseUrl.replace(/^https:\/\/[^/]+/, origin).replace(/\/$/, '');
    return { ...connector, baseUrl };
  }

  /** Calls the tool on the stand-in server. */
  async function call({ document, tool, input, values }: StandInCall): Promise<ToolOutcome> {
    const connector = here(document);
    if (tool.request === undefined) throw new Error(`${tool.name} says not how it is called`);
    return (connector.kind === 'http' ? http : openapi).call({
      permit: PERMIT,
      accountId: toAccountId('acct_1'),
      stackId: toStackId('stack_1'),
      owner: '',
      serverId: serverKey(document.id),
      connector,
      toolName: tool.name,
      request: tool.request,
      input,
      files: NO_FILES,
      credentials: document.credentials.flatMap(({ id: fieldId, placement = null }) => {
        const value = values[fieldId];
        return value === undefined ? [] : [{ fieldId, value, placement }];
      }),
      signal: AbortSignal.timeout(30_000),
      scrub: (value) => value,
      hold: () => undefined,
      secrets: [],
    });
  }

  async function close(): Promise<void> {
    await egress.close();
    upstream.close();
  }
  return { state, call, close };
}
