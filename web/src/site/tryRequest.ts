type Parameter = { readonly name: string; readonly in: string; readonly required: boolean };

export type RequestParts = {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: string | null;
  readonly scheme: string;
};

type TryInput = {
  readonly token: string;
  readonly parameters: readonly (Parameter & { readonly value: string })[];
  readonly body: string | null;
};

/** A displayed response; null milliseconds if there was none. */
export type Answer = {
  readonly status: string;
  readonly ms: number | null;
  readonly headers: string;
  readonly text: string;
};

/** Headers that every response has and the reader doesn't need. */
const COMMON_HEADERS = ['connection', 'content-length', 'date', 'keep-alive', 'x-content-type-options'];
const SHOWN_CHARS_MAX = 100_000;

/**
 * Sends the request like any program: with the pasted token and without the session, which REST doesn't accept. Never
 * throws; a failed request also has a result.
 */
export async function send(parts: RequestParts, input: TryInput): Promise<Answer> {
  const startedAt = performance.now();
  try {
    const response = await fetch(addressOf(parts.path, input), {
      method: parts.method,
      headers: headersOf(input),
      body: input.body,
      credentials: 'omit',
      cache: 'no-store',
    });
    const text = await response.text();
    const ms = Math.round(performance.now() - startedAt);
    const headers = [...response.headers].filter(([name]) => !COMMON_HEADERS.includes(name));
    return {
      status: `${response.status} ${response.statusText}`.trim(),
      ms,
      headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
      text: cut(indented(text)),
    };
  } catch (error) {
    return { status: `Not sent: ${error instanceof Error ? error.message : error}`, ms: null, headers: '', text: '' };
  }
}

function addressOf(path: string, { parameters }: TryInput): URL {
  const pathValue = (name: string): string =>
    parameters.find((one) => one.in === 'path' && one.name === name)?.value ?? '';
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathValue(name)));
  const address = new URL(filled, location.origin);
  for (const { in: where, name, value } of parameters)
    if (where === 'query' && value !== '') address.searchParams.set(name, value);
  return address;
}

function headersOf({ token, parameters, body }: TryInput): Headers {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  if (body !== null) headers.set('content-type', 'application/json');
  for (const { in: where, name, value } of parameters) if (where === 'header' && value !== '') headers.set(name, value);
  return headers;
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const cut = (text: string): string =>
  text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}\n… ${text.length} characters in total` : text;
