import type { JsonObject } from '../../core/lib/json.ts';
import { SCHEMAS } from '../operations.ts';
import { VALIDATION_ERRORS_BYTES_MAX } from '../validationErrors.ts';
import { SHARED_RESPONSES } from './responses.ts';

const integer = (description: string): JsonObject => ({ description, schema: { type: 'integer', minimum: 0 } });
const text = (description: string): JsonObject => ({ description, schema: { type: 'string' } });

/** The gate of both surfaces reads this header before any operation. */
const END_USER: JsonObject = {
  name: 'X-End-User',
  'x-addition': true,
  in: 'header',
  description:
    'The id of your end user. The request uses this user’s credentials and stored results. A stack token for one end user needs no id and accepts no other.',
  schema: { type: 'string', pattern: '^[!-~]{1,128}$' },
};

/** Components that operations refer to. */
export const COMPONENTS: JsonObject = {
  securitySchemes: {
    api_key: { type: 'http', scheme: 'bearer', description: 'An API key of the account, `ty_…`.' },
    stack_token: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A stack token, issued for one client endpoint of one stack.',
    },
  },
  parameters: { 'X-End-User': END_USER },
  headers: {
    'X-RateLimit-Limit': integer('Maximum requests allowed in a window of 60 seconds.'),
    'X-RateLimit-Remaining': integer('Requests remaining in the current window.'),
    'X-RateLimit-Reset': integer('When the window ends: Unix time in whole seconds.'),
    'X-Request-Id': text('The request’s id in the log: the id that you sent if valid, otherwise a new one.'),
    'X-Error-Code': text('The error’s code in the error documentation: for a failed request or a failed tool.'),
    'X-Error-Message': text(
      'The limit that was reached, its owner and size, when to retry, and how the operator can raise it.',
    ),
    'Retry-After': integer('Seconds to wait before trying again.'),
    Location: text('The address of the job.'),
    'Preference-Applied': {
      description: 'The applied preference.',
      schema: { type: 'string', const: 'respond-async' },
    },
    'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } },
    ETag: text('Identifies this version of the list. Send it back in `If-None-Match`.'),
    Link: text('`<address>; rel="next"`: the next page, if there is one. Only its `cursor` differs from this request.'),
    'X-Validation-Errors': text(
      `The reasons why the input was refused: a JSON array of {path, message}. Each path is a JSON Pointer. At most ${VALIDATION_ERRORS_BYTES_MAX} bytes.`,
    ),
  },
  responses: SHARED_RESPONSES,
  schemas: SCHEMAS,
};
