import { missingRightText } from '../../core/kernel/roles.ts';
import type { JsonObject } from '../../core/lib/json.ts';
import type { Operation } from '../operation.ts';

type Surface = Operation['surface'];

const header = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` });

/** Headers of every answer. */
const EVERY_HEADER = {
  'X-RateLimit-Limit': header('X-RateLimit-Limit'),
  'X-RateLimit-Remaining': header('X-RateLimit-Remaining'),
  'X-RateLimit-Reset': header('X-RateLimit-Reset'),
  'X-Request-Id': header('X-Request-Id'),
};

const ERROR_KEY = { account: 'detail', stack: 'error' } as const;
const ERROR_SCHEMA = { account: 'AccountError', stack: 'StackError' } as const;
const PREFIX = { account: 'Account', stack: 'Stack' } as const;
const UNAUTHORIZED = { account: 'Unauthorized', stack: 'Invalid or missing token' } as const;

/** The texts for an invalid `X-End-User`, in any operation. */
const INVALID_END_USER = {
  account: ['Invalid end user'],
  stack: ['Invalid end user', 'The token is for another end user'],
} as const;

function errorResponse(surface: Surface, texts: readonly string[], headers: JsonObject = {}): JsonObject {
  const key = ERROR_KEY[surface];
  return {
    description: texts.join('. '),
    headers: { ...EVERY_HEADER, 'X-Error-Code': header('X-Error-Code'), ...headers },
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${ERROR_SCHEMA[surface]}` },
        examples: Object.fromEntries(
          texts.map((text) => [
            text.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_|_$/g, ''),
            { value: { [key]: text } },
          ]),
        ),
      },
    },
  };
}

type SharedResponse = 'Unauthorized' | 'BodyTooLarge' | 'UnsupportedMediaType' | 'TooManyRequests' | 'Unavailable';

function sharedOf(surface: Surface): Readonly<Record<SharedResponse, JsonObject>> {
  const retry = { 'Retry-After': header('Retry-After') };
  const media = ['Content-Type must be application/json', 'Content-Encoding is not supported'];
  return {
    Unauthorized: errorResponse(surface, [UNAUTHORIZED[surface]], { 'WWW-Authenticate': header('WWW-Authenticate') }),
    BodyTooLarge: errorResponse(surface, ['Request body too large']),
    UnsupportedMediaType: errorResponse(surface, media),
    TooManyRequests: errorResponse(surface, ['Too many requests'], {
      ...retry,
      'X-Error-Message': header('X-Error-Message'),
    }),
    Unavailable: errorResponse(surface, ['Service unavailable'], retry),
  };
}

/** The errors that many operations share, by surface (components/responses). */
export const SHARED_RESPONSES: JsonObject = Object.fromEntries(
  (['account', 'stack'] as const).flatMap((surface) =>
    Object.entries(sharedOf(surface)).map(([name, response]) => [PREFIX[surface] + name, response]),
  ),
);

/** Every status that an operation can return, with the exact texts. */
export function responsesOf(operation: Operation): JsonObject {
  const { surface, right, failure, showsIssues, showsForbidden, success, isPaged } = operation;
  const { badRequest = [], notFound, request, failureExample, isToolList, mayBeJob } = operation;
  const forbidden = showsForbidden && right && [missingRightText(right, { role: 'member' })];
  const shared = (name: SharedResponse): JsonObject => ({ $ref: `#/components/responses/${PREFIX[surface]}${name}` });
  const issues = showsIssues ? { 'X-Validation-Errors': header('X-Validation-Errors') } : {};
  return {
    200: {
      description: success.description,
      headers: {
        ...EVERY_HEADER,
        ...(isToolList && { ETag: header('ETag') }),
        ...(isPaged && { Link: header('Link') }),
      },
      content: { 'application/json': { schema: success.schema, example: success.example } },
    },
    ...(mayBeJob && { 202: JOB_STARTED }),
    ...(isToolList && {
      304: { description: 'The list has not changed since the version in `If-None-Match`.', headers: EVERY_HEADER },
    }),
    400: errorResponse(surface, [...badRequest, ...INVALID_END_USER[surface]], issues),
    401: shared('Unauthorized'),
    ...(forbidden && { 403: errorResponse(surface, forbidden) }),
    ...(notFound && { 404: errorResponse(surface, notFound) }),
    ...(request && { 413: shared('BodyTooLarge'), 415: shared('UnsupportedMediaType') }),
    429: shared('TooManyRequests'),
    500: errorResponse(surface, failureExample ? [failure, failureExample] : [failure]),
    503: shared('Unavailable'),
  };
}

/** The response of a call that runs as a job. */
const JOB_STARTED: JsonObject = {
  description: 'The call runs as a job, as requested with `Prefer: respond-async`.',
  headers: {
    ...EVERY_HEADER,
    Location: header('Location'),
    'Preference-Applied': header('Preference-Applied'),
    'Retry-After': header('Retry-After'),
  },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } },
};
