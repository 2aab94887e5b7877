import type { JsonObject } from '../../core/lib/json.ts';
import { list, text, wholeObject } from './parts.ts';

/** Members of a failed call in addition to its text. */
export const FAILURE_MEMBERS: JsonObject = {
  pause_id: text('Where a rule asks for an approval of the call: the approval that it waits for.'),
  connect_url: text('Where a sign-in at the server is all that is missing: the page on which a person signs in.'),
  retry_after: {
    type: 'integer',
    description: 'Seconds that the service asks to wait. The header `Retry-After` says the same.',
  },
  outcome: {
    type: 'string',
    enum: ['unknown'],
    description:
      'Where the request was sent and no whole answer came: the call may have taken effect. The header `X-Outcome` says the same.',
  },
  is_repeatable: {
    type: 'boolean',
    description: 'With `outcome`: whether it is safe to make the call again.',
  },
  upstream: {
    type: 'object',
    description: 'The service’s answer, without credentials.',
    properties: {
      status: { type: 'integer', description: 'Its HTTP status.' },
      code: text('Its own code for the failure.'),
      problems: list(
        {
          type: 'object',
          properties: {
            field: text('The input or parameter, as the service names it.'),
            message: text('The problem.'),
            code: text('Its own code for the problem.'),
          },
          required: ['message'],
        },
        'Each problem that it names, 20 at most.',
      ),
      content_type: text('The media type of its answer.'),
      body: { description: 'Its answer: JSON as it came, other formats as text. 4 KiB at most.' },
      is_truncated: { type: 'boolean', description: 'True where `body` is only the beginning of the answer, as text.' },
    },
    required: ['status'],
  },
};

/** A value of an input that was refused. */
export const ISSUE = wholeObject('The problem with a value.', {
  path: text('A JSON Pointer into the input.'),
  message: text('For people.'),
});

/** The body of a failure, whose text stands under `key`. */
export const failed = (description: string, key: 'detail' | 'error'): JsonObject => ({
  type: 'object',
  description,
  properties: { [key]: text('The problem.'), ...FAILURE_MEMBERS },
  required: [key],
  additionalProperties: false,
});
