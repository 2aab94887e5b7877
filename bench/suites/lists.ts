import type { Closers } from '../../src/start/closers.ts';
import { startBytes } from '../lib/floors.ts';
import { addServer, addStack, type Stack } from '../lib/installation.ts';
import type { Target } from '../lib/load.ts';
import type { Cell, Subject } from '../lib/measure.ts';
import { bearer, get, MCP_HEADERS, mcp } from '../lib/targets.ts';
import type { Bench } from './calls.ts';

const SIZES = [10, 100, 1_000];
const GROUP = 'Lists';
/** The first tool of each list. */
const MARKER = '_echo';

type List = { readonly name: string; readonly target: Target; readonly answer: Response };

/** Lists of three sizes on `/s` and MCP, each beside a server that has its bytes ready. */
export async function listCells(bench: Bench, closers: Closers): Promise<readonly Cell[]> {
  const lists: List[] = [];
  for (const size of SIZES) lists.push(...(await listsOf(bench, size)));
  const texts = new Map<string, string>();
  for (const { name, answer } of lists) texts.set(name, await answer.text());
  const floors = await startBytes(closers, texts, MARKER);
  const { pid } = bench.gateway;
  const cells = lists.map(({ name, target }) => cellOf({ name, target, pid }, floors.get(name)));
  const [smallest] = lists;
  if (!smallest) return cells;
  const fresh = { ...smallest.target, ...unchanged(smallest), status: 304, marker: '' };
  const known = { name: `${smallest.name}, unchanged (304)`, target: fresh, pid };
  return [...cells, cellOf(known, floors.get(smallest.name))];
}

function cellOf(subject: Subject, floor: Subject | undefined): Cell {
  if (!floor) throw new Error(`no bytes for ${subject.name}`);
  return { ...subject, group: GROUP, concurrency: 16, floor };
}

async function listsOf({ floors, gateway, installation }: Bench, size: number): Promise<readonly List[]> {
  const id = `list${size}`;
  await addServer(installation, id, { tools: size, connector: { kind: 'mcp-http', url: `${floors.origin}/mcp` } });
  const stack = await addStack(installation.account, id, { servers: [id] });
  const base = `${gateway.url}/s/${stack.clientId}`;
  const rest = get(`${base}/list_tools`, MARKER, bearer(stack.token));
  const overMcp = mcp(`${base}/mcp`, { method: 'tools/list', params: {} }, bearer(stack.token), MARKER);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const headers = { ...MCP_HEADERS, ...bearer(stack.token), 'content-type': 'application/json' };
  return [
    { name: `/s list_tools, ${size} tools`, target: rest, answer: await fetchList(rest.url, stack) },
    {
      name: `MCP tools/list, ${size} tools`,
      target: overMcp,
      answer: await fetch(overMcp.url, { method: 'POST', headers, body }),
    },
  ];
}

const fetchList = (url: URL, { token }: Stack): Promise<Response> => fetch(url, { headers: bearer(token) });

/** The same request by somebody who has the list already. */
function unchanged({ target, answer }: List): Pick<Target, 'requests'> {
  const etag = answer.headers.get('etag') ?? '';
  const [request] = target.requests;
  const text = request?.toString('latin1').replace('\r\n\r\n', `\r\nif-none-match: ${etag}\r\n\r\n`) ?? '';
  return { requests: [Buffer.from(text, 'latin1')] };
}
