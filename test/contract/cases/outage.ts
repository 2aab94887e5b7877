import type { Case } from '../case.ts';
import { EVERY_OPERATION } from './everyOperation.ts';
import { detail, error } from './matchers.ts';

const OF_ACCOUNTS = EVERY_OPERATION.filter(({ request }) => request.path.startsWith('/v1/'));

/** A recently used key without a database: the operation itself fails with its documented message. */
export const FAILING_CASES: readonly Case[] = OF_ACCOUNTS.map(({ failure, request }) => ({
  label: 'says what failed while the database is down',
  ...request,
  status: 500,
  body: detail(failure),
}));

/** An unknown credential without a database: never 401, because it may be valid. */
export const UNAVAILABLE_CASES: readonly Case[] = EVERY_OPERATION.map(({ failure, request }) => ({
  label: 'cannot authenticate while the database is down',
  ...request,
  ...(request.path.startsWith('/s/')
    ? { status: 503, body: error('Service unavailable') }
    : { status: 500, body: detail(failure) }),
}));
