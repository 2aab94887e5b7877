import { z } from 'zod';
import type { Actor, ApiKeyActor } from '../actor.ts';
import { areWithin, reachFields } from '../endpoints/tokenReach.ts';
import { AppError } from '../errors.ts';
import { nameSchema } from '../lib/text.ts';
import { matchesPattern } from '../policies/toolMatch.ts';
import { isScope, type Role, rightsOf, rightsOfScopes, roleNames, type Scope, scopeNames, scopesOfRole } from '../roles.ts';
import { ownRole } from '../scope.ts';

/** What `admin` was called before there were roles. */
const KEYS_WRITE = 'keys:write';

/** What a key is made from. */
export const keyInput = z.object({
  name: nameSchema,
  expiresAt: z.date().nullish(),
  role: z.enum(roleNames).nullish(),
  scopes: z.array(z.enum([...scopeNames, KEYS_WRITE])).nullish(),
  ...reachFields,
});

type Given = Omit<z.infer<typeof keyInput>, 'name'>;

/** All that limits what a key may do, as it is stored. */
export type KeyLimits = {
  readonly role: Role;
  readonly scopes: string[];
  readonly tools: string[];
  readonly networks: string[];
  readonly callsMax: number | null;
  readonly expiresAt: Date | null;
};

/** The limits of a key that is held to nothing beside its role. */
export const roleLimits = (role: Role, expiresAt: Date | null): KeyLimits => ({
  role,
  scopes: scopesOfRole(role),
  tools: [],
  networks: [],
  callsMax: null,
  expiresAt,
});

/**
 * The limits of a new key, none of which is wider than what its maker is held to. Without a role it is the least that
 * has the scopes, of a developer without any, and the maker's own with `keys:write` alone. Tools, networks and the end
 * that are left out are those of a key that makes it.
 * @throws forbidden for a limit that is wider than the maker's; invalid_input for a scope that the role does not have
 */
export function limitsOfKey(actor: Actor, given: Given): KeyLimits {
  const { tools, networks, callsMax = null, expiresAt = null } = given;
  const reach = { tools: tools ?? [], networks: networks ?? [], callsMax, expiresAt };
  return { ...standingOf(actor, given), ...(actor.kind === 'apiKey' ? within(actor, reach) : reach) };
}

function standingOf(actor: Actor, { role: given, scopes }: Given): Pick<KeyLimits, 'role' | 'scopes'> {
  const named = [...new Set(scopes ?? [])];
  if (!named.some(isScope)) {
    const role = given ?? (named.length > 0 ? ownRole(actor) : 'developer');
    return { role, scopes: scopesOfRole(role) };
  }
  const held = [...new Set(named.map((name) => (isScope(name) ? name : 'admin')))];
  const role = given ?? leastRole(held);
  const beyond = held.filter((scope) => !rightsOfScopes([scope]).every((right) => rightsOf(role).includes(right)));
  if (beyond.length > 0) {
    const message = `must be part of what the role “${role}” may do: ${beyond.join(', ')} is not`;
    throw new AppError('invalid_input', 'Invalid request parameters', { issues: [{ path: '/scopes', message }] });
  }
  return { role, scopes: held };
}

const leastRole = (scopes: readonly Scope[]): Role =>
  roleNames.findLast((role) => rightsOfScopes(scopes).every((right) => rightsOf(role).includes(right))) ?? 'owner';

type Reach = Omit<KeyLimits, 'role' | 'scopes'>;

function within({ reach, networks = [], expiresAt }: ApiKeyActor, given: Reach): Reach {
  const { tools = [], callsMax = null } = reach ?? {};
  if (callsMax !== null) throw beyond('a number of calls, and makes no other keys');
  const isNamed = (one: string): boolean => tools.some((pattern) => matchesPattern(pattern, one));
  if (tools.length > 0 && !given.tools.every(isNamed)) throw beyond(`the tools ${tools.join(', ')}`);
  if (networks.length > 0 && !areWithin(given.networks, networks)) throw beyond(`the networks ${networks.join(', ')}`);
  if (expiresAt && given.expiresAt && given.expiresAt > expiresAt) throw beyond(`the time until ${iso(expiresAt)}`);
  return {
    ...given,
    tools: given.tools.length > 0 ? given.tools : [...tools],
    networks: given.networks.length > 0 ? given.networks : [...networks],
    expiresAt: given.expiresAt ?? expiresAt ?? null,
  };
}

const iso = (at: Date): string => at.toISOString();

const beyond = (what: string): AppError =>
  new AppError('forbidden', `A key does not make one that reaches further: this one is held to ${what}`);

/** How an audit event tells a key's limits. */
export const keyDetails = ({ role, scopes, tools, networks, callsMax }: KeyLimits) => ({
  role,
  scopes,
  ...(tools.length > 0 && { tools }),
  ...(networks.length > 0 && { networks }),
  ...(callsMax !== null && { callsMax }),
});
