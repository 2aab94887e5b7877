import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../harness/listen.ts';

const DDL = readFileSync('deploy/clickhouse/calls.sql', 'utf8');

/** Columns of the documented table, by name. */
export const TABLE_COLUMNS: ReadonlyMap<string, string> = new Map(
  Array.from(DDL.matchAll(/^ {4}(\w+) +([^\n]+?),?$/gm), ([, name = '', type = '']) => [name, type]),
);

export type Row = Readonly<Record<string, unknown>>;

/** `lost`: it stores the batch, but its response never arrives. */
type Mode = 'well' | 'down' | 'busy' | 'lost' | 'wrong' | 'no table';

const KNOWN_SETTINGS = new Set(['insert_deduplication_token', 'async_insert', 'input_format_skip_unknown_fields']);
const INSERT = /^INSERT INTO `(\w+)`\.`(\w+)` FORMAT JSONEachRow$/;
const ERASE = /^ALTER TABLE `(\w+)`\.`(\w+)` DELETE WHERE stack_id IN \(((?:'[\w-]+'(?:, )?)+)\)$/;
const LIST = /^SELECT name FROM system\.columns WHERE database = '(\w+)' AND table = '(\w+)' FORMAT JSONEachRow$/;
/** Columns by table; none for unknown tables. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  'toolyard.toolyard_calls': [...TABLE_COLUMNS.keys()],
  'toolyard.old': [...TABLE_COLUMNS.keys()].filter((name) => name !== 'error'),
};

const UNKNOWN_TABLE = { status: 404, code: '60' };
const REFUSED = { status: 403, code: '516' };
const SYNTAX = { status: 400, code: '62' };
const WRONG_VALUE = { status: 400, code: '27' };
const BUSY = { status: 500, code: '252' };

type Answer = { readonly status: number; readonly code?: string; readonly body?: string };

/** True if a column can store a value, as ClickHouse reads JSONEachRow. */
function fits(type: string, value: unknown): boolean {
  const nullable = /Nullable\((\w+)\)/.exec(type);
  if (value === null) return nullable !== null;
  const plain = nullable?.[1] ?? type.replace(/^LowCardinality\((\w+)\)$/, '$1');
  if (plain === 'String') return typeof value === 'string';
  if (plain.startsWith('DateTime64'))
    return typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/.test(value);
  const bits = Number(/^UInt(16|32)$/.exec(plain)?.[1]);
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** bits;
}

const isRow = (row: Row): boolean =>
  Object.keys(row).length === TABLE_COLUMNS.size &&
  [...TABLE_COLUMNS].every(([name, type]) => name in row && fits(type, row[name]));

function listed(query: string): Answer | null {
  const [, database, table] = LIST.exec(query) ?? [];
  if (database === undefined) return null;
  const names = TABLES[`${database}.${table}`] ?? [];
  return { status: 200, body: names.map((name) => `${JSON.stringify({ name })}\n`).join('') };
}

type Settings = Readonly<Record<string, string>>;

/** The documented table: the received rows, and the tokens of their batches. */
function createTable() {
  const rows: Row[] = [];
  const tokens = new Set<string>();
  const insert = (token: string, data: string): Answer => {
    const received = data.split('\n').map((line): Row => JSON.parse(line));
    if (!received.every(isRow)) return WRONG_VALUE;
    if (!tokens.has(token)) rows.push(...received);
    tokens.add(token);
    return { status: 200 };
  };
  const erase = (list: string): Answer => {
    const gone = new Set(Array.from(list.matchAll(/'([\w-]+)'/g), ([, id]) => id));
    rows.splice(0, rows.length, ...rows.filter((row) => !gone.has(String(row['stack_id']))));
    return { status: 200 };
  };
  return {
    rows,
    run(query: string, settings: Settings, data: string): Answer {
      const [, database, table, stacks] = INSERT.exec(query) ?? ERASE.exec(query) ?? [];
      const isKnown = Object.keys(settings).every((name) => KNOWN_SETTINGS.has(name));
      if (database === undefined || !isKnown) return SYNTAX;
      if (`${database}.${table}` !== 'toolyard.toolyard_calls') return UNKNOWN_TABLE;
      return stacks === undefined ? insert(settings['insert_deduplication_token'] ?? '', data) : erase(stacks);
    },
  };
}

const FAILURES: Readonly<Partial<Record<Mode, Answer>>> = { busy: BUSY, wrong: WRONG_VALUE, 'no table': UNKNOWN_TABLE };
const USER = { name: 'toolyard', password: 'p@ss/word' };

/**
 * A stand-in for ClickHouse's HTTP interface, with one table: the columns of `deploy/clickhouse/calls.sql`. It checks
 * user, settings, statements and each value, stores received rows, remembers tokens, and responds like ClickHouse.
 */
export async function startClickHouse(options: { readonly tls?: { key: string; cert: string } } = {}) {
  const state: { mode: Mode } = { mode: 'well' };
  const table = createTable();
  const requests: { readonly query: string; readonly settings: Settings }[] = [];

  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const { query = null, ...settings } = Object.fromEntries(new URL(`http://x${request.url}`).searchParams);
    const body = await text(request);
    requests.push({ query: query ?? body, settings });
    const { 'x-clickhouse-user': name, 'x-clickhouse-key': password } = request.headers;
    if (name !== USER.name || password !== USER.password) return REFUSED;
    return (
      FAILURES[state.mode] ?? listed(query ?? body) ?? table.run(query ?? body, settings, query === null ? '' : body)
    );
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (state.mode === 'down') return void request.socket.destroy();
    const { status, code, body = '' } = await answerTo(request);
    if (state.mode === 'lost') return void request.socket.destroy();
    // Its error text may repeat a row or name the user.
    const shownBody =
      code === undefined ? body : `Code: ${code}. DB::Exception: toolyard: {"end_user":"ann"} (version 24.8)`;
    response.writeHead(status, code === undefined ? {} : { 'X-ClickHouse-Exception-Code': code }).end(shownBody);
  };
  const server = options.tls ? createTlsServer(options.tls, handle) : createServer(handle);
  const port = await listenOnLoopback(server);
  const scheme = options.tls ? 'https' : 'http';
  return {
    state,
    rows: table.rows,
    requests,
    /** In the format of `TOOLYARD_CALLS_URL`. */
    url: `${scheme}://${USER.name}:${encodeURIComponent(USER.password)}@127.0.0.1:${port}/toolyard`,
    password: USER.password,
    /** A query with FINAL: one row per call. */
    calls: (): Row[] => [...new Map(table.rows.map((row) => [row['id'], row])).values()],
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
