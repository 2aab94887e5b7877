import { noAnswer, type RequestedOperation, readAnswer } from './answers.ts';
import { ToolyardError } from './errors.ts';
import type { Answer, OperationSpec } from './types.ts';

type Values = Readonly<Record<string, unknown>>;

/** A request that can be sent any number of times. */
export type Prepared = {
  readonly operation: RequestedOperation;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** The address of an operation. @throws TypeError for invalid or missing values */
export function addressOf(baseUrl: string, { path, query, body }: OperationSpec, values: Values): string {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const stranger = Object.keys(values).find((name) => ![...inPath, ...query, ...body].includes(name));
  if (stranger !== undefined) throw new TypeError(`There is no ${stranger} to be said of ${path}`);
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segmentOf(name, values[name])));
  const search = new URLSearchParams(
    query.flatMap((name) => (values[name] === undefined ? [] : [[name, String(values[name])]])),
  );
  return `${baseUrl}${address}${search.size > 0 ? `?${search}` : ''}`;
}

/** An empty segment, or one of dots, would change the address. */
function segmentOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} has to be an id`);
  return value;
}

/** The body of an operation; null for one without. */
export function bodyOf({ body }: OperationSpec, values: Values): string | null {
  if (body.length === 0) return null;
  return JSON.stringify(Object.fromEntries(body.map((name) => [name, values[name]])));
}

/** Environment of a request. */
export type Way = {
  readonly fetch: typeof globalThis.fetch;
  readonly parseJson: (text: string) => unknown;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
};

/** Sends a request once. @throws ToolyardError, or the signal's reason */
export async function send<T>(prepared: Prepared, way: Way): Promise<Answer<T>> {
  const { operation, url, method, headers, body } = prepared;
  const { fetch, parseJson, signal, timeoutMs } = way;
  signal?.throwIfAborted();
  const ending = new AbortController();
  const end = (): void => ending.abort(signal?.reason);
  signal?.addEventListener('abort', end, { once: true });
  const late = new Error(`none within ${timeoutMs} ms`);
  const timer = setTimeout(() => ending.abort(late), timeoutMs);
  try {
    const init = { method, headers, body, signal: ending.signal, redirect: 'error' } as const;
    return await readAnswer<T>(operation, await fetch(url, init), parseJson);
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof ToolyardError ? error : toNoAnswer(operation, ending.signal.aborted ? late : error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

const toNoAnswer = (operation: RequestedOperation, error: unknown): ToolyardError =>
  new ToolyardError(
    `No answer: ${reasonOf(error)}`,
    noAnswer(operation, wasNotSent(error) ? 'not_done' : 'lost', null),
    error,
  );

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);
const textOf = (value: unknown, key: 'code' | 'message'): string | undefined =>
  typeof value === 'object' && value !== null && key in value ? String(Reflect.get(value, key)) : undefined;

const reasonOf = (error: unknown): string =>
  textOf(causeOf(error), 'message') || textOf(causeOf(error), 'code') || textOf(error, 'message') || 'unknown';

/** Node reports when there was no connection. Browsers do not, and the response then counts as lost. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];
const wasNotSent = (error: unknown): boolean => UNSENT.includes(textOf(causeOf(error), 'code') ?? '');
