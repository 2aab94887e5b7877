import type { CallOutcome } from '../core/callRecords/outcome.ts';
import { AppError, type ErrorCode } from '../core/lib/errors.ts';
import type { ToolFailure } from '../core/results/outcome.ts';
import { builder } from './builder.ts';
import { resetAtOf } from './execution/errorExtensions.ts';
import type { ModelFailedError, ToolFailedError } from './failedErrors.ts';
import { RateLimitedError } from './rateLimitedError.ts';

// The errors plugin maps classes to GraphQL types, but the core distinguishes errors by code.
const hasCode = (value: unknown, code: ErrorCode): boolean => value instanceof AppError && value.code === code;

export class NotFoundError extends AppError {
  declare readonly code: 'not_found';

  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasCode(value, 'not_found');
  }
}

export class AlreadyExistsError extends AppError {
  declare readonly code: 'already_exists';

  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasCode(value, 'already_exists');
  }
}

export class InvalidInputError extends AppError {
  declare readonly code: 'invalid_input';

  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasCode(value, 'invalid_input');
  }
}

export class ForbiddenError extends AppError {
  declare readonly code: 'forbidden';

  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasCode(value, 'forbidden');
  }
}

export class SignInFailedError extends AppError {
  declare readonly code: 'sign_in_failed';

  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasCode(value, 'sign_in_failed');
  }
}

export type FailureCode =
  | (
      | NotFoundError
      | AlreadyExistsError
      | InvalidInputError
      | ForbiddenError
      | SignInFailedError
      | RateLimitedError
      | ToolFailedError
      | ModelFailedError
    )['code']
  | 'unavailable'
  | 'internal';

export const FailureCodeEnum = builder.enumType('FailureCode', {
  description: 'The kind of failure. Codes are stable; messages are not.',
  values: {
    NOT_FOUND: {
      value: 'not_found',
      description: 'An object in the input does not exist, or belongs to another account.',
    },
    ALREADY_EXISTS: { value: 'already_exists', description: 'The name is taken.' },
    INVALID_INPUT: { value: 'invalid_input', description: 'The input is invalid; `issues` holds the reasons.' },
    FORBIDDEN: { value: 'forbidden', description: 'The caller may not do this.' },
    SIGN_IN_FAILED: {
      value: 'sign_in_failed',
      description: 'The e-mail and password, or the passkey, don’t match a user.',
    },
    RATE_LIMITED: { value: 'rate_limited', description: 'A limit was reached. Nothing was done.' },
    TOOL_FAILED: { value: 'tool_failed', description: 'The tool did not succeed; `outcome` says how.' },
    MODEL_FAILED: { value: 'model_failed', description: 'The account’s model did not answer; `outcome` says why.' },
    UNAVAILABLE: {
      value: 'unavailable',
      description: 'A dependency is unavailable, so the call was not made. Only in batches.',
    },
    INTERNAL: { value: 'internal', description: 'An internal error. Only in batches.' },
  } as const satisfies { [K in FailureCode as Uppercase<K>]: { value: K; description: string } },
});

type Failure = { readonly message: string; readonly code: FailureCode };

const FailureInterface = builder.interfaceRef<Failure>('UserError').implement({
  description: 'A failure that a caller may want to handle, as the result of a mutation.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'The error message, for people.' }),
    code: t.expose('code', { type: FailureCodeEnum, description: 'The error code, for programs.' }),
  }),
});

const RENAMED = 'Use `UserError`, which does not shadow a TypeScript type.';

const ErrorInterface = builder.interfaceRef<Failure>('Error').implement({
  description: 'Alias of `UserError` from release 0.1.',
  fields: (t) => ({
    message: t.exposeString('message', { deprecationReason: RENAMED, description: 'The error message, for people.' }),
    code: t.expose('code', {
      type: FailureCodeEnum,
      deprecationReason: RENAMED,
      description: 'The error code, for programs.',
    }),
  }),
});

/** The interfaces of every failure. Types show the fields of the last one, which are not deprecated. */
export const FAILURE_INTERFACES = [ErrorInterface, FailureInterface];

export const InputIssue = builder.objectRef<{ path: string; message: string }>('InputIssue').implement({
  description: 'One reason why an input was refused.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'JSON Pointer (RFC 6901) into the input; empty for the input as a whole.',
    }),
    message: t.exposeString('message', { description: 'The problem at this place.' }),
  }),
});

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'An object in the input does not exist. Other accounts’ objects give the same error.',
  interfaces: FAILURE_INTERFACES,
});

builder.objectType(AlreadyExistsError, {
  name: 'AlreadyExistsError',
  description: 'An object with this name already exists.',
  interfaces: FAILURE_INTERFACES,
});

builder.objectType(ForbiddenError, {
  name: 'ForbiddenError',
  description: 'The caller may not do this. Its API key lacks the scope, or a rule that the message names forbids it.',
  interfaces: FAILURE_INTERFACES,
});

builder.objectType(SignInFailedError, {
  name: 'SignInFailedError',
  description: 'The e-mail or the password is wrong, or the passkey’s answer is invalid. The error doesn’t say which.',
  interfaces: FAILURE_INTERFACES,
});

builder.objectType(InvalidInputError, {
  name: 'InvalidInputError',
  description: 'The input is invalid. Nothing was changed.',
  interfaces: FAILURE_INTERFACES,
  fields: (t) => ({
    issues: t.field({
      type: [InputIssue],
      description: 'The reasons; empty if the message is complete.',
      resolve: (error) => [...(error.details.issues ?? [])],
    }),
  }),
});

builder.objectType(RateLimitedError, {
  name: 'RateLimitedError',
  description:
    'A limit was reached: requests per minute, or an account limit. Nothing was done. Returned only if the operation selects this type. Otherwise, the response has an error with the code RATE_LIMITED.',
  interfaces: FAILURE_INTERFACES,
  fields: (t) => ({
    limitName: t.string({
      nullable: true,
      description:
        'The limit that was reached: a request class such as `invoke`, or an account limit such as `max_calls`.',
      resolve: ({ details: { reached } }) => reached?.name ?? null,
    }),
    limit: t.int({
      nullable: true,
      description: 'The maximum: requests per window, or the units of the account limit.',
      resolve: ({ details: { reached } }) => reached?.limit ?? null,
    }),
    remaining: t.int({
      nullable: true,
      description: 'The remaining amount.',
      resolve: ({ details: { reached } }) => reached?.remaining ?? null,
    }),
    retryAfterSeconds: t.int({
      description: 'Seconds to wait before trying again.',
      resolve: ({ details: { retryAfterSeconds } }) => retryAfterSeconds ?? 1,
    }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When to try again: at the end of the window or, for an account limit, after the wait.',
      resolve: ({ details }, _args, { app }) => resetAtOf(details, app.now()),
    }),
  }),
});

const OUTCOMES = {
  TOOL_ERROR: { value: 'tool_error', description: 'The tool ran and reported a failure.' },
  MISSING_CREDENTIALS: { value: 'missing_credentials', description: 'Required credentials are missing or unreadable.' },
  UPSTREAM_REFUSED: {
    value: 'upstream_refused',
    description: 'The service rejected the credentials, or they lack permission.',
  },
  UPSTREAM_RATE_LIMITED: { value: 'upstream_rate_limited', description: 'The service’s rate limit was reached.' },
  UPSTREAM_ERROR: { value: 'upstream_error', description: 'The service answered with an error.' },
  TIMED_OUT: { value: 'timed_out', description: 'The call timed out before anything was sent.' },
  UNREACHABLE: { value: 'unreachable', description: 'The service could not be reached; nothing was sent.' },
  OUTCOME_UNKNOWN: {
    value: 'outcome_unknown',
    description:
      'The request was sent, but its answer was lost or incomplete. The call may have taken effect. `isRepeatable` says whether it is safe to make it again.',
  },
  ADDRESS_REFUSED: { value: 'address_refused', description: 'The installation does not allow calls to this address.' },
  BAD_ANSWER: { value: 'bad_answer', description: 'The answer broke the protocol or a size limit.' },
  DENIED: { value: 'denied', description: 'A rule of the account denies the call; the service was not called.' },
  APPROVAL_REQUIRED: {
    value: 'approval_required',
    description: 'A rule of the account requires approval, and there is none. The service was not called.',
  },
  HELD_FOR_REVIEW: {
    value: 'held_for_review',
    description:
      'The tool has changed since it was enabled, and the change isn’t accepted yet. The service was not called.',
  },
  CANCELLED: { value: 'cancelled', description: 'The call was cancelled before it ended.' },
} as const satisfies { [K in ToolFailure['kind'] as Uppercase<K>]: { value: K; description: string } };

/** How a call ended: a tool call, a request to a model, or a test of credentials. */
export const CallOutcomeEnum = builder.enumType('CallOutcome', {
  description: 'How a call ended; everything but OK is a failure.',
  values: {
    OK: { value: 'ok', description: 'The call succeeded.' },
    ...OUTCOMES,
    INVALID_INPUT: { value: 'invalid_input', description: 'The input broke the tool’s schema; nothing was sent.' },
    FORBIDDEN: {
      value: 'forbidden',
      description: 'The caller’s token does not allow this call. Nothing was sent.',
    },
    RATE_LIMITED: {
      value: 'rate_limited',
      description: 'A limit of the account or the installation was reached; nothing was sent.',
    },
    INTERNAL_ERROR: { value: 'internal_error', description: 'Toolyard failed to make the call.' },
  } as const satisfies { [K in CallOutcome as Uppercase<K>]: { value: K; description: string } },
});
