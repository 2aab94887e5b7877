import { toServiceAccountId, toTrustedIssuerId } from '../../src/core/kernel/ids.ts';
import { grantToClient } from '../../src/core/machines/clientCredentials.ts';
import {
  createServiceAccount,
  type IssuedServiceAccount,
  revokeServiceAccount,
  rotateServiceAccount,
  updateServiceAccount,
} from '../../src/core/machines/serviceAccount.ts';
import {
  createTrustedIssuer,
  deleteTrustedIssuer,
  updateTrustedIssuer,
} from '../../src/core/machines/trustedIssuer.ts';
import { type Shop, VISITOR } from './changesShop.ts';
import type { Step } from './changesSteps.ts';

const ADDRESS = 'https://toolyard.test';

/** Service accounts and their tokens. */
export function machineSteps({ as, alice, endpoint }: Shop): readonly Step[] {
  let made: IssuedServiceAccount | null = null;
  const id = () => made?.client.id ?? toServiceAccountId('');
  const getToken = () =>
    grantToClient(as(VISITOR), {
      params: { client_id: id(), client_secret: made?.secret ?? '' },
      authorization: undefined,
      addresses: [ADDRESS],
      tokenEndpoints: [`${ADDRESS}/oauth/token`],
      from: '127.0.0.1',
    });
  const create = () => createServiceAccount(alice, { endpointId: endpoint.id, name: 'nightly' });
  let trusted = toTrustedIssuerId('');
  const provider = { issuer: 'https://idp.test', jwksUrl: 'https://idp.test/jwks' };
  const trust = () => createTrustedIssuer(alice, { endpointId: endpoint.id, name: 'idp', ...provider });
  return [
    ['service_account.create', async () => (made = await create())],
    ['token.create', getToken],
    ['service_account.update', () => updateServiceAccount(alice, id(), { tools: ['a_*'] })],
    ['token.create', getToken],
    ['service_account.rotate', async () => (made = await rotateServiceAccount(alice, id(), {}))],
    ['token.create', getToken],
    ['service_account.revoke', () => revokeServiceAccount(alice, id())],
    ['trusted_issuer.create', async () => (trusted = (await trust()).id)],
    ['trusted_issuer.update', () => updateTrustedIssuer(alice, trusted, { audience: 'us' })],
    ['trusted_issuer.delete', () => deleteTrustedIssuer(alice, trusted)],
  ];
}
