import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CallFilter, listCalls } from '../../../src/core/callRecords/calls.ts';
import { countCalls } from '../../../src/core/callRecords/countCalls.ts';
import { type CallId, toCallerId, toEndpointId, toToolId } from '../../../src/core/kernel/ids.ts';
import type { CallRecord } from '../../../src/generated/prisma/client.ts';
import { createWorld, type World } from '../world.ts';
import { at, callIn, createOwner, insert, type Owner } from './kit.ts';

/* Calls of one agent or person equal a filter of all calls one by one, in pages both ways, and by number. */

const HOUR = 3_600;
const DAY = 24 * HOUR;
const PAGE = 7;

let world: World;
let owner: Owner;
let calls: readonly CallRecord[];

const CALLERS: readonly Partial<CallRecord>[] = [
  { callerKind: 'agent', callerId: 'token_1', endpointId: toEndpointId('endpoint_1') },
  { callerKind: 'agent', callerId: 'token_2', endpointId: toEndpointId('endpoint_1'), endUser: 'ann' },
  { callerKind: 'apiKey', callerId: 'key_1' },
  { callerKind: 'apiKey', callerId: 'key_2', endUser: 'ann' },
  { callerKind: 'user', callerId: 'user_1', endUser: 'ann' },
  { callerKind: 'user', callerId: 'user_2' },
  { callerKind: 'operator', callerId: 'operator' },
  // Recorded by an earlier release.
  { endpointId: toEndpointId('endpoint_2') },
  {},
];

/** Hours of calls: of some callers in each, of others days apart. */
function manyCalls(): CallRecord[] {
  return Array.from({ length: 600 }, (_, nr) => {
    const hour = Math.floor(nr / 3);
    const caller = nr % 50 === 0 ? CALLERS[4 + ((nr / 50) % 5)] : CALLERS[nr % 4];
    return callIn(owner, nr % 5 === 0 ? owner.otherId : owner.stackId, {
      ...caller,
      outcome: nr % 6 === 0 ? 'tool_error' : 'ok',
      toolId: toToolId(nr % 4 === 0 ? 'a_find' : 'a_send'),
      at: at(hour * HOUR + (nr % 3) * 400),
    });
  });
}

beforeAll(async () => {
  world = await createWorld();
  owner = await createOwner(world, 'called');
  const other = await createOwner(world, 'other');
  calls = await insert(world, manyCalls());
  await insert(
    world,
    CALLERS.map((caller, nr) => callIn(other, other.stackId, { ...caller, at: at(nr * HOUR) })),
  );
});
afterAll(() => world.database.close());

/** All pages, newest first or oldest first. */
async function allPages(filter: CallFilter, direction: 1 | -1): Promise<readonly CallId[]> {
  const rows: { readonly id: CallId; readonly at: Date }[] = [];
  for (;;) {
    const cursor = rows.at(-1);
    const beyond = cursor && { skip: 1, cursor: { id_at: cursor } };
    const take = direction * PAGE;
    const page = await listCalls(owner.ctx, filter, { take, select: { id: true, at: true }, ...beyond });
    rows.push(...(take < 0 ? page.toReversed() : page));
    if (page.length < PAGE) return rows.map(({ id }) => id);
  }
}

const CALLER_FILTERS: readonly (readonly [string, () => CallFilter, (call: CallRecord) => boolean])[] = [
  ['an endpoint', () => ({ callerId: toCallerId('endpoint_1') }), (call) => call.endpointId === 'endpoint_1'],
  ['a rare endpoint', () => ({ callerId: toCallerId('endpoint_2') }), (call) => call.endpointId === 'endpoint_2'],
  ['a token that is gone', () => ({ callerId: toCallerId('token_2') }), (call) => call.callerId === 'token_2'],
  ['an API key', () => ({ callerId: toCallerId('key_2') }), (call) => call.callerId === 'key_2'],
  ['a user', () => ({ callerId: toCallerId('user_1') }), (call) => call.callerId === 'user_1'],
  ['the operator', () => ({ callerId: toCallerId('operator') }), (call) => call.callerId === 'operator'],
  ['an end user', () => ({ endUser: 'ann' }), (call) => call.endUser === 'ann' && call.callerKind !== 'user'],
  [
    'an end user of a key',
    () => ({ callerId: toCallerId('key_2'), endUser: 'ann' }),
    (call) => call.callerId === 'key_2',
  ],
  ['nobody', () => ({ callerId: toCallerId('user_\0') }), () => false],
];
const OTHERS: readonly (readonly [() => CallFilter, (call: CallRecord) => boolean])[] = [
  [() => ({}), () => true],
  [() => ({ since: at(DAY + 500) }), (call) => call.at >= at(DAY + 500)],
  [() => ({ until: at(3 * DAY + 500) }), (call) => call.at < at(3 * DAY + 500)],
  [() => ({ stackId: owner.otherId }), (call) => call.stackId === owner.otherId],
  [
    () => ({ isFailure: true, toolId: toToolId('a_find') }),
    (call) => call.outcome !== 'ok' && call.toolId === 'a_find',
  ],
];

it.each(CALLER_FILTERS)('lists and counts the calls of %s', async (_name, filter, isOfCaller) => {
  for (const [other, isOther] of OTHERS) {
    const expected = calls.filter((call) => isOfCaller(call) && isOther(call)).map(({ id }) => id);
    const both = { ...other(), ...filter() };
    expect(await allPages(both, -1)).toEqual(expected);
    expect(await allPages(both, 1)).toEqual(expected.toReversed());
    expect(await countCalls(owner.ctx, both)).toEqual({ count: expected.length, isExact: true });
  }
});
