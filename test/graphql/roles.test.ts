import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { newPerson } from '../core/people/kit.ts';
import { someOf } from '../harness/wholeTables.ts';
import { startWorld, type World } from '../harness/world.ts';
import { answerTo, everyOperation, REFUSAL } from './everyOperation.ts';

/** Each role's rights, written independently of `core/kernel/roles.ts`: if a role gains rights, this test fails. */
const MAY = {
  owner: ['read', 'write', 'invoke', 'approve', 'admin', 'owner'],
  admin: ['read', 'write', 'invoke', 'approve', 'admin'],
  developer: ['read', 'write', 'invoke'],
  approver: ['read', 'approve'],
  auditor: ['read'],
  member: [],
} as const;
const roles = Object.keys(MAY) as (keyof typeof MAY)[];

/** The rights of an admin's key with each set of scopes, also written independently of `core/kernel/roles.ts`. */
const SCOPED = {
  read: ['read'],
  write: ['read', 'write'],
  invoke: ['invoke'],
  admin: ['read', 'approve', 'admin'],
  'read,invoke': ['read', 'invoke'],
} as const;
const scopes = Object.keys(SCOPED) as (keyof typeof SCOPED)[];

const operations = everyOperation();

let world: World;
const keys = new Map<string, string>();
const cookies = new Map<string, string>();
beforeAll(async () => {
  world = await startWorld();
  for (const role of roles) {
    keys.set(role, (await createApiKey(world.account.ctx, { name: role, role })).key);
    cookies.set(role, (await newPerson(world, `${role}@example.com`, world.account, role)).cookie);
  }
  for (const held of scopes) {
    const made = await createApiKey(world.account.ctx, { name: held, role: 'admin', scopes: held.split(',') });
    keys.set(`for ${held}`, made.key);
  }
});
afterAll(() => world.close());

const credentialOf = (caller: 'key' | 'person', role: string): Record<string, string> =>
  caller === 'key'
    ? { authorization: `Bearer ${keys.get(role)}` }
    : { cookie: cookies.get(role) ?? '', origin: world.url, 'sec-fetch-site': 'same-origin' };

const mayAsk = (role: keyof typeof MAY, need: string): boolean =>
  need === 'person' || need === 'anyone' || MAY[role].some((right: string) => right === need);

/** Only a hang exceeds this on any machine: the test sends five hundred requests. */
const ENDS_IN = { timeout: 120_000 };

describe('every operation', () => {
  it('documents the right that the table requires', () => {
    expect(operations.filter(({ need, declared }) => need !== declared)).toEqual([]);
    expect(operations.length).toBeGreaterThan(75);
  });

  it.each(['key', 'person'] as const)(
    'is allowed or refused to a %s of each role as the schema says',
    ENDS_IN,
    async (caller) => {
      // Last, because signing out ends the session that the other operations use.
      const last = ['signOutEverywhere', 'signOut'];
      const ordered = [...operations].sort((a, b) => last.indexOf(a.name) - last.indexOf(b.name));
      const requests = someOf(roles, 2).flatMap((role) => ordered.map((operation) => ({ role, ...operation })));
      for (const each of requests) {
        const answer = await answerTo(world.url, each, credentialOf(caller, each.role));
        const at = `${each.role}, ${each.kind} ${each.name}: ${answer}`;
        // The operation ran: if the schema had refused it, the response would have no data.
        if (each.kind !== 'subscription') expect(answer, at).toContain('"data":{');
        const refusal = mayAsk(each.role, each.need) ? null : [each.need, each.role];
        expect(REFUSAL.exec(answer)?.slice(1) ?? null, at).toEqual(refusal);
      }
      const refused = requests.filter(({ role, need }) => !mayAsk(role, need)).length;
      const all = `${operations.length} operations x roles of a ${caller}`;
      process.stdout.write(`roles: ${all}: ${requests.length - refused} allowed, ${refused} refused\n`);
    },
  );

  it('is allowed or refused to an API key of an admin as its scopes say', ENDS_IN, async () => {
    // The most rights that a caller with few rights may grant.
    const least = everyOperation((name) => ({ role: 'AUDITOR', scopes: ['READ'] })[name]);
    const requests = someOf(scopes, 2).flatMap((held) => least.map((operation) => ({ held, ...operation })));
    for (const each of requests) {
      const answer = await answerTo(world.url, each, credentialOf('key', `for ${each.held}`));
      const at = `${each.held}, ${each.kind} ${each.name}: ${answer}`;
      const mayAskIt =
        ['person', 'anyone'].includes(each.need) || SCOPED[each.held].some((right) => right === each.need);
      expect(REFUSAL.exec(answer)?.[1] ?? null, at).toEqual(mayAskIt ? null : each.need);
    }
    process.stdout.write(`scopes: ${operations.length} operations x sets of scopes of a key\n`);
  });
});
