import type { Data } from './formats.ts';
import type { operations } from './generated/schema.ts';
import type { Waiting } from './pauses.ts';

/** The service's names of its operations, as in `openapi.json`. */
export type OperationId = keyof operations;

/**
 * The effect of repeating an operation: a `read` changes nothing, a `creation` happens once per `Idempotency-Key`, a
 * `call` runs a tool, and a `change` is anything else.
 */
export type Kind = 'read' | 'creation' | 'call' | 'change';

/** How an operation is sent. */
export type OperationSpec = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly kind: Kind;
  readonly acceptsKey: boolean;
  readonly credential: 'apiKey' | 'token';
  readonly query: readonly string[];
  readonly body: readonly string[];
};

type Flat<T> = { [Key in keyof T]: T[Key] };
type OrNothing<T> = [T] extends [never] ? object : T;
type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : object;
type ParametersOf<Id extends OperationId> = operations[Id]['parameters'];
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody?: infer Body }
  ? JsonOf<OrNothing<NonNullable<Body>>>
  : object;

/** The parameters of an operation: the values of its path, query and body in one object. */
export type Params<Id extends OperationId> = Flat<
  OrNothing<NonNullable<ParametersOf<Id>['path']>> & OrNothing<NonNullable<ParametersOf<Id>['query']>> & BodyOf<Id>
>;

/** One row of a list. */
export type Row<Id extends OperationId> = Data<Id> extends readonly (infer Each)[] ? Each : never;

/** Options of one request. Omitted options use the client's settings. */
export type Options = {
  /** Ends the request, its retries and all waiting, and throws the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * Time limit of one attempt, in milliseconds. An abandoned call continues at the service if it has an
   * `idempotencyKey`.
   */
  readonly timeoutMs?: number;
  /**
   * Time limit of all attempts and the waits between them, in milliseconds. Waiting for a person has a separate limit.
   */
  readonly totalTimeoutMs?: number;
  /** Maximum number of retries; 0 for never. */
  readonly retries?: number;
  /**
   * Creations get a key automatically. A tool call with a key runs once, however often it is sent within 24 hours, and
   * is retried if its response is lost. Without a key, it isn't retried.
   */
  readonly idempotencyKey?: string;
  /** Your own id for the user of the request. */
  readonly endUser?: string;
  /** Waits while a call needs a person, and then repeats it, instead of throwing. */
  readonly waitForPerson?: Waiting;
};

/** A response with its metadata. */
export type Answer<T> = {
  /** 304 if the list still matches `ifNoneMatch`; `data` is null then. */
  readonly status: 200 | 304;
  readonly data: T | null;
  /** The request's id in the service's log. */
  readonly requestId: string | null;
  /** The version of a list of tools, for `ifNoneMatch`. */
  readonly etag: string | null;
  /** For a page of a list: where the next one starts; null after the last. */
  readonly nextCursor: string | null;
  /** The rate limit: requests per minute, the remaining ones, and when the next minute begins. */
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly resetAt: Date } | null;
};
