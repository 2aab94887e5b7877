import type { JsonObject, JsonValue } from '../../core/lib/json.ts';
import { missingRightText, type Right } from '../../core/roles.ts';

/** An operation's subject, in the reference's order. */
export const TAGS = [
  'Stacks',
  'Servers',
  'Credentials',
  'Tools',
  'Client endpoints and tokens',
  'API keys',
  'Stack Specific endpoints',
] as const;
type Tag = (typeof TAGS)[number];

/** The documentation of an operation, beyond `operations.ts`. */
export type OperationDoc = {
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Lists tools: the tool formats are parameters, and responses have an `ETag`. */
  readonly isToolList?: true;
  /** Returns results of tools; `result` selects their format. */
  readonly hasResult?: true;
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
  /** Texts of 403, for a credential that lacks a right. */
  readonly forbidden?: readonly string[];
  /** Texts of 404. */
  readonly notFound?: readonly string[];
  /** The example text of a 500 response, if it differs from the default. */
  readonly failureExample?: string;
};

export type RequestDoc = { readonly schema: JsonObject; readonly isRequired: boolean; readonly example: JsonValue };

type AnswerDoc = { readonly says: string; readonly schema: JsonObject; readonly example: JsonValue };

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** An object with any properties. Client generators read a bare `object` as one without properties. */
export const freeObject = (description?: string): JsonObject => ({
  type: 'object',
  ...(description !== undefined && { description }),
  additionalProperties: true,
});

/** The body of an operation that returns only a message. */
export const message = (says: string, text: string): AnswerDoc => ({
  says,
  schema: ref('Message'),
  example: { message: text },
});

/** The texts for a credential that lacks a right. */
export const lacks = (right: Right): string => missingRightText(right, { role: 'member' });
