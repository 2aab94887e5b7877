import type { Closers } from '../../src/start/closers.ts';
import { startBytes } from '../lib/floors.ts';
import { addServer, addStack } from '../lib/installation.ts';
import type { Target } from '../lib/load.ts';
import type { Cell, Subject } from '../lib/measure.ts';
import { bearer, get, mcp, post } from '../lib/targets.ts';
import type { Bench } from './calls.ts';

const SIZES = [10, 50, 100, 1_000];
/** List sizes to request on every surface, also from clients that cached the list. */
const TARGETED = new Set([50, 1_000]);
const GROUP = 'Lists';
/** The first tool of each list. */
const MARKER = '_echo';
const QUERY = 'query List($id: ID!) { stack(id: $id) { tools { definitions } } }';

type List = { readonly name: string; readonly isTargeted: boolean; readonly target: Target; readonly answer: Response };

/** Lists of several sizes on all surfaces, each compared with a server that sends prepared bytes. */
export async function listCells(bench: Bench, closers: Closers): Promise<readonly Cell[]> {
  const lists: List[] = [];
  for (const size of SIZES) lists.push(...(await listsOf(bench, size)));
  const texts = new Map<string, string>();
  for (const { name, answer } of lists) texts.set(name, await answer.text());
  const floors = await startBytes(closers, texts, MARKER);
  const { pid } = bench.gateway;
  return lists.flatMap(({ name, target, answer, isTargeted }) => {
    const floor = floors.get(name);
    if (!floor) throw new Error(`no bytes for ${name}`);
    const etag = answer.headers.get('etag');
    const cell: Cell = { name, target, pid, group: GROUP, concurrency: 16, floor };
    return name.startsWith('/s ') && etag !== null && isTargeted ? [cell, unchanged(cell, etag)] : [cell];
  });
}

async function listsOf({ floors, gateway, installation }: Bench, size: number): Promise<readonly List[]> {
  const id = `list${size}`;
  await addServer(installation, id, { tools: size, connector: { kind: 'mcp-http', url: `${floors.origin}/mcp` } });
  const stack = await addStack(installation.account, id, { servers: [id] });
  const base = `${gateway.url}/s/${stack.clientId}`;
  const account = bearer(installation.apiKey);
  const all: Readonly<Record<string, Target>> = {
    '/s list_tools': get(`${base}/list_tools`, MARKER, bearer(stack.token)),
    'MCP tools/list': mcp(`${base}/mcp`, { method: 'tools/list', params: {} }, bearer(stack.token), MARKER),
    '/v1 tools': get(`${gateway.url}/v1/stacks/${stack.stackId}/tools`, MARKER, account),
    'GraphQL tools': post(`${gateway.url}/graphql`, { query: QUERY, variables: { id: stack.stackId } }, account, {
      marker: MARKER,
    }),
  };
  const isTargeted = TARGETED.has(size);
  const lists = Object.entries(all).slice(0, isTargeted ? undefined : 1);
  return Promise.all(
    lists.map(async ([name, target]) => {
      return { name: `${name}, ${size} tools`, target, answer: await answerOf(target), isTargeted };
    }),
  );
}

/** A target's complete response. */
async function answerOf({ url, requests: [request] }: Target): Promise<Response> {
  const [head = '', body = ''] = (request ?? Buffer.alloc(0)).toString().split('\r\n\r\n', 2);
  const [line = '', ...fields] = head.split('\r\n');
  const [, ...headers] = fields.map((field): [string, string] => {
    const [name = '', value = ''] = field.split(': ', 2);
    return [name, value];
  });
  const requestHeaders = headers.filter(([name]) => name !== 'content-length');
  return fetch(url, { method: line.split(' ', 1)[0] ?? 'GET', headers: requestHeaders, ...(body !== '' && { body }) });
}

/** The same list for a client that has it cached, compared with a server that always answers 304. */
function unchanged({ floor, ...cell }: Cell, etag: string): Cell {
  const of = <S extends Subject>(subject: S): S => ({
    ...subject,
    name: `${subject.name}, unchanged (304)`,
    target: { ...subject.target, requests: subject.target.requests.map(known), status: 304, marker: '' },
  });
  const known = (request: Buffer): Buffer =>
    Buffer.from(request.toString('latin1').replace('\r\n\r\n', `\r\nif-none-match: ${etag}\r\n\r\n`), 'latin1');
  return { ...of(cell), floor: of(floor) };
}
