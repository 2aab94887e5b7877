import { expect } from 'vitest';
import type { Case } from '../case.ts';
import { endpointBody, idOf } from './accessBodies.ts';
import { RESTRICTED } from './everyOperation.ts';
import { detail } from './matchers.ts';

const CREATIONS = RESTRICTED.filter(({ request }) => request.method === 'POST');

/** Foreign and unknown ids, which get the same response. */
const foreignOf = (slot: string): readonly string[] =>
  slot === '{stack}'
    ? ['{theirs}', '{random}', '{deleted}', 'x%00']
    : [
        slot.replace(/\{(.)/, (_, first: string) => `{their${first.toUpperCase()}`),
        slot.replace(/\{(\w+)Id\}/, '$1_0199f3c2-8b2f-7d54-8c71-3a1d6b5e9f22'),
        'x%00',
      ];

const absent = RESTRICTED.flatMap(({ request, notFound: [text] }) => {
  const [slot] = /\{\w+\}/.exec(request.path) ?? [];
  if (slot === undefined) return [];
  return foreignOf(slot).map(
    (id): Case => ({
      label: `does not find ${id}, whatever the body`,
      ...request,
      path: request.path.replace(slot, id),
      ...('send' in request && { send: '{' }),
      status: 404,
      body: detail(text ?? ''),
    }),
  );
});

const LACKS = /^This needs the right “\w+”, which the (?:scopes of this API key do|role “developer” does) not grant$/;

const refused = RESTRICTED.flatMap(({ request: operation }): Case[] => [
  { label: 'requires a credential', ...operation, as: 'nobody', status: 401, body: detail('Unauthorized') },
  {
    label: 'refuses a stack token',
    ...{ ...operation, as: { bearer: '{token}' } },
    status: 401,
    body: detail('Unauthorized'),
  },
  {
    label: 'refuses a key that only calls tools',
    ...{ ...operation, as: { bearer: '{invokeKey}' } },
    status: 403,
    body: detail(expect.stringMatching(LACKS)),
  },
]);

/** A creation happens once per key, and a repeat shows the secret again. */
const once = CREATIONS.flatMap(({ request: operation }): Case[] => {
  const headers = { 'idempotency-key': 'one' };
  const send = { name: 'Once' };
  return [
    {
      label: 'refuses another request under the same Idempotency-Key',
      ...{ ...operation, headers, send: { name: 'Twice' }, mentions: '{stack}' },
      after: [{ ...operation, headers, send }],
      status: 400,
      body: detail('The Idempotency-Key was used for something else'),
    },
    {
      label: 'refuses a malformed Idempotency-Key',
      ...{ ...operation, headers: { 'idempotency-key': 'a b' }, send, mentions: '{stack}' },
      status: 400,
      body: detail('Invalid Idempotency-Key'),
    },
  ];
});

const madeOnce: readonly Case[] = [
  {
    label: 'creates one for two requests with one Idempotency-Key',
    ...{ method: 'GET', path: '/v1/stacks/{empty}/endpoints' },
    after: [1, 2].map(() => ({
      ...{ method: 'POST', path: '/v1/stacks/{empty}/endpoints', send: { name: 'Once' } },
      headers: { 'idempotency-key': 'one' },
    })),
    status: 200,
    body: [endpointBody(idOf('endpoint'), '{empty}', 'Once')],
  },
];

/** The refusals of operations on credentials and endpoints, and their idempotency. */
export const ACCESS_REFUSED_CASES: readonly Case[] = [...absent, ...refused, ...once, ...madeOnce];
