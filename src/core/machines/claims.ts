import { isRecord } from '../lib/json.ts';
import { pathOf } from '../lib/jsonPointer.ts';

/** Members inside one another that a claim's name may lead through. */
const DEPTH_MAX = 10;

/**
 * The claim that a name stands for: the member of that name, which may hold dots, or else the one that a path leads to,
 * written with dots (`realm_access.roles`) or, from a slash on, as a JSON pointer (RFC 6901: `/realm_access/roles`).
 * Undefined where there is none. Lists are not gone into.
 * `test/core/machines/claims.test.ts` tears it down.
 */
export function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  const path = name.startsWith('/') ? pathOf(name) : name.split('.');
  return path.length > DEPTH_MAX ? undefined : path.reduce(memberOf, claims);
}

const memberOf = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
