import { expect, it } from 'vitest';
import { credentialLook } from '../../web/src/pages/stacks/credentialLook.ts';

const ADDED = { state: 'ADDED', isMoved: false, oauthState: null } as const;
const MISSING = { ...ADDED, state: 'MISSING' } as const;
const MOVED = { ...MISSING, isMoved: true } as const;

it.each([
  ['nothing to enter', [], [], 'No credentials needed'],
  ['all entered', [ADDED], [ADDED], 'Credentials added'],
  ['a required one missing', [ADDED, MISSING], [], 'Credentials missing'],
  ['a required one stored for another address', [ADDED, MOVED], [], 'Server changed: enter credentials again'],
  ['an optional one stored for another address', [ADDED], [MOVED], 'Server changed: enter credentials again'],
  ['optional ones missing', [], [MISSING], 'Some tools need credentials'],
  ['a sign-in that ended', [{ ...ADDED, oauthState: 'RECONNECT_REQUIRED' as const }], [MOVED], 'Sign in again'],
  ['a sign-in that ends', [{ ...ADDED, oauthState: 'EXPIRING' as const }], [], 'Sign-in expires'],
])('the dashboard says of a server with %s what to do', (_what, required, optional, text) => {
  const requiredAdded = required.every(({ state }) => state === 'ADDED');
  const server = { credentialFields: [...required, ...optional] };
  expect(credentialLook({ server, credentialStatus: { required, optional, requiredAdded } }).text).toBe(text);
});
