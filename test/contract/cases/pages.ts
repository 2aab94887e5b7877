import { expect } from 'vitest';
import type { Case } from '../case.ts';
import { detail, stackBody, TIME } from './matchers.ts';

const linkTo = (path: string, limit: number, cursor: string) => ({
  link: expect.stringMatching(
    new RegExp(`^<http://127\\.0\\.0\\.1:\\d+/v1/${path}\\?limit=${limit}&cursor=${cursor}>; rel="next"$`),
  ),
});

/** The paged lists, each with at least one row. */
const LISTS = [
  '/v1/stacks',
  '/v1/servers',
  '/v1/stacks/{stack}/endpoints',
  '/v1/endpoints/{endpointId}/tokens',
  '/v1/api_keys',
];

const wrong = LISTS.flatMap((path) => [
  ...['0', '101', '-1', '1.5', 'x', '', '1&limit=2'].map(
    (limit): Case => ({
      label: `refuses the limit ${limit}`,
      ...{ method: 'GET', path: `${path}?limit=${limit}`, mentions: '{stack}' },
      status: 400,
      body: detail(`Invalid limit ${limit.replace('&limit=', ',')}`),
    }),
  ),
  ...['', 'a b', '%00', '..', 'x.y.z', `${'x'.repeat(65)}.y`].map(
    (cursor): Case => ({
      label: `refuses the cursor ${cursor.slice(0, 20)}`,
      ...{ method: 'GET', path: `${path}?limit=1&cursor=${encodeURI(cursor)}`, mentions: '{stack}' },
      status: 400,
      body: detail('Invalid cursor'),
    }),
  ),
]);

const STACK = { label: '', method: 'GET', path: '/v1/stacks?limit=1', status: 200 } as const;

const pageCases: readonly Case[] = [
  {
    ...STACK,
    label: 'has the first stack and a cursor',
    mentions: '{empty}{bare}',
    body: [stackBody('{empty}', 'Empty')],
    answers: linkTo('stacks', 1, 'stack_[0-9a-f-]{36}'),
  },
  {
    ...STACK,
    label: 'has the next stack with its servers, and no further page',
    path: '/v1/stacks?limit=1&cursor={empty}',
    mentions: '{bare}',
    body: [{ ...stackBody('{bare}', 'Bare'), servers: [expect.objectContaining({ server_id: 'shop' })] }],
  },
  { ...STACK, label: 'is empty at the end', path: '/v1/stacks?cursor={empty}', body: [] },
  { ...STACK, label: 'accepts another account’s stack as a cursor', path: '/v1/stacks?cursor={theirs}', body: [] },
  {
    ...STACK,
    label: 'has endpoints',
    path: '/v1/stacks/{stack}/endpoints?limit=1',
    mentions: '{client}',
    body: [expect.objectContaining({ name: 'Agent' })],
  },
  {
    ...STACK,
    label: 'has tokens, newest first, and a cursor',
    path: '/v1/endpoints/{endpointId}/tokens?limit=1',
    mentions: '{stack}',
    after: [{ method: 'POST', path: '/v1/endpoints/{endpointId}/tokens', send: { name: 'Newest' } }],
    body: [expect.objectContaining({ name: 'Newest', created_at: TIME })],
    answers: linkTo('endpoints/endpoint_[0-9a-f-]{36}/tokens', 1, 'token_[0-9a-f-]{36}'),
  },
  {
    ...STACK,
    label: 'has the keys after a cursor',
    path: '/v1/api_keys?limit=100&cursor={keyId}',
    body: [expect.objectContaining({ name: 'First key' })],
  },
  {
    ...STACK,
    label: 'has the first server and a cursor',
    path: '/v1/servers?limit=1',
    body: [expect.objectContaining({ server_id: 'corner' })],
    answers: linkTo('servers', 1, 'corner\\.[0-9a-f-]{36}'),
  },
  {
    ...STACK,
    label: 'has the servers after a cursor, even without a server there',
    path: '/v1/servers?limit=100&cursor=everything.zzz',
    body: [expect.objectContaining({ server_id: 'shop' })],
  },
  {
    ...STACK,
    label: 'reports a missing list before an invalid page',
    path: '/v1/stacks/{random}/endpoints?limit=0',
    status: 404,
    body: detail('Stack not found'),
  },
];

export const PAGE_CASES: readonly Case[] = [...wrong, ...pageCases];
