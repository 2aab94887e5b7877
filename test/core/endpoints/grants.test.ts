import { expect, it } from 'vitest';
import { grantsOf } from '../../../src/core/endpoints/grants.ts';

it.each<[string | null, string | null, string[]]>([
  [null, null, []],
  [null, 'machine_1', []],
  ['issuer_1', null, ['issuer_1']],
  ['issuer_1', 'https://client.example/', ['issuer_1']],
  ['issuer_1', 'of_machine_', ['issuer_1']],
  ['issuer_1', 'machine_1', ['issuer_1', 'machine_1']],
  ['machine_1', null, ['machine_1']],
])('a token by the grant %s and the client %s was let in by %j', (grantId, oauthClient, ids) => {
  expect(grantsOf({ grantId, oauthClient })).toEqual(ids);
});
