import type { Case } from '../case.ts';
import { EVERY_OPERATION } from './everyOperation.ts';
import { detail, error } from './matchers.ts';

/** Every operation reads the end user before anything else. */
export const END_USER_CASES: readonly Case[] = EVERY_OPERATION.map(({ request }) => ({
  label: 'refuses an invalid end user id',
  ...request,
  headers: { 'x-end-user': 'no body' },
  status: 400,
  body: request.path.startsWith('/s/') ? error('Invalid end user') : detail('Invalid end user'),
}));
