import type { operations } from './generated/schema.ts';
import type { Waiting } from './pauses.ts';

/** The service's names of its operations, as in `openapi.json`. */
export type OperationId = keyof operations;

/**
 * What repeating an operation means: `read` changes nothing, a `creation` is made once under its `Idempotency-Key`, a
 * `call` runs a tool, and a `change` is anything else.
 */
export type Kind = 'read' | 'creation' | 'call' | 'change';

/** How an operation is sent. */
export type OperationSpec = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly kind: Kind;
  readonly takesKey: boolean;
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

/** What an operation takes: the values of its path, its query and its body in one object. */
export type Params<Id extends OperationId> = Flat<
  OrNothing<NonNullable<ParametersOf<Id>['path']>> & OrNothing<NonNullable<ParametersOf<Id>['query']>> & BodyOf<Id>
>;

/** What an operation answers. */
export type Data<Id extends OperationId> = operations[Id]['responses'][200]['content']['application/json'];

/** One of what a list answers. */
export type Row<Id extends OperationId> = Data<Id> extends readonly (infer Each)[] ? Each : never;

/** How one request is made. What is left out is as the client was told when it was made. */
export type Options = {
  /** Ends the request, its repetitions and all waiting; what is thrown then is the signal's reason. */
  readonly signal?: AbortSignal;
  /** For one attempt, in milliseconds. A call that is given up runs on at the service if it has an `idempotencyKey`. */
  readonly timeoutMs?: number;
  /** For all attempts with the waits between them, in milliseconds; waiting for a person has a bound of its own. */
  readonly totalTimeoutMs?: number;
  /** How often a request is repeated at most; 0 for never. */
  readonly retries?: number;
  /**
   * Creations get a key by themselves. A tool call with one is made once however often it is sent within 24 hours, and
   * is repeated when its answer is lost; without one it is not.
   */
  readonly idempotencyKey?: string;
  /** Your own id for the user that the request is for. */
  readonly endUser?: string;
  /** Waits while a call needs a person, and makes it again, instead of throwing. */
  readonly waitForPerson?: Waiting;
};

/** What an answer says beside its data. */
export type Answer<T> = {
  /** 304 where `ifNoneMatch` names what there is; `data` is null then. */
  readonly status: 200 | 304;
  readonly data: T | null;
  /** Names the request in the service's log. */
  readonly requestId: string | null;
  /** The version of a list of tools, for `ifNoneMatch`. */
  readonly etag: string | null;
  /** Of a page of a list: where the next one starts; null after the last. */
  readonly nextCursor: string | null;
  /** The requests of a minute: how many there may be, how many are left, and when the next minute begins. */
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly resetAt: Date } | null;
};
