import { Agent, request } from 'undici';

const ANSWER_MS_MAX = 60_000;

/** A request's result: its status, or 0 without a response. */
export type Answer = { readonly status: number; readonly text: string };

/** Another token than the client's, or a token with an `Idempotency-Key`. */
type Sender = string | { readonly token: string | undefined; readonly idempotencyKey: string };

/** One caller of the service, with its own connections. */
export type Client = {
  /** Text and bytes are sent unchanged, anything else as JSON. */
  send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, by?: Sender): Promise<Answer>;
  /** Opens a stream of events. Reads it until it ends or the client is closed. */
  stream(path: string, body: unknown, by?: { readonly token: string; readonly headers: object }): Promise<Answer>;
  /** `data` of a GraphQL response. @throws if the response has none */
  graphql(query: string, variables?: unknown): Promise<Record<string, unknown>>;
  close(): Promise<void>;
};

function bodyOf(body: unknown): { readonly type: string; readonly sent: Buffer | string | null } {
  if (Buffer.isBuffer(body)) return { type: 'application/octet-stream', sent: body };
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  return { type: 'application/json', sent: sent ?? null };
}

/** `token` null: an anonymous caller. */
export function createClient(url: string, token: string | null): Client {
  const dispatcher = new Agent({ connections: 256, headersTimeout: ANSWER_MS_MAX, bodyTimeout: ANSWER_MS_MAX });
  const headersOf = (own: string | null, accept: string, type = 'application/json') => ({
    ...(own !== null && { authorization: `Bearer ${own}` }),
    'content-type': type,
    accept,
  });
  const send: Client['send'] = async (method, path, body, by) => {
    const { token: own, idempotencyKey } = typeof by === 'object' ? by : { token: by };
    const { type, sent } = bodyOf(body);
    const headers = {
      ...headersOf(own ?? token, 'application/json, text/event-stream', type),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    try {
      const answer = await request(`${url}${path}`, { method, headers, body: sent, dispatcher });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch {
      return { status: 0, text: '' };
    }
  };
  return {
    send,
    stream: async (path, body, by) => {
      const headers = by
        ? { ...headersOf(by.token, 'application/json, text/event-stream'), ...by.headers }
        : headersOf(token, 'text/event-stream');
      try {
        const answer = await request(`${url}${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          dispatcher,
        });
        void answer.body.text().catch(() => undefined);
        return { status: answer.statusCode, text: '' };
      } catch {
        return { status: 0, text: '' };
      }
    },
    graphql: async (query, variables = {}) => {
      const { status, text } = await send('POST', '/graphql', { query, variables });
      const { data } = status === 0 ? { data: null } : JSON.parse(text);
      if (!data) throw new Error(`GraphQL answered ${status}: ${text.slice(0, 300)}`);
      return data;
    },
    close: () => dispatcher.destroy(),
  };
}

/** The member of a response at a dotted path; `''` if there is none. */
export function textIn(value: unknown, path: string): string {
  let part = value;
  for (const key of path.split('.')) {
    part = typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined;
  }
  return typeof part === 'string' ? part : '';
}
