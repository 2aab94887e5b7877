import type { ApiKey } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ApiKeyId } from '../kernel/ids.ts';
import { isScope, roleOfKey } from '../kernel/roles.ts';
import { requireRight, requireRightsOf } from '../kernel/scope.ts';
import { permissionsOfKey, readStackRoles, toStackRoles } from '../kernel/stackRoles.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { definedIn, listOrNull } from '../lib/patch.ts';
import { getApiKey } from './apiKey.ts';
import { requireFuture } from './keyEnd.ts';
import { keyDetails, keyInput, limitsOfKey } from './keyLimits.ts';
import { lockAdmin } from './lockAdmin.ts';

const BAD_INPUT = 'Invalid request parameters';
/** Fields that a command-line login takes from its person. */
const OF_PERSON = ['role', 'scopes', 'stackRoles'] as const;

/**
 * Changes a key. The input has the fields of `createApiKey`. Absent fields stay unchanged; null clears a field. Takes
 * effect with the key's next request, on every instance.
 * @throws forbidden without the right `admin`, for a key with more rights than the caller, and for a key that would
 * reach further than the caller
 * @throws not_found (key, stack); invalid_input, also for a revoked key
 */
export async function updateApiKey(ctx: Ctx, id: ApiKeyId, input: object): Promise<ApiKey> {
  requireRight(ctx.actor, 'admin');
  const key = await getApiKey(ctx, id);
  requireRightsOf(ctx.actor, permissionsOfKey(key));
  const patch = definedIn(input);
  if (key.revokedAt) throw refused('', 'A revoked API key can’t be changed');
  const [field] = key.userId === null ? [] : OF_PERSON.filter((name) => name in patch);
  if (field) throw refused(`/${field}`, 'is that of the person who signed in');
  const { name, stackRoles: named, ...rest } = parseInput(keyInput, { ...inputOf(key), ...patch }, BAD_INPUT);
  if ('expiresAt' in patch) requireFuture(ctx, rest.expiresAt);
  const limits = limitsOfKey(ctx.actor, rest, await readStackRoles(ctx.db, key.accountId, named));
  const standing = permissionsOfKey(limits);
  requireRightsOf(ctx.actor, standing);
  return write(ctx, async (tx) => {
    const actor = await lockAdmin(ctx, tx);
    requireRightsOf(actor, standing);
    // Match the values that were read. Of two concurrent changes, the second is refused instead of undoing the first.
    const where = { id, revokedAt: null, role: key.role, scopes: { equals: key.scopes } };
    const [value] = await tx.apiKey.updateManyAndReturn({ where, data: { name, ...limits } });
    if (!value) throw new AppError('unavailable', 'The API key was just changed: try again', { retryAfterSeconds: 1 });
    const details = { name, ...keyDetails(limits), changed: Object.keys(patch) };
    const target = { kind: 'api_key' as const, id };
    return {
      value,
      audit: { action: 'api_key.update', target, chain: key.accountId, details },
      changes: [{ kind: 'apiKey', id }],
    };
  });
}

/** A stored key in the form of the input for `createApiKey`. */
function inputOf(key: ApiKey) {
  const { name, expiresAt, tools, networks, callsMax, scopes, stackRoles } = key;
  return {
    ...{ name, expiresAt, callsMax },
    role: roleOfKey(key),
    scopes: listOrNull(scopes.filter(isScope)),
    stackRoles: [...toStackRoles(stackRoles)].map(([stackId, role]) => ({ stackId, role })),
    tools: listOrNull(tools),
    networks: listOrNull(networks),
  };
}

const refused = (path: string, message: string): AppError =>
  new AppError('invalid_input', path === '' ? message : BAD_INPUT, { issues: [{ path, message }] });
