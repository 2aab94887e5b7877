import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { type Actor, rehearsalOf, tokenRestrictions } from '../actor.ts';
import type { Ctx, Db, Tx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { ApiKeyId, TokenId, ToolId } from '../ids.ts';
import { createKeyedMutex } from '../lib/fairQueue.ts';
import { listUpTo } from '../lib/parse.ts';
import { plural } from '../lib/text.ts';
import { matchesPattern } from '../policies/toolMatch.ts';
import { consumeRestrictedCalls, exhaustedAttenuation } from './attenuatedCalls.ts';
import { attenuationError } from './attenuatedReach.ts';
import { type Attenuation, callsLimit, toolPatterns } from './attenuation.ts';

/**
 * Restrictions of a stack token within its endpoint's stack, or of an API key. Tested by
 * `test/core/endpoints/tokenReach.test.ts`.
 */
export type TokenReach = {
  /** Tool ids, in which `*` matches any text; empty for all tools of the stack. */
  readonly tools: readonly string[];
  /** Maximum total calls; null for unlimited. */
  readonly callsMax: number | null;
  /** The attenuations, in creation order; empty for the token itself. */
  readonly attenuations: readonly Attenuation[];
  /** Expiry of the token without its attenuations; absent for never. Its record may expire later. */
  readonly expiresAt?: Date;
};

/** An address range, parsed. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>;

const NETWORKS_MAX = 20;

/** Parses a CIDR range or a single address; null for any other text, and for an IPv4-mapped IPv6 address. */
export function parseNetwork(text: string): Network | null {
  const [base = '', bits, ...more] = text.split('/');
  const isLiteral = ipaddr.IPv4.isValidFourPartDecimal(base) || ipaddr.IPv6.isValid(base);
  if (!isLiteral || base.includes('%') || more.length > 0) return null;
  const address = ipaddr.parse(base);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return null;
  const bitsMax = address.kind() === 'ipv4' ? 32 : 128;
  const prefixBits = bits === undefined ? bitsMax : Number(bits);
  return /^\d{1,3}$/.test(bits ?? '0') && prefixBits <= bitsMax ? [address, prefixBits] : null;
}

/** Network ranges of a token. Ranges that this version cannot parse match no address. */
export const parseNetworks = (networks: readonly string[]): readonly Network[] =>
  networks.map(parseNetwork).filter((network) => network !== null);

/** Whether an address is in one of the ranges; false for text that isn't an address. */
export function isWithin(address: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const from = ipaddr.process(address);
  return networks.some(([base, bits]) => base.kind() === from.kind() && from.match(base, bits));
}

/** Whether an address is in one of the stored ranges; always true without ranges. */
export const mayComeFrom = (address: string, networks: readonly string[]): boolean =>
  networks.length === 0 || isWithin(address, parseNetworks(networks));

/**
 * Intersection of two range lists, where an empty list means every address. The result has at most as many ranges as
 * both lists together.
 * @returns null if they have no address in common
 */
export function commonNetworks(own: readonly string[], others: readonly string[]): readonly string[] | null {
  if (own.length === 0 || others.length === 0) return [...own, ...others];
  const common = withinBoth(own, others, (one, range) => isRangeWithin(parseNetwork(one), parseNetwork(range)));
  return common.length === 0 ? null : common;
}

/** The entries of both lists that lie within an entry of the other list, without duplicates. */
export function withinBoth(
  input: readonly string[],
  others: readonly string[],
  isIn: (one: string, other: string) => boolean,
): readonly string[] {
  const within = (some: readonly string[], all: readonly string[]) =>
    some.filter((one) => all.some((other) => isIn(one, other)));
  return [...new Set([...within(input, others), ...within(others, input)])];
}

function isRangeWithin(one: Network | null, range: Network | null): boolean {
  if (!one || !range) return false;
  const [[base, bits], [outer, outerBits]] = [one, range];
  return base.kind() === outer.kind() && bits >= outerBits && base.match(outer, outerBits);
}

/** Whether each range in `ranges` lies within a range in `others`. */
export const areWithin = (ranges: readonly string[], others: readonly string[]): boolean =>
  ranges.every((one) => others.some((range) => isRangeWithin(parseNetwork(one), parseNetwork(range))));

/** Reach fields accepted by `createStackToken`. */
export const reachFields = {
  tools: toolPatterns.nullish(),
  networks: listUpTo(
    z.string().refine((text) => parseNetwork(text) !== null, 'must be an address, or a range such as 10.0.0.0/8'),
    NETWORKS_MAX,
    1,
    'must name a range',
  ).nullish(),
  callsMax: callsLimit.nullish(),
};

/**
 * Whether a token and each of its attenuations reach a tool. Only ids count, not a stack's own names: renaming a tool
 * does not bypass the restriction.
 */
export const mayReach = (
  { tools, attenuations }: Pick<TokenReach, 'tools' | 'attenuations'>,
  toolId: ToolId,
): boolean => isNamed(tools, toolId) && attenuations.every(({ limits }) => isNamed(limits.tools, toolId));

const isNamed = (tools: readonly string[] = [], toolId: ToolId): boolean =>
  tools.length === 0 || tools.some((pattern) => matchesPattern(pattern, toolId));

/**
 * Requires that a call's token reaches its tool.
 * @throws not_found for a tool that the token itself does not reach, as for an unknown tool
 * @throws forbidden for a tool that an attenuation excludes. The message names the allowed tools, since the token's
 * holder can read them in the token.
 */
export function requireReach({ tools, attenuations }: TokenReach, toolId: ToolId, name: string): void {
  if (!isNamed(tools, toolId)) throw new AppError('not_found', `Tool ${name} not found`);
  const left = attenuations.find(({ limits }) => !isNamed(limits.tools, toolId));
  if (left) throw attenuationError(left, `allows only the tools ${left.limits.tools?.join(', ')}`);
}

/** True if the credential may use server features other than tools; false if its tools or inputs are restricted. */
export function mayUseOtherFeatures(actor: Actor): boolean {
  const reach = tokenRestrictions(actor);
  if (!reach) return true;
  const { tools, attenuations } = reach;
  return (
    tools.length === 0 && attenuations.every(({ limits }) => limits.tools === undefined && limits.when === undefined)
  );
}

/** Whether the caller may use resources, prompts and skills that only their server can answer. Rehearsals can't. */
export const mayPassThrough = (actor: Actor): boolean => mayUseOtherFeatures(actor) && rehearsalOf(actor) === null;

/**
 * Consumes one call from the quota of a token and each of its attenuations, or of an API key, before the call is sent.
 * A call that fails afterwards still counts. A single statement on the row keeps the total exact across instances.
 * @throws forbidden when the quota is exhausted; as `FairQueue`; the database's error, after which the call must not be
 * made
 */
export async function consumeCallQuota(ctx: Pick<Ctx, 'actor' | 'db' | 'now' | 'background'>, reach: TokenReach) {
  const { actor, db } = ctx;
  if (actor.kind === 'apiKey') return consumeKeyCall(db, actor.keyId, reach);
  if (actor.kind !== 'agent') return;
  const counted = reach.attenuations.some(({ limits }) => limits.calls !== undefined);
  if (!counted) return consumeTokenCall(db, actor.tokenId, reach);
  await countTurns(actor.accountId, () =>
    db.$transaction(async (tx) => {
      await consumeTokenCall(tx, actor.tokenId, reach);
      await consumeRestrictedCalls(ctx, tx, actor.tokenId, reach);
    }),
  );
}

/** Checks the quotas of `consumeCallQuota` without consuming a call. @throws forbidden when one is exhausted */
export async function requireCallsLeft({ actor, db }: Pick<Ctx, 'actor' | 'db'>, reach: TokenReach): Promise<void> {
  if (actor.kind !== 'apiKey' && actor.kind !== 'agent') return;
  const { callsMax, attenuations } = reach;
  if (callsMax !== null) {
    const where = { revokedAt: null, calls: { lt: callsMax } };
    const left =
      actor.kind === 'apiKey'
        ? await db.apiKey.count({ where: { ...where, id: actor.keyId } })
        : await db.stackToken.count({ where: { ...where, id: actor.tokenId } });
    if (left === 0) throw noCallsLeft(callsMax, actor.kind === 'apiKey' ? 'API key' : 'token');
  }
  const used = actor.kind === 'agent' ? await exhaustedAttenuation(db, actor.tokenId, attenuations) : null;
  if (used) throw used;
}

/** Calls of one token lock its row. Queued separately from changes, since a call must not wait for them. */
const countTurns = createKeyedMutex({
  tooMany: 'Too many calls of this account wait to be counted: send fewer at a time',
  busy: 'Too many calls wait to be counted: try again',
});

async function consumeTokenCall(db: Db | Tx, id: TokenId, { callsMax }: TokenReach): Promise<void> {
  if (callsMax === null) return;
  const where = { id, revokedAt: null, calls: { lt: callsMax } };
  const { count } = await db.stackToken.updateMany({ where, data: { calls: { increment: 1 } } });
  if (count === 0) throw noCallsLeft(callsMax);
}

async function consumeKeyCall(db: Db, id: ApiKeyId, { callsMax }: TokenReach): Promise<void> {
  if (callsMax === null) return;
  const where = { id, revokedAt: null, calls: { lt: callsMax } };
  const { count } = await db.apiKey.updateMany({ where, data: { calls: { increment: 1 } } });
  if (count === 0) throw noCallsLeft(callsMax, 'API key');
}

/** Error for a token or key with an exhausted call quota. */
export const noCallsLeft = (callsMax: number, credential: 'token' | 'API key' = 'token'): AppError =>
  new AppError('forbidden', `This ${credential} has used its limit of ${plural(callsMax, 'call')}`);
