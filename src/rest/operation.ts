import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../core/kernel/context.ts';
import type { LimitClass } from '../core/kernel/limitClasses.ts';
import type { Window } from '../core/kernel/page.ts';
import type { Right } from '../core/kernel/roles.ts';
import type { JsonObject, JsonValue } from '../core/lib/json.ts';
import type { Answer } from '../wire/toolCall.ts';
import type { Body, CallRequest } from './request.ts';

/** The names in a path with `{placeholders}`. */
type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type Params<Path extends string> = Readonly<Record<Placeholder<Path>, string>>;

/** A path, and the description of each of its placeholders. */
type Place<Path extends string> = { readonly path: Path; readonly parameters: Params<Path> };

/** Checks that each placeholder of a path has a description. */
export const place = <const Path extends string>(path: Path, parameters: Params<Path>): Place<Path> => ({
  path,
  parameters,
});

/** A request body: its schema, and an example. */
export type RequestDoc = { readonly schema: JsonObject; readonly isRequired: boolean; readonly example: JsonValue };

type AnswerDoc = { readonly description: string; readonly schema: JsonObject; readonly example: JsonValue };

/** An operation's facts. All its routes, limits, documentation and tests derive from them. */
type Facts = {
  /** Its name in the reference and in client libraries. */
  readonly id: string;
  readonly surface: 'account' | 'stack';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly limitClass: LimitClass;
  /** The right that it requires of an API key; null for stack tokens. */
  readonly right: Right | null;
  /** The documented text of a service fault. */
  readonly failure: string;
  /**
   * Problems of a refused input are listed in `X-Validation-Errors`. Their paths use the names of the tool or of the
   * body.
   */
  readonly showsIssues?: 'of tool' | 'of body';
  /** Whether it belongs to the documented base of the interface. Every other operation is marked as an addition. */
  readonly isBase?: true;
  /** Its subject. Subjects have the order of their first operations. */
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Lists tools: the tool formats are parameters, and responses have an `ETag`. */
  readonly isToolList?: true;
  /** Returns results of tools; `result` selects their format. */
  readonly hasResult?: true;
  /** With `Prefer: respond-async`, it starts a job and returns 202. */
  readonly mayBeJob?: true;
  /** Accepts `Idempotency-Key`. */
  readonly isIdempotent?: true;
  /** Accepts `Idempotency-Key`, which creates the object only once. */
  readonly isMadeOnce?: true;
  /** Reads a part of a stored result. */
  readonly isChunk?: true;
  /** Lists in pages: `limit` and `cursor` are parameters, and responses have a `Link`. */
  readonly isPaged?: true;
  readonly request?: RequestDoc;
  readonly success: AnswerDoc;
  /** Texts of 400 in addition to those for `X-End-User`. */
  readonly badRequest?: readonly string[];
  /** Whether the reference shows the 403 for a credential without the right. */
  readonly showsForbidden?: true;
  /** Texts of 404. */
  readonly notFound?: readonly string[];
  /** The example text of a 500 response, if it differs from the default. */
  readonly failureExample?: string;
};

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

type Row = { readonly id: string };

/** An operation's implementation is one of these. Their methods accept the path's own placeholders. */
type Run<Path extends string> = {
  /** Returns the body; SOFA serves it. */
  run(ctx: Ctx, params: Params<Path>, body: Body): Promise<unknown>;
};
type Answering = {
  /** Answers with or without the framework. */
  answer(ctx: Ctx, request: CallRequest): Promise<Answer>;
};
type Handling = { readonly handle: Handler };
type Listing<Path extends string, R extends Row> = {
  read(ctx: Ctx, params: Params<Path>, page: Window): Promise<readonly R[]>;
  bodyOf(row: R, ctx: Ctx): object;
};

/** One documented operation. */
export type Operation = Facts &
  Place<string> & { readonly parameters: Readonly<Record<string, string>> } & Partial<
    Run<string> & Answering & Handling & Listing<string, Row>
  >;

/** The operations on one kind of object, and the bodies that they describe (components/schemas). */
export type Noun = { readonly operations: readonly Operation[]; readonly schemas: JsonObject };

const MOST = { surface: 'account', limitClass: 'default' } as const;
type RecordFacts = Omit<Facts, keyof typeof MOST> & Partial<Pick<Facts, keyof typeof MOST>>;

/** Checks an operation, and fills in the surface and the limit class of most. */
export const operation = <const Path extends string>(
  record: RecordFacts & Place<Path> & (Run<Path> | Answering | Handling),
): Operation => ({ ...MOST, ...record });

/** The texts of 400 for an invalid page. */
export const INVALID_PAGE = ['Invalid limit <limit>', 'Invalid cursor'];

export const pagedList = <const Path extends string, R extends Row>(
  record: Omit<RecordFacts, 'isPaged' | 'method' | 'badRequest'> & Place<Path> & Listing<Path, R>,
): Operation => ({ ...MOST, method: 'GET', isPaged: true, badRequest: INVALID_PAGE, ...record });

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** The body of an operation that returns only a message. */
export const message = (description: string, text: string): AnswerDoc => ({
  description,
  schema: ref('Message'),
  example: { message: text },
});

/** The text for most invalid inputs. */
export const INVALID = 'Invalid request parameters';
