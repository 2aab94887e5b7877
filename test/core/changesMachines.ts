import { toMachineClientId, toTrustedIssuerId } from '../../src/core/ids.ts';
import { grantToClient } from '../../src/core/machines/clientCredentials.ts';
import {
  createMachineClient,
  type IssuedMachineClient,
  revokeMachineClient,
  rotateMachineClient,
  updateMachineClient,
} from '../../src/core/machines/machineClient.ts';
import {
  createTrustedIssuer,
  deleteTrustedIssuer,
  updateTrustedIssuer,
} from '../../src/core/machines/trustedIssuer.ts';
import { type Shop, VISITOR } from './changesShop.ts';
import type { Step } from './changesSteps.ts';

const ADDRESS = 'https://toolyard.test';

/** Machine clients and their tokens. */
export function machineSteps({ as, alice, endpoint }: Shop): readonly Step[] {
  let made: IssuedMachineClient | null = null;
  const id = () => made?.client.id ?? toMachineClientId('');
  const getToken = () =>
    grantToClient(as(VISITOR), {
      params: { client_id: id(), client_secret: made?.secret ?? '' },
      authorization: undefined,
      addresses: [ADDRESS],
      tokenEndpoints: [`${ADDRESS}/oauth/token`],
      from: '127.0.0.1',
    });
  const create = () => createMachineClient(alice, { endpointId: endpoint.id, name: 'nightly' });
  let trusted = toTrustedIssuerId('');
  const provider = { issuer: 'https://idp.test', jwksUrl: 'https://idp.test/jwks' };
  const trust = () => createTrustedIssuer(alice, { endpointId: endpoint.id, name: 'idp', ...provider });
  return [
    ['machine_client.create', async () => (made = await create())],
    ['token.create', getToken],
    ['machine_client.update', () => updateMachineClient(alice, id(), { tools: ['a_*'] })],
    ['token.create', getToken],
    ['machine_client.rotate', async () => (made = await rotateMachineClient(alice, id(), {}))],
    ['token.create', getToken],
    ['machine_client.revoke', () => revokeMachineClient(alice, id())],
    ['trusted_issuer.create', async () => (trusted = (await trust()).id)],
    ['trusted_issuer.update', () => updateTrustedIssuer(alice, trusted, { audience: 'us' })],
    ['trusted_issuer.delete', () => deleteTrustedIssuer(alice, trusted)],
  ];
}
