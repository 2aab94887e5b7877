import type { CallId, Data, Format, ListId } from './formats.ts';
import { OPERATIONS, Operations } from './generated/operations.ts';
import { Pages } from './pages.ts';
import { untilDecided } from './pauses.ts';
import { addressOf, bodyOf, type Prepared, send } from './request.ts';
import { withRetries } from './retries.ts';
import type { Answer, OperationId, OperationSpec, Options, Params, Row } from './types.ts';

/** A credential for the service: a value, or a function that returns one for each request. */
export type Secret = string | (() => string | Promise<string>);

/** Settings of a client. */
export type Settings = {
  /** The address of the service: `https://tools.example.com`. */
  readonly baseUrl: string;
  /** For the account API: `ty_…`. */
  readonly apiKey?: Secret;
  /** A stack token, for the operations of agents. */
  readonly token?: Secret;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Replaces `JSON.parse` for successful responses, for example to preserve ids beyond 2^53. */
  readonly parseJson?: (text: string) => unknown;
  /** Time limit of one attempt of any operation; by default 130,000 for tool calls and 30,000 for others. */
  readonly timeoutMs?: number;
  /** Time limit of all attempts of a request, including the waits between them; 300,000 by default. */
  readonly totalTimeoutMs?: number;
  /** Maximum number of retries; 3 by default. */
  readonly retries?: number;
};

type AnswerOptions = Options & { readonly ifNoneMatch?: string };

/** By default, the service gives a tool two minutes. */
const CALL_TIMEOUT_MS = 130_000;
const TIMEOUT_MS = 30_000;
const TOTAL_TIMEOUT_MS = 300_000;
const RETRIES = 3;
const PAGE_LIMIT = 100;

/** A unique key for the option `idempotencyKey`. Unlike a UUID, it needs no secure context. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A client of one service. It holds no connection and needs no closing. */
export class Toolyard extends Operations {
  readonly #settings: Settings;
  readonly #baseUrl: string;

  /** @throws TypeError for an invalid address */
  constructor(settings: Settings) {
    super();
    const { origin, pathname } = new URL(settings.baseUrl);
    this.#settings = settings;
    this.#baseUrl = origin + pathname.replace(/\/+$/, '');
  }

  /**
   * As the operation's own method, with the response's metadata. `ifNoneMatch` is the `etag` of a list of tools that
   * you already have.
   */
  async answer<Id extends ListId, Chosen extends Format<Id> = undefined>(
    id: Id,
    params: Params<Id> & { readonly schema?: Chosen },
    options?: AnswerOptions,
  ): Promise<Answer<Data<Id, Chosen>>>;
  async answer<Id extends CallId, Chosen extends Format<Id> = undefined>(
    id: Id,
    params: Params<Id> & { readonly result?: Chosen },
    options?: AnswerOptions,
  ): Promise<Answer<Data<Id, Chosen>>>;
  async answer<Id extends OperationId>(id: Id, params: Params<Id>, options?: AnswerOptions): Promise<Answer<Data<Id>>>;
  async answer(id: OperationId, params: object, options: AnswerOptions = {}): Promise<Answer<unknown>> {
    return this.#answer(id, { ...params }, options);
  }

  protected override async ask<T>(id: OperationId, params: object, options: Options = {}): Promise<T> {
    const { data } = await this.#answer<T>(id, { ...params }, options);
    // Only a response to `ifNoneMatch` has no data, and these requests don't send it.
    if (data === null) throw new Error('The service answered 304 to a request without a condition');
    return data;
  }

  protected override list<Id extends OperationId>(id: Id, params: object, options: Options = {}): Pages<Row<Id>> {
    return new Pages((cursor) =>
      this.#answer<readonly Row<Id>[]>(id, { limit: PAGE_LIMIT, ...params, ...(cursor && { cursor }) }, options),
    );
  }

  async #answer<T>(
    id: OperationId,
    params: Readonly<Record<string, unknown>>,
    options: AnswerOptions,
  ): Promise<Answer<T>> {
    const spec: OperationSpec = OPERATIONS[id];
    const key = options.idempotencyKey ?? (spec.kind === 'creation' ? newIdempotencyKey() : undefined);
    if (key !== undefined && !spec.acceptsKey) throw new TypeError(`${id} takes no idempotencyKey`);
    const url = addressOf(this.#baseUrl, spec, params);
    const body = bodyOf(spec, params);
    const headers = {
      ...headersOf({ ...options, idempotencyKey: key }),
      ...(body !== null && { 'content-type': 'application/json' }),
    };
    const request = { operation: { id, kind: spec.kind }, url, method: spec.method, headers, body };
    const call = () => this.#tried<T>(spec, request, options);
    return options.waitForPerson ? untilDecided(options.waitForPerson, options.signal, call) : call();
  }

  #tried<T>(
    { kind, credential }: OperationSpec,
    request: Prepared,
    { signal, ...options }: Options,
  ): Promise<Answer<T>> {
    const { fetch = globalThis.fetch, parseJson = JSON.parse, ...settings } = this.#settings;
    const timeoutMs = options.timeoutMs ?? settings.timeoutMs ?? (kind === 'call' ? CALL_TIMEOUT_MS : TIMEOUT_MS);
    const plan = {
      kind,
      hasKey: 'idempotency-key' in request.headers,
      retries: options.retries ?? settings.retries ?? RETRIES,
      totalTimeoutMs: options.totalTimeoutMs ?? settings.totalTimeoutMs ?? TOTAL_TIMEOUT_MS,
      signal,
    };
    return withRetries(plan, async (leftMs) => {
      const authorization = `Bearer ${await this.#secret(credential)}`;
      const headers = { ...request.headers, authorization };
      return send<T>({ ...request, headers }, { fetch, parseJson, signal, timeoutMs: Math.min(timeoutMs, leftMs) });
    });
  }

  async #secret(kind: 'apiKey' | 'token'): Promise<string> {
    const secret = this.#settings[kind];
    if (secret === undefined) throw new TypeError(`This operation needs the setting ${kind}`);
    const value = typeof secret === 'string' ? secret : await secret();
    // The platform's message about an invalid header would contain the value.
    if (!/^[!-~]+$/.test(value)) throw new TypeError(`${kind} is empty, or has spaces or other signs in it`);
    return value;
  }
}

type RequestHeaders = {
  readonly endUser?: string;
  readonly ifNoneMatch?: string;
  readonly idempotencyKey?: string | undefined;
};

/** @throws TypeError for a value that no header can contain, before anything is sent */
function headersOf({ endUser, ifNoneMatch, idempotencyKey }: RequestHeaders): Readonly<Record<string, string>> {
  const headers = {
    accept: 'application/json',
    ...(endUser !== undefined && { 'x-end-user': endUser }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  const strange = Object.entries(headers).find(([, value]) => !/^[ -~]+$/.test(value));
  if (strange) throw new TypeError(`A header cannot say this ${strange[0]}`);
  return headers;
}
