import { describe, expect, it } from 'vitest';
import {
  grantedScopes,
  isScope,
  KEYS_WRITE,
  requestedScopeNames,
  rightsOfScopes,
  roleNames,
  roleOfKey,
  scopeNames,
  scopesOfKey,
  scopesOfRole,
  toRole,
} from '../../../src/core/kernel/roles.ts';

/* Reads stored roles and scopes, also those of earlier and later releases. */

/** Names of no role or scope; the last ones exist on every object. */
const STRANGE = ['later', '', 'Owner', 'constructor', 'toString', '__proto__'];

describe('a role', () => {
  it('is parsed as stored, and has no rights if this release does not know it', () => {
    expect(roleNames).toEqual(['owner', 'admin', 'developer', 'approver', 'auditor', 'member']);
    expect(roleNames.map(toRole)).toEqual(roleNames);
    expect(STRANGE.map(toRole)).toEqual(STRANGE.map(() => 'member'));
  });

  it('is shown to older releases as the one scope that they know', () => {
    const scoped = roleNames.filter((role) => scopesOfRole(role).length > 0);
    expect(scoped).toEqual(['owner', 'admin']);
    expect(scoped.map(scopesOfRole)).toEqual([[KEYS_WRITE], [KEYS_WRITE]]);
  });
});

describe('a scope', () => {
  it('is one of four, and a key may also have the legacy one', () => {
    expect(scopeNames).toEqual(['read', 'write', 'invoke', 'admin']);
    expect(requestedScopeNames).toEqual([...scopeNames, KEYS_WRITE]);
    expect([...scopeNames, ...STRANGE, KEYS_WRITE].filter(isScope)).toEqual(scopeNames);
  });

  it.each([
    [[], []],
    [['invoke'], ['invoke']],
    [['write'], ['read', 'write']],
    [
      ['invoke', 'write'],
      ['read', 'write', 'invoke'],
    ],
    [['admin'], ['read', 'approve', 'admin']],
  ] as const)('of %j grants at most the rights %j', (scopes, rights) => {
    expect(rightsOfScopes(scopes)).toEqual(rights);
  });
});

describe('a stored key', () => {
  it.each([
    ['auditor', [KEYS_WRITE], 'auditor', {}, []],
    ['admin', ['read', 'later', KEYS_WRITE], 'admin', { scopes: ['read'] }, ['read']],
    ['owner', [], 'owner', {}, [KEYS_WRITE]],
    ['later', ['write'], 'member', { scopes: ['write'] }, ['write']],
    [null, [KEYS_WRITE], 'owner', {}, [KEYS_WRITE]],
    [null, [], 'developer', {}, []],
    [null, ['invoke', 'read'], 'developer', { scopes: ['invoke', 'read'] }, ['invoke', 'read']],
  ])(
    'with the role %s and the scopes %j has the role %s, is limited to %j and shown as %j',
    (role, scopes, ...expected) => {
      expect([roleOfKey({ role, scopes }), grantedScopes(scopes), scopesOfKey({ role, scopes })]).toEqual(expected);
    },
  );
});
