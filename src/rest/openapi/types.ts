import type { JsonObject, JsonValue } from '../../core/lib/json.ts';

/** The documentation of an operation, beyond `operations.ts`. */
export type OperationDoc = {
  readonly tag: 'Stacks' | 'Servers' | 'Credentials' | 'Tools' | 'Stack Specific endpoints';
  readonly summary: string;
  readonly description: string;
  /** Lists tools: the tool formats are parameters, and answers have an `ETag`. */
  readonly isToolList?: true;
  /** Answers results of tools: `result` says in which shape. */
  readonly hasResult?: true;
  /** `Idempotency-Key` may be sent. */
  readonly isIdempotent?: true;
  /** `Idempotency-Key` may be sent, with which something is made once. */
  readonly isMadeOnce?: true;
  /** Reads a part of a stored result. */
  readonly isChunk?: true;
  readonly request?: RequestDoc;
  readonly success: AnswerDoc;
  /** Texts of 400 besides those for `X-End-User`. */
  readonly badRequest?: readonly string[];
  /** Texts of 404. */
  readonly notFound?: readonly string[];
  /** A text of 500 other than the operation's own. */
  readonly failureExample?: string;
};

export type RequestDoc = { readonly schema: JsonObject; readonly isRequired: boolean; readonly example: JsonValue };

export type AnswerDoc = { readonly says: string; readonly schema: JsonObject; readonly example: JsonValue };

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** An object whose properties nobody can list: generators read a bare `object` as one without any. */
export const freeObject = (description?: string): JsonObject => ({
  type: 'object',
  ...(description !== undefined && { description }),
  additionalProperties: true,
});
