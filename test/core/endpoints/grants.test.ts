import { expect, it } from 'vitest';
import { grantsOf } from '../../../src/core/endpoints/grants.ts';
import { type GrantId, toServiceAccountId, toTrustedIssuerId } from '../../../src/core/kernel/ids.ts';

const [ISSUER, MACHINE] = [toTrustedIssuerId('issuer_1'), toServiceAccountId('machine_1')];

it.each<[GrantId | null, string | null, string[]]>([
  [null, null, []],
  [null, 'machine_1', []],
  [ISSUER, null, ['issuer_1']],
  [ISSUER, 'https://client.example/', ['issuer_1']],
  [ISSUER, 'of_machine_', ['issuer_1']],
  [ISSUER, 'machine_1', ['issuer_1', 'machine_1']],
  [MACHINE, null, ['machine_1']],
])('a token issued through the grant %s and the client %s has the source %j', (grantId, oauthClient, ids) => {
  expect(grantsOf({ grantId, oauthClient })).toEqual(ids);
});
