import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { operationsOf } from '../../scripts/clients/operations.ts';
import { isRecord } from '../../src/core/lib/json.ts';
import { DOCUMENT, documentedPath } from '../contract/document.ts';
import { listenOnLoopback } from '../harness/listen.ts';

/**
 * The fault of a request. `lost` executes it and drops the response; `cut` returns half of it; `hang` executes it and
 * never responds; `answer` replaces the service's response.
 */
export type Fault =
  | { readonly kind: 'lost' | 'cut' | 'hang' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: object;
    };

/** One received request: `status` is the service's, 0 if it was not called. */
export type Passed = {
  readonly operation: string;
  readonly key: string | null;
  readonly status: number;
  readonly fault: Fault['kind'] | null;
};

/** The actions available to a program outside this process: the last part of `/control/NAME`. */
export type Controls = Readonly<Record<string, (body: unknown) => Promise<unknown>>>;

export type Proxy = Awaited<ReturnType<typeof startProxy>>;

const OPERATIONS = new Map(operationsOf(DOCUMENT).map(({ method, path, id }) => [`${method} ${path}`, id]));
/** The ids of all operations in the document. */
export const OPERATION_IDS = [...OPERATIONS.values()].toSorted();

async function bodyOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A request or response with its complete body. */
type Whole = { readonly incoming: IncomingMessage; readonly body: Buffer };

async function ask(target: string, { method, url = '', headers }: IncomingMessage, body: Buffer): Promise<Whole> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { hostname, port } = new URL(target);
  request({ hostname, port, method, path: url, headers, agent: false }, resolve).on('error', reject).end(body);
  const incoming = await promise;
  return { incoming, body: await bodyOf(incoming) };
}

/**
 * A proxy between a client and the service: records the traffic, and applies the queued faults to the next requests.
 */
export async function startProxy(target: string, controls: Controls) {
  const faults: Fault[] = [];
  const passed: Passed[] = [];
  const waiting: (() => void)[] = [];
  const all: Controls = {
    faults: async (body) => {
      faults.splice(0, faults.length, ...(isRecord(body) && Array.isArray(body['faults']) ? body['faults'] : []));
    },
    passed: async () => passed.splice(0),
    ...controls,
  };
  const server = createServer(async (incoming, response) => {
    const body = await bodyOf(incoming);
    const control = controlIn(all, incoming);
    if (control) return void response.end(JSON.stringify((await control(JSON.parse(body.toString()))) ?? null));
    passed.push(await pass({ target, fault: faults.shift() ?? null }, { incoming, body }, response));
    for (const tell of waiting.splice(0)) tell();
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    passed,
    /** Resolves when one more request has passed. */
    nextPassed: () => new Promise<void>((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const controlIn = (all: Controls, { url = '' }: IncomingMessage) => all[url.replace(/^\/control\//, '')];

type Way = { readonly target: string; readonly fault: Fault | null };

async function pass({ target, fault }: Way, { incoming, body }: Whole, response: ServerResponse): Promise<Passed> {
  const answered = fault?.kind === 'answer' ? null : await ask(target, incoming, body);
  const mayStay = await give(response, answered, fault);
  if (!mayStay) response.destroy();
  return noteOf(incoming, answered, fault);
}

function noteOf({ method, url = '', headers }: IncomingMessage, answered: Whole | null, fault: Fault | null) {
  const key = headers['idempotency-key'];
  return {
    operation: OPERATIONS.get(`${method} ${documentedPath(url)}`) ?? '',
    key: key === undefined ? null : String(key),
    status: answered?.incoming.statusCode ?? 0,
    fault: fault?.kind ?? null,
  };
}

/** @returns whether the connection may stay */
async function give(response: ServerResponse, answered: Whole | null, fault: Fault | null): Promise<boolean> {
  if (fault?.kind === 'answer') {
    const body = JSON.stringify(fault.body ?? { detail: 'Not now' });
    response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(body);
    return true;
  }
  if (!answered || fault?.kind === 'lost') return false;
  if (fault?.kind === 'hang') return true;
  response.writeHead(answered.incoming.statusCode ?? 500, answered.incoming.headers);
  if (fault?.kind !== 'cut') return void response.end(answered.body) === undefined;
  await new Promise((resolve) => response.write(answered.body.subarray(0, answered.body.length / 2), resolve));
  return false;
}
