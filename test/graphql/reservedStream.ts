import { isRecord } from '../../src/core/lib/json.ts';

type Sent = { readonly token?: string; readonly search?: string; readonly body?: object };

/** A request about event streams that carry many subscriptions, with the account's key. */
export type SendToStream = (apiKey: string, method: string, sent?: Sent) => Promise<Response>;

export const sendTo =
  (url: string): SendToStream =>
  (apiKey, method, { token, search = '', body } = {}) =>
    fetch(`${url}/graphql${search}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(token !== undefined && { 'x-graphql-event-stream-token': token }),
        ...(body && { 'content-type': 'application/json' }),
        ...(method === 'GET' && { accept: 'text/event-stream' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

/** A stream that is read; `ended` resolves when it ends. */
export async function openStream(send: SendToStream, apiKey: string) {
  const token = await (await send(apiKey, 'PUT')).text();
  const response = await send(apiKey, 'GET', { token });
  const received = { text: '' };
  const read = async (): Promise<void> => {
    for await (const part of response.body ?? []) received.text += Buffer.from(part).toString();
  };
  return { token, response, received, ended: read().catch(() => undefined) };
}

/** The code of a response's only error. */
export async function errorCodeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json();
  const [error]: unknown[] = isRecord(body) && Array.isArray(body['errors']) ? body['errors'] : [];
  const extensions = isRecord(error) ? error['extensions'] : null;
  return isRecord(extensions) ? extensions['code'] : null;
}
