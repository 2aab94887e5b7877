import { z } from 'zod';
import type { Actor, ApiKeyActor } from '../kernel/actor.ts';
import { reachFields } from '../kernel/attenuation.ts';
import {
  isScope,
  type Role,
  requestedScopeNames,
  rightsOf,
  rightsOfScopes,
  roleNames,
  type StackRoles,
  scopesOfRole,
} from '../kernel/roles.ts';
import { ownRole } from '../kernel/scope.ts';
import { stackRolesInput, storedStackRoles } from '../kernel/stackRoles.ts';
import { AppError } from '../lib/errors.ts';
import { areWithin } from '../lib/networks.ts';
import { listUpTo } from '../lib/parse.ts';
import { matchesPattern, nameSchema } from '../lib/text.ts';

/** Input for creating an API key. */
export const keyInput = z.object({
  name: nameSchema,
  expiresAt: z.date().nullish(),
  role: z.enum(roleNames).nullish(),
  scopes: listUpTo(z.enum(requestedScopeNames), requestedScopeNames.length).nullish(),
  ...reachFields,
  stackRoles: stackRolesInput,
});

type LimitsInput = Omit<z.infer<typeof keyInput>, 'name' | 'stackRoles'>;

/** All stored restrictions of a key. */
export type KeyLimits = {
  readonly role: Role;
  readonly scopes: string[];
  readonly stackRoles: string[];
  readonly tools: string[];
  readonly networks: string[];
  readonly callsMax: number | null;
  readonly expiresAt: Date | null;
};

/** Limits of a key restricted only by its role. */
export const roleLimits = (role: Role, expiresAt: Date | null): KeyLimits => ({
  role,
  scopes: scopesOfRole(role),
  stackRoles: [],
  tools: [],
  networks: [],
  callsMax: null,
  expiresAt,
});

/**
 * Limits of a new key, never wider than its creator's. The default role is the lowest one with the requested scopes:
 * `developer` without scopes, and the creator's own for only `keys:write`. With stack roles, the default is no role in
 * the account. If a key creates the key, omitted tools, networks and expiry are inherited from it.
 * @throws forbidden for a limit wider than the creator's; invalid_input for a scope outside the role
 */
export function limitsOfKey(actor: Actor, input: LimitsInput, stackRoles: StackRoles = new Map()): KeyLimits {
  const { tools, networks, callsMax = null, expiresAt = null } = input;
  const reach = { tools: tools ?? [], networks: networks ?? [], callsMax, expiresAt };
  const stored = { stackRoles: storedStackRoles(stackRoles) };
  return {
    ...roleAndScopesOf(actor, input, stackRoles),
    ...stored,
    ...(actor.kind === 'apiKey' ? withinOwnReach(actor, reach) : reach),
  };
}

/** @throws invalid_input for a scope that none of the roles has */
function roleAndScopesOf(
  actor: Actor,
  { role: requestedRole, scopes }: LimitsInput,
  stackRoles: StackRoles,
): Pick<KeyLimits, 'role' | 'scopes'> {
  const named = scopes ?? [];
  const held = [...new Set(named.map((name) => (isScope(name) ? name : 'admin')))];
  if (!named.some(isScope)) {
    const role = requestedRole ?? (named.length > 0 ? ownRole(actor) : roleWith(stackRoles, 'developer'));
    return { role, scopes: scopesOfRole(role) };
  }
  const rights = rightsOfScopes(held);
  const least = roleNames.findLast((role) => rights.every((right) => rightsOf(role).includes(right))) ?? 'owner';
  const role = requestedRole ?? roleWith(stackRoles, least);
  const roles = [role, ...stackRoles.values()];
  const beyond = held.filter(
    (scope) => !rightsOfScopes([scope]).every((right) => roles.some((each) => rightsOf(each).includes(right))),
  );
  if (beyond.length === 0) return { role, scopes: held };
  const message = `must be within the role “${roles.join('”, “')}”: ${beyond.join(', ')} is not`;
  throw new AppError('invalid_input', 'Invalid request parameters', { issues: [{ path: '/scopes', message }] });
}

/** The default role in the account: `member` for a key with stack roles, otherwise the given role. */
const roleWith = (stackRoles: StackRoles, otherwise: Role): Role => (stackRoles.size > 0 ? 'member' : otherwise);

type ReachInput = Omit<KeyLimits, 'role' | 'scopes' | 'stackRoles'>;

function withinOwnReach({ reach, networks = [], expiresAt }: ApiKeyActor, input: ReachInput): ReachInput {
  const { tools = [], callsMax = null } = reach ?? {};
  if (callsMax !== null) throw exceedsKeyError('a number of calls and cannot create keys');
  if (tools.length > 0 && !input.tools.every((one) => tools.some((pattern) => matchesPattern(pattern, one))))
    throw exceedsKeyError(`the tools ${tools.join(', ')}`);
  if (networks.length > 0 && !areWithin(input.networks, networks))
    throw exceedsKeyError(`the networks ${networks.join(', ')}`);
  const end = input.expiresAt ?? expiresAt ?? null;
  if (expiresAt && end && end > expiresAt) throw exceedsKeyError(`the time until ${expiresAt.toISOString()}`);
  return {
    ...input,
    tools: valuesOr(input.tools, tools),
    networks: valuesOr(input.networks, networks),
    expiresAt: end,
  };
}

const valuesOr = (values: readonly string[], others: readonly string[]): string[] => [
  ...(values.length > 0 ? values : others),
];

const exceedsKeyError = (limit: string): AppError =>
  new AppError('forbidden', `A key cannot create one with more access: this key is limited to ${limit}`);

/** Audit details of a key's limits. */
export const keyDetails = ({ role, scopes, stackRoles, tools, networks, callsMax }: KeyLimits) => ({
  role,
  scopes,
  ...(stackRoles.length > 0 && { stackRoles }),
  ...(tools.length > 0 && { tools }),
  ...(networks.length > 0 && { networks }),
  ...(callsMax !== null && { callsMax }),
});
