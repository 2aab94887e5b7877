import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeCredential, setCredentials } from '../../../src/core/credentials/credential.ts';
import { type StackId, toServerId, toStackId } from '../../../src/core/kernel/ids.ts';
import type { Vault } from '../../../src/core/kernel/vault/vault.ts';
import { updateServerCredentialMode } from '../../../src/core/stacks/credentialMode.ts';
import { isWhole } from '../../harness/wholeTables.ts';
import { type NotesWorld, startNotesWorld } from './notes.ts';

const RUNS = isWhole ? 25 : 4;
const OPERATIONS_MAX = 14;
const STACK = '';
const USERS = ['ann', 'bob', 'ann@b', 'a'] as const;
const FIELDS = ['key', 'extra'] as const;
const MODES = ['stack', 'user', 'user_then_stack'] as const;

const owners = fc.constantFrom(STACK, ...USERS);
const fields = fc.constantFrom(...FIELDS);
const operations = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('set' as const), owner: owners, field: fields }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), owner: owners, field: fields }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mode' as const), mode: fc.constantFrom(...MODES) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('call' as const), user: fc.option(fc.constantFrom(...USERS)) }),
  },
);
type Operation = typeof operations extends fc.Arbitrary<infer T> ? T : never;

let notes: NotesWorld;
/** Every value opened by the service since the last clear. */
const opened: string[] = [];
let count = 0;

beforeAll(async () => {
  notes = await startNotesWorld();
  const { deps } = notes.world.edge;
  const { vault } = deps;
  const recording: Vault = {
    ...vault,
    open: (bytes, binding) => {
      const value = vault.open(bytes, binding);
      opened.push(value);
      return value;
    },
  };
  Object.assign(deps, { vault: recording });
});
afterAll(() => notes.close());

type Model = { mode: (typeof MODES)[number]; readonly values: Map<string, string> };

const keyOf = (owner: string, field: string): string => `${owner}/${field}`;
const ownsAny = ({ values }: Model, owner: string): boolean => FIELDS.some((field) => values.has(keyOf(owner, field)));

/** The owner of the credentials a call may use; null for none. */
function ownerFor(model: Model, user: string | null): string | null {
  if (model.mode === 'stack') return STACK;
  if (model.mode === 'user') return user;
  return user !== null && ownsAny(model, user) ? user : STACK;
}

async function checkCall(model: Model, stackId: StackId, user: string | null): Promise<void> {
  opened.length = 0;
  notes.arrived.last = null;
  const { status } = await notes.call(stackId, user);
  const owner = ownerFor(model, user);
  const allowed = FIELDS.map((field) => (owner === null ? undefined : model.values.get(keyOf(owner, field))));
  const [key, extra] = allowed;
  expect(opened.filter((value) => !allowed.includes(value))).toEqual([]);
  expect(status).toBe(key === undefined ? 500 : 200);
  expect(notes.arrived.last).toEqual(key === undefined ? null : { key, extra });
}

async function apply(model: Model, stackId: StackId, operation: Operation): Promise<void> {
  const { ctx } = notes;
  switch (operation.kind) {
    case 'set': {
      count += 1;
      const { owner, field } = operation;
      const value = `${owner}-${field}-${count}`;
      const endUser = owner === STACK ? undefined : owner;
      await setCredentials(ctx, stackId, toServerId('notes'), { credentials: { [field]: value }, endUser });
      model.values.set(keyOf(owner, field), value);
      return;
    }
    case 'remove': {
      const { owner, field } = operation;
      await removeCredential(ctx, stackId, toServerId('notes'), field, owner === STACK ? null : owner);
      model.values.delete(keyOf(owner, field));
      return;
    }
    case 'mode':
      await updateServerCredentialMode(ctx, stackId, toServerId('notes'), { credentialMode: operation.mode });
      model.mode = operation.mode;
      return;
    case 'call':
      return checkCall(model, stackId, operation.user);
  }
}

it('no call opens another owner’s value, whatever was stored and removed before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operations, { minLength: 4, maxLength: OPERATIONS_MAX }), async (list) => {
      count += 1;
      const stackId = await notes.newStack(`run ${count}`);
      const model: Model = { mode: 'stack', values: new Map() };
      for (const operation of list) await apply(model, toStackId(stackId), operation);
      for (const user of [null, ...USERS]) await checkCall(model, toStackId(stackId), user);
    }),
    { numRuns: RUNS },
  );
});

it('a row moved to another user does not open', async () => {
  const stackId = await notes.newStack('stolen');
  await updateServerCredentialMode(notes.ctx, toStackId(stackId), toServerId('notes'), { credentialMode: 'user' });
  await setCredentials(notes.ctx, toStackId(stackId), toServerId('notes'), {
    credentials: { key: 'ann’s own' },
    endUser: 'ann',
  });
  const { db } = notes.world.edge.deps;
  await db.credential.updateMany({ where: { stackServer: { stackId: toStackId(stackId) } }, data: { endUser: 'bob' } });
  opened.length = 0;
  const answer = await notes.call(toStackId(stackId), 'bob');
  expect(answer.body['detail']).toBe('Tool execution failed: unreadable credentials, enter again: key');
  expect(opened).toEqual([]);
});
