/** Requests one of the service's paths. */
type Ask = (path: string, init: Init) => Promise<{ readonly ok: boolean; json(): Promise<unknown> }>;
type Init = { method: string; headers: Record<string, string>; signal: AbortSignal; body?: string };

/** The account API of one running service. */
export type Api = {
  /** The body of a 2xx response; null for any other response or none. */
  send(method: string, path: string, body?: unknown): Promise<unknown>;
};

const REQUEST_MS_MAX = 20_000;

export const createApi = (ask: Ask, apiKey: string): Api => ({
  async send(method, path, body) {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(REQUEST_MS_MAX);
    const init = { method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await ask(path, init).catch(() => null);
    // A response that breaks off midway acknowledges nothing.
    return answer?.ok ? answer.json().catch(() => null) : null;
  },
});

/** Like `send`, but throws unless the request succeeds. */
export async function mustSend(api: Api, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await api.send(method, path, body);
  if (answer === null) throw new Error(`${method} ${path} did not succeed`);
  return answer;
}
