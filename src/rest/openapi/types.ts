import type { JsonObject, JsonValue } from '../../core/lib/json.ts';

/** What the document says of one operation beyond `operations.ts`. */
export type OperationDoc = {
  readonly tag: 'Stacks' | 'Servers' | 'Credentials' | 'Tools' | 'Stack Specific endpoints';
  readonly summary: string;
  readonly description: string;
  /** The tool formats may be asked for, and lists carry an `ETag`. */
  readonly isToolList?: true;
  /** `Idempotency-Key` may be sent. */
  readonly isIdempotent?: true;
  /** A part of a kept result is read. */
  readonly isChunk?: true;
  readonly request?: RequestDoc;
  readonly success: Answer;
  /** Every text of a 400 beside those of `X-End-User`. */
  readonly badRequest?: readonly string[];
  /** Every text of a 404. */
  readonly notFound?: readonly string[];
  /** A text of a 500 other than the operation's own. */
  readonly failureExample?: string;
};

export type RequestDoc = { readonly schema: JsonObject; readonly isRequired: boolean; readonly example: JsonValue };

export type Answer = { readonly says: string; readonly schema: JsonObject; readonly example: JsonValue };

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
