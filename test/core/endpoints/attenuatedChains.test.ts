import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conditionProblemOf } from '../../../src/core/decisions/attenuatedReach.ts';
import { attenuatedOf, type KnownToken } from '../../../src/core/endpoints/knownToken.ts';
import { mayReach } from '../../../src/core/endpoints/tokenReach.ts';
import type { AgentActor } from '../../../src/core/kernel/actor.ts';
import {
  attenuateToken,
  isProven,
  type Limits,
  readTokenBody,
  splitAttenuated,
} from '../../../src/core/kernel/attenuation.ts';
import { toAccountId, toServerId, toStackId, toToolId } from '../../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import { policyCallerOf } from '../../../src/core/policies/caller.ts';
import { agentOf } from '../sampleActors.ts';

/** `npm run test:chains` tries a million. */
const CHAINS = Number(process.env['CHAINS'] ?? 2_000);

const TOOLS = ['bank_read', 'bank_pay', 'bank_pay_all', 'github_get_repo', 'github_delete_repo', 'read'].map(toToolId);
const PATTERNS = ['*', 'bank_*', '*_pay', 'bank_pay*', 'github_get_*', '*_repo', 'read', '*read*', 'b*_*', 'none'];
const END_USERS = ['ann', 'bob', 'cleo'];
const NOW_S = 1_800_000_000;

/** Conditions and their meaning, implemented again in TypeScript. */
const CONDITIONS: Readonly<Record<string, (input: JsonObject, endUser: string) => boolean>> = {
  'input.amount < 100': ({ amount }) => typeof amount === 'number' && amount < 100,
  'input.amount >= 10': ({ amount }) => typeof amount === 'number' && amount >= 10,
  'has(input.to) && input.to.startsWith("a")': ({ to }) => typeof to === 'string' && to.startsWith('a'),
  '!has(input.to) || input.to != "abe"': ({ to }) => to !== 'abe',
  'caller.end_user == "ann"': (_input, endUser) => endUser === 'ann',
  'caller.kind == "agent"': () => true,
  'calls.day < 5': () => false,
  'not an expression': () => false,
  'input.amount': () => false,
};

const { privateKey } = generateKeyPairSync('ed25519');
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const ROOTS = Array.from({ length: 20 }, () => {
  const signed = `${encode({ alg: 'EdDSA', kid: 'k', typ: 'toolyard-stack+jwt' })}.${encode({ jti: randomUUID() })}`;
  const signature = sign(null, Buffer.from(signed), privateKey);
  return { signature, token: `${signed}.${signature.toString('base64url')}` };
});

type Own = { readonly tools: readonly string[]; readonly endUser: string | null; readonly exp: number | null };
type Call = {
  readonly tool: (typeof TOOLS)[number];
  readonly input: JsonObject;
  readonly endUser: string;
  readonly atS: number;
};

/** Independent of the tested code: evaluates one link from its content. */
function linkAllows({ tools, when, end_user, exp }: Limits, { tool, input, endUser, atS }: Call): boolean {
  const isMatch = (pattern: string) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(tool);
  if (tools && !tools.some(isMatch)) return false;
  if (when !== undefined && !CONDITIONS[when]?.(input, endUser)) return false;
  if (end_user !== undefined && end_user !== endUser) return false;
  return exp === undefined || atS < exp;
}

const actor: AgentActor = agentOf({ accountId: toAccountId('acct_1'), stackId: toStackId('stack_1') });

const parentOf = ({ tools, endUser, exp }: Own, revokedAttenuations: readonly string[]): KnownToken => ({
  actor: { ...actor, endUser, ...(tools.length > 0 && { reach: { tools, callsMax: null, attenuations: [] } }) },
  expiresAt: exp === null ? null : new Date(exp * 1_000),
  networks: null,
  revokedAttenuations,
});

/** The tested code's reading of a token; null if it is refused. */
function open(token: string, signature: Uint8Array, own: Own, revoked: readonly string[]): KnownToken | null {
  const parts = splitAttenuated(token);
  const read = parts && readTokenBody(parts.body);
  if (!read || !isProven(parts.body, parts.tag, signature)) return null;
  return attenuatedOf(parentOf(own, revoked), read.attenuations);
}

const REQUESTER = { accountId: toAccountId('acct_1'), signal: new AbortController().signal };

async function allows(known: KnownToken | null, { tool, input, endUser, atS }: Call): Promise<boolean> {
  const reach = known?.actor.reach;
  if (!known || (known.expiresAt && known.expiresAt.getTime() <= atS * 1_000)) return false;
  // How the surfaces treat `X-End-User`.
  if (known.actor.endUser !== null && known.actor.endUser !== endUser) return false;
  if (reach && !mayReach(reach, tool)) return false;
  const policyTool = { toolId: tool, serverId: toServerId('s'), readOnly: false, destructive: true, openWorld: true };
  const caller = policyCallerOf({ actor: known.actor, endUser });
  const call = { caller, tool: policyTool, input, sources: [], now: new Date(atS * 1_000), calls: null };
  return (await conditionProblemOf(reach?.attenuations ?? [], call, REQUESTER)) === null;
}

/** Most links have no limit: with a limit on each, a long chain would allow no call. */
const rarely = <T, N>(value: fc.Arbitrary<T>, nothing: N): fc.Arbitrary<T | N> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(nothing) }, { weight: 1, arbitrary: value });
const tools = fc.subarray(PATTERNS, { minLength: 1, maxLength: 3 });
const exp = fc.integer({ min: NOW_S - 2, max: NOW_S + 2 });
const limits: fc.Arbitrary<Limits> = fc
  .record({
    tools: rarely(tools, undefined),
    when: rarely(fc.constantFrom(...Object.keys(CONDITIONS)), undefined),
    end_user: rarely(fc.constantFrom(...END_USERS), undefined),
    exp: rarely(exp, undefined),
    calls: rarely(fc.integer({ min: 1, max: 3 }), undefined),
  })
  .map((options) => JSON.parse(JSON.stringify(options)));
const call = fc.record({
  tool: fc.constantFrom(...TOOLS),
  input: fc.record(
    { amount: fc.constantFrom(1, 10, 99, 100, '5'), to: fc.constantFrom('abe', 'amy', 'zoe') },
    { requiredKeys: [], noNullPrototype: true },
  ),
  endUser: fc.constantFrom(...END_USERS),
  atS: exp,
});
const own = fc.record({
  tools: rarely<string[], string[]>(tools, []),
  endUser: rarely(fc.constantFrom(...END_USERS), null),
  exp: rarely(exp, null),
});

/** The tokens that successive holders create. */
function tokensOf(token: string, chain: readonly Limits[]): readonly string[] {
  const made: string[] = [];
  for (const each of chain) made.push(attenuateToken(made.at(-1) ?? token, each));
  return made;
}

/** A stack token's own restrictions, as a link. */
const asLink = (parent: Own): Limits => ({
  ...(parent.tools.length > 0 && { tools: [...parent.tools] }),
  ...(parent.endUser !== null && { end_user: parent.endUser }),
  ...(parent.exp !== null && { exp: parent.exp }),
});

/** Whether a call is allowed, judged only by the links: none at or after `revokedAt` counts. */
const isAllowed = (parent: Own, chain: readonly Limits[], request: Call, revokedAt: number): boolean =>
  chain.length <= revokedAt && [asLink(parent), ...chain].every((link) => linkAllows(link, request));

const counted = { chains: 0, allowed: 0, refused: 0 };

async function compare(known: KnownToken | null, calls: readonly Call[], expected: (request: Call) => boolean) {
  for (const request of calls) {
    const allowed = await allows(known, request);
    if (allowed !== expected(request)) throw new Error('not as its links say');
    counted[allowed ? 'allowed' : 'refused'] += 1;
  }
}

const chains = fc.asyncProperty(
  fc.constantFrom(...ROOTS),
  own,
  fc.array(limits, { minLength: 1, maxLength: 8 }),
  fc.array(call, { minLength: 2, maxLength: 2 }),
  fc.nat(7),
  rarely(fc.nat(7), Number.POSITIVE_INFINITY),
  async ({ token, signature }, parent, chain, calls, shorter, revokedAt) => {
    const tokens = tokensOf(token, chain);
    const ids = readTokenBody(splitAttenuated(tokens.at(-1) ?? '')?.body ?? '')?.attenuations.map(({ id }) => id) ?? [];
    const revoked = ids.filter((_id, at) => at === revokedAt);
    for (const length of new Set([Math.min(shorter + 1, chain.length), chain.length])) {
      const known = open(tokens[length - 1] ?? '', signature, parent, revoked);
      await compare(known, calls, (request) => isAllowed(parent, chain.slice(0, length), request, revokedAt));
    }
    counted.chains += 1;
  },
);

it(
  'a chain of attenuations allows what all its links allow, and never more with each link',
  async () => {
    await fc.assert(chains, { numRuns: CHAINS });
    expect(counted.allowed).toBeGreaterThan(CHAINS / 10);
    process.stdout.write(`attenuated chains: ${JSON.stringify(counted)}\n`);
  },
  Math.max(60_000, CHAINS * 20),
);
