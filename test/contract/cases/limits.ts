import type { Case } from '../case.ts';
import { EVERY_OPERATION } from './everyOperation.ts';
import { detail, error } from './matchers.ts';

/** With one request per minute in every class, the second is refused before anything else. */
export const LIMIT_CASES: readonly Case[] = EVERY_OPERATION.map(({ request }) => ({
  label: 'refuses the request over the limit',
  ...request,
  after: [request],
  status: 429,
  body: request.path.startsWith('/s/') ? error('Too many requests') : detail('Too many requests'),
  answers: { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' },
}));
