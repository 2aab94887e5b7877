import { createServer } from 'node:http';
import { listenOnLoopback } from '../../test/harness/listen.ts';
import { BASE_PATH } from './small.ts';
import { bareMedia, bodyOf, normalised, pairsOf, partText, type Wire, type WireBody } from './wire.ts';

/** An API that answers everything, keeps the last request, and serves descriptions. */
export type Recorder = {
  readonly origin: string;
  /** Serves a description's text. @returns its address */
  offer(text: string): string;
  /** The request since the last call; null for none. */
  recorded(): Promise<Wire | null>;
  close(): void;
};

type Arrived = { method: string; target: string; headers: Record<string, string>; body: Buffer };

async function arrivedBody({ headers, body }: Arrived): Promise<WireBody> {
  const type = headers['content-type'] ?? '';
  if (bareMedia(type) !== 'multipart/form-data')
    return bodyOf(
      type,
      /^(text|application\/(.*\+)?(json|xml|yaml|x-www-form))/.test(type) ? body.toString('utf8') : utf8Or(body),
    );
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const parts = [...form.entries()].map(async ([name, value]) =>
    partText(name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('latin1')),
  );
  return { kind: 'parts', parts: await Promise.all(parts) };
}

const utf8Or = (body: Buffer): string => {
  const text = body.toString('utf8');
  return text.includes('\uFFFD') ? body.toString('latin1') : text;
};

async function toWire(arrived: Arrived): Promise<Wire> {
  const [path = '', query = ''] = arrived.target.split(/\?(.*)/s);
  return {
    method: arrived.method,
    path: normalised(path),
    query: pairsOf(query),
    headers: arrived.headers,
    body: await arrivedBody(arrived),
  };
}

/** Starts a recorder on loopback. */
export async function startRecorder(): Promise<Recorder> {
  const texts: string[] = [];
  let last: Arrived | null = null;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: target = '' } = request;
    const [, number] = /^\/descriptions\/(\d+)$/.exec(target) ?? [];
    response.setHeader('content-type', 'application/json');
    if (number !== undefined) return void response.end(texts[Number(number)]);
    if (target.startsWith(BASE_PATH)) {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      last = { method, target, headers, body: Buffer.concat(chunks) };
    }
    response.end('{"done":true}');
  });
  const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  return {
    origin,
    offer: (text) => `${origin}/descriptions/${texts.push(text) - 1}`,
    async recorded() {
      const request = last;
      last = null;
      return request === null ? null : toWire(request);
    },
    close: () => void server.close(),
  };
}
