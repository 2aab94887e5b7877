import type { Case } from '../case.ts';
import { EVERY_OPERATION } from './everyOperation.ts';
import { detail, error } from './matchers.ts';

/** Every operation reads the end user before anything else. */
export const END_USER_CASES: readonly Case[] = EVERY_OPERATION.map(({ failure: _failure, ...operation }) => ({
  says: 'refuses an invalid end user id',
  ...operation,
  headers: { 'x-end-user': 'no body' },
  status: 400,
  body: operation.path.startsWith('/s/') ? error('Invalid end user') : detail('Invalid end user'),
}));
