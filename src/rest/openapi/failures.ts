import type { JsonObject } from '../../core/lib/json.ts';
import { list, text, wholeObject } from './parts.ts';

/** Members of a failed call in addition to its text. */
export const FAILURE_MEMBERS: JsonObject = {
  pause_id: text('The approval that the call awaits, if a rule requires one.'),
  connect_url: text('The page where a person signs in, if only a sign-in is missing.'),
  retry_after: {
    type: 'integer',
    description: 'Seconds that the service asks to wait. The header `Retry-After` says the same.',
  },
  outcome: {
    type: 'string',
    enum: ['unknown'],
    description:
      'Present if the request was sent but no complete answer arrived. The call may have taken effect. The header `X-Outcome` says the same.',
  },
  is_repeatable: {
    type: 'boolean',
    description: 'For an unknown outcome: whether it is safe to repeat the call.',
  },
  upstream: {
    type: 'object',
    description: 'The service’s answer, without credentials.',
    properties: {
      status: { type: 'integer', description: 'Its HTTP status.' },
      code: text('The service’s code for the failure.'),
      problems: list(
        {
          type: 'object',
          properties: {
            field: text('The input or parameter, as the service names it.'),
            message: text('The problem.'),
            code: text('The service’s code for the problem.'),
          },
          required: ['message'],
        },
        'The problems in its answer, at most 20.',
      ),
      content_type: text('The media type of its answer.'),
      body: { description: 'The body of its answer: JSON unchanged, other formats as text. At most 4 KiB.' },
      is_truncated: { type: 'boolean', description: 'True if `body` is only the beginning of the answer, as text.' },
    },
    required: ['status'],
  },
};

/** One problem with a refused input. */
export const ISSUE = wholeObject('The problem with a value.', {
  path: text('A JSON Pointer into the input.'),
  message: text('The message for people.'),
});

/** The body of a failure, with its text under `key`. */
export const failed = (description: string, key: 'detail' | 'error'): JsonObject => ({
  type: 'object',
  description,
  properties: { [key]: text('The problem.'), ...FAILURE_MEMBERS },
  required: [key],
  additionalProperties: false,
});
