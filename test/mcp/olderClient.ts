import { Client, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Endpoint } from './kit.ts';

/** A person's answer to an elicitation. */
export type Answer = (params: { readonly message: string }) => Promise<ElicitResult> | ElicitResult;

/** Both elicitation modes. */
export const BOTH = { elicitation: { form: {}, url: {} } };

/** A message that a client posted. */
export type Posted = { readonly headers: Headers; readonly body: Record<string, unknown> };

export type OlderClientOptions = {
  readonly endpoint: Pick<Endpoint, 'url' | 'token'>;
  /** The URL of the same endpoint on another instance; the client's responses go there. */
  readonly elsewhere: string;
  /** The token for its responses; the endpoint's by default. */
  readonly answeringToken?: string;
  readonly notePosted?: (posted: Posted) => void;
};

/** An official client of the revisions with a handshake; its responses go to the other instance. */
export async function openOlderClient(capabilities: object, answer: Answer, options: OlderClientOptions) {
  const { endpoint, elsewhere, answeringToken = endpoint.token, notePosted } = options;
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode: 'legacy' } });
  if ('elicitation' in capabilities) client.setRequestHandler('elicitation/create', ({ params }) => answer(params));
  const route: typeof fetch = (url, init) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    notePosted?.({ headers: new Headers(init?.headers), body });
    const isAnswer = body.id !== undefined && body.method === undefined;
    if (!isAnswer) return fetch(url, init);
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${answeringToken}`);
    return fetch(elsewhere, { ...init, headers });
  };
  // A connection that the client keeps open would delay the end of a world, because nothing closes it.
  const requestInit = { headers: { authorization: `Bearer ${endpoint.token}`, connection: 'close' } };
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url), { requestInit, fetch: route }));
  return client;
}
