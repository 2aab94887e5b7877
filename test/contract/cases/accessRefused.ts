import { expect } from 'vitest';
import type { Case } from '../case.ts';
import { endpointBody, idOf } from './accessBodies.ts';
import { ACCESS } from './everyOperation.ts';
import { detail } from './matchers.ts';

const CREATIONS = ACCESS.filter(({ method }) => method === 'POST').map(
  ({ failure: _failure, ...operation }) => operation,
);

/** Foreign and unknown ids, which get the same response. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  '{stack}': ['{theirs}', '{random}', '{deleted}', 'x%00'],
  '{endpointId}': ['{theirEndpoint}', 'endpoint_0199f3c2-8b2f-7d54-8c71-3a1d6b5e9f22', 'x%00'],
  '{tokenId}': ['{theirTokenId}', 'token_0199f3c2-8b2f-7d54-8c71-3a1d6b5e9f22', 'x%00'],
  '{keyId}': ['{theirKeyId}', 'key_0199f3c2-8b2f-7d54-8c71-3a1d6b5e9f22', 'x%00'],
};

const NOT_FOUND: Readonly<Record<string, string>> = {
  '{stack}': 'Stack not found',
  '{endpointId}': 'Client endpoint not found',
  '{tokenId}': 'Stack token not found',
  '{keyId}': 'API key not found',
};

const absent = ACCESS.flatMap(({ failure: _failure, ...operation }) => {
  const [slot = ''] = /\{\w+\}/.exec(operation.path) ?? [];
  return (FOREIGN[slot] ?? []).map(
    (id): Case => ({
      says: `does not find ${id}, whatever the body`,
      ...operation,
      path: operation.path.replace(slot, id),
      ...('send' in operation && { send: '{' }),
      status: 404,
      body: detail(NOT_FOUND[slot] ?? ''),
    }),
  );
});

const LACKS = /^This takes the right “\w+”, which the (?:scopes of this API key do|role “developer” does) not have$/;

const refused = ACCESS.flatMap(({ failure: _failure, ...operation }): Case[] => [
  { says: 'requires a credential', ...operation, as: 'nobody', status: 401, body: detail('Unauthorized') },
  {
    says: 'refuses a stack token',
    ...{ ...operation, as: { bearer: '{token}' } },
    status: 401,
    body: detail('Unauthorized'),
  },
  {
    says: 'refuses a key that only calls tools',
    ...{ ...operation, as: { bearer: '{invokeKey}' } },
    status: 403,
    body: detail(expect.stringMatching(LACKS)),
  },
]);

/** A creation happens once per key, and a repeat shows the secret again. */
const once = CREATIONS.flatMap((operation): Case[] => {
  const headers = { 'idempotency-key': 'one' };
  const send = { name: 'Once' };
  return [
    {
      says: 'refuses another request under the same Idempotency-Key',
      ...{ ...operation, headers, send: { name: 'Twice' }, given: '{stack}' },
      after: [{ ...operation, headers, send }],
      status: 400,
      body: detail('The Idempotency-Key was used for something else'),
    },
    {
      says: 'refuses a malformed Idempotency-Key',
      ...{ ...operation, headers: { 'idempotency-key': 'a b' }, send, given: '{stack}' },
      status: 400,
      body: detail('Invalid Idempotency-Key'),
    },
  ];
});

const madeOnce: readonly Case[] = [
  {
    says: 'creates one for two requests with one Idempotency-Key',
    ...{ method: 'GET', path: '/v1/stacks/{empty}/endpoints' },
    after: [1, 2].map(() => ({
      ...{ method: 'POST', path: '/v1/stacks/{empty}/endpoints', send: { name: 'Once' } },
      headers: { 'idempotency-key': 'one' },
    })),
    status: 200,
    body: [endpointBody(idOf('endpoint'), '{empty}', 'Once')],
  },
];

/** The access operations' refusals, and their idempotency. */
export const ACCESS_REFUSED_CASES: readonly Case[] = [...absent, ...refused, ...once, ...madeOnce];
