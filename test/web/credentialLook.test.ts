import { expect, it } from 'vitest';
import { credentialLook } from '../../web/src/pages/stacks/credentialLook.ts';

const ADDED = { state: 'ADDED', isMoved: false, oauthState: null } as const;
const MISSING = { ...ADDED, state: 'MISSING' } as const;
const MOVED = { ...MISSING, isMoved: true } as const;

it.each([
  ['nothing to enter', [], [], 'No credentials needed'],
  ['all entered', [ADDED], [ADDED], 'Credentials added'],
  ['a required one missing', [ADDED, MISSING], [], 'Credentials missing'],
  ['a required one stored for another address', [ADDED, MOVED], [], 'Server changed; enter credentials again'],
  ['an optional one stored for another address', [ADDED], [MOVED], 'Server changed; enter credentials again'],
  ['optional ones missing', [], [MISSING], 'Credentials optional'],
  ['a sign-in that ended', [{ ...ADDED, oauthState: 'RECONNECT_REQUIRED' as const }], [MOVED], 'Sign in again'],
  ['a sign-in that ends', [{ ...ADDED, oauthState: 'EXPIRING' as const }], [], 'Sign-in expires'],
])('says what to do about a server with %s', (_name, required, optional, text) => {
  const hasRequired = required.every(({ state }) => state === 'ADDED');
  const server = { credentialFields: [...required, ...optional] };
  const placed = { server, credentialStatus: { required, optional, hasRequired }, toolCount: 2, lackingToolCount: 0 };
  expect(credentialLook(placed).text).toBe(text);
});

it.each([
  ['of all enabled tools', 2, 'Credentials missing'],
  ['of one of two', 1, 'Some tools need credentials'],
  ['of none', 0, 'Credentials added'],
])('names the missing credentials if no field is required: %s', (_name, lackingToolCount, text) => {
  const credentialStatus = { required: [], optional: [ADDED, MISSING], hasRequired: true };
  const server = { credentialFields: [ADDED, MISSING] };
  expect(credentialLook({ server, credentialStatus, toolCount: 2, lackingToolCount }).text).toBe(text);
});
