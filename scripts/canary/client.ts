import { plain } from '../../src/cli/colour.ts';
import { readEnvironment } from '../../src/cli/env.ts';
import { root } from '../../src/cli/root.ts';
import { runLine } from '../../src/cli/run.ts';
import { type Piece, piece } from './scan.ts';

type RequestOptions = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bearer?: string;
};

/** Calls the service on every surface and stores all responses. */
export type Client = {
  readonly url: string;
  readonly responses: Piece[];
  readonly cli: Piece[];
  /** One request; a body that isn't a string is sent as JSON. */
  request(path: string, options?: RequestOptions): Promise<string>;
  graphql(query: string, variables?: object): Promise<string>;
  /** Runs an API command of `toolyard` in this process. */
  toolyard(line: readonly string[], stdin?: string): Promise<string>;
  readonly apiKey: string;
};

const REQUEST_MS_MAX = 120_000;

export function createClient(url: string, apiKey: string): Client {
  const responses: Piece[] = [];
  const cli: Piece[] = [];
  const request: Client['request'] = async (path, { method, headers, body, bearer = apiKey } = {}) => {
    const isText = typeof body === 'string';
    const response = await fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
    });
    const text = await response.text();
    const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    responses.push(piece(`${method ?? 'GET/POST'} ${path.slice(0, 120)}`, `${response.status}\n${head}\n\n${text}`));
    return text;
  };
  return {
    url,
    apiKey,
    responses,
    cli,
    request,
    graphql: (query, variables = {}) => request('/graphql', { body: { query, variables } }),
    toolyard: async (line, stdin = '') => {
      const output = await runCommand(line, { TOOLYARD_URL: url, TOOLYARD_API_KEY: apiKey }, stdin);
      cli.push(piece(`toolyard ${line.join(' ').slice(0, 120)}`, output));
      return output;
    },
  };
}

async function runCommand(line: readonly string[], env: NodeJS.ProcessEnv, stdin: string): Promise<string> {
  const lines: string[] = [];
  const say = (text: string) => lines.push(text);
  const code = await runLine(root, line, {
    environment: readEnvironment(env),
    signal: AbortSignal.timeout(REQUEST_MS_MAX),
    readStdin: async () => stdin,
    notice: say,
    ask: null,
    print: say,
    paint: plain,
    paintErr: plain,
    out: say,
    err: say,
  });
  return `${lines.join('\n')}\nexit ${code}`;
}
