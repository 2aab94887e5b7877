import type { JsonObject } from '../../core/lib/json.ts';
import { PAGE_LIMIT_MAX } from '../pages.ts';

/** Parameters that request a page of a list. */
export const PAGE_PARAMETERS: readonly JsonObject[] = [
  {
    name: 'limit',
    in: 'query',
    'x-addition': true,
    description: `The number of rows in a page; ${PAGE_LIMIT_MAX} if only a cursor is given.`,
    schema: { type: 'integer', minimum: 1, maximum: PAGE_LIMIT_MAX },
  },
  {
    name: 'cursor',
    in: 'query',
    'x-addition': true,
    description: 'The start of the page, from the `Link` of the previous page. Its format may change.',
    schema: { type: 'string' },
  },
];
