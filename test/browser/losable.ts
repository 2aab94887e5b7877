import type { Browser } from 'playwright-core';
import { attenuateToken } from '../../src/core/kernel/attenuation.ts';
import { ask, dataOf } from '../graphql/ask.ts';
import { at } from './at.ts';
import { newVisitor, type Visitor } from './browser.ts';
import { acceptInvitation, addPasskey } from './people.ts';
import type { Running } from './service.ts';

/** There are three of each kind of object that the dashboard confirms before deleting. */
export const NAMES = ['One', 'Two', 'Three'] as const;
export type Name = (typeof NAMES)[number];

export type Losable = {
  /** A stack with objects to delete. The tests never delete this stack or its endpoint. */
  readonly stackId: string;
  readonly endpointId: string;
  /** `Attenuated One` is a token with one restriction, `Attenuated Two` one with two. */
  readonly attenuated: { readonly one: string; readonly two: string };
};

type Change = (name: string, inputType: string, input: object, fields?: string) => Promise<unknown>;

/** Sends a mutation; `fields` selects from its payload. */
function changesAt({ url, apiKey }: Running): Change {
  return async (name, inputType, input, fields = '__typename') => {
    const payload = `${name[0]?.toUpperCase()}${name.slice(1)}Payload`;
    const query = `mutation ($input: ${inputType}!) { ${name}(input: $input) { __typename ... on ${payload} { ${fields} } } }`;
    const { [name]: made } = await dataOf(ask(url, apiKey, query, { input }));
    if (at(made, '__typename') !== payload) throw new Error(`${name}: ${JSON.stringify(made)}`);
    return made;
  };
}

const field = (name: string) => ({
  id: name.toLowerCase(),
  name,
  required: false,
  secret: true,
  placement: { in: 'header', name: `X-${name}`, template: `{${name.toLowerCase()}}` },
});

const serverDocument = (name: string) => ({
  id: name.toLowerCase(),
  name,
  description: `The server ${name}`,
  credentials: NAMES.map(field),
  connector: { kind: 'openapi', baseUrl: 'https://api.example.com' },
  tools: [
    {
      ...{ name: 'look', description: 'Look.', inputSchema: { type: 'object', properties: {} } },
      request: { kind: 'operation', method: 'GET', path: '/', parameters: [] },
    },
  ],
});

const issuerOf = (name: Name): string => `https://${name.toLowerCase()}.example.com`;

/** Creates the objects of a stack. */
async function fillStack(change: Change, stackId: string): Promise<string> {
  await change('importServer', 'ImportServerInput', { document: serverDocument('Held') });
  for (const serverId of ['everything', 'memory', 'linear', 'held']) {
    await change('addServerToStack', 'AddServerToStackInput', { stackId, serverId });
  }
  const credentials = Object.fromEntries(NAMES.map((name) => [name.toLowerCase(), 'a value that is kept']));
  await change('setCredentials', 'SetCredentialsInput', { stackId, serverId: 'held', credentials });
  const newEndpoint = async (name: string) =>
    at(
      await change('createClientEndpoint', 'CreateClientEndpointInput', { stackId, name }, 'endpoint { id }'),
      ...['endpoint', 'id'],
    );
  const endpointId = await newEndpoint('Stays');
  for (const name of NAMES) {
    await newEndpoint(name);
    await change('createServiceAccount', 'CreateServiceAccountInput', { endpointId, name });
    await change('createTrustedIssuer', 'CreateTrustedIssuerInput', { endpointId, name, issuer: issuerOf(name) });
    await change('createStackToken', 'CreateStackTokenInput', { endpointId, name });
    const content = `---\nname: ${name.toLowerCase()}\ndescription: For ${name}.\n---\n`;
    await change('setSkill', 'SetSkillInput', { stackId, content });
  }
  return endpointId;
}

/** Creates the objects of the account. */
async function fillAccount(change: Change): Promise<void> {
  for (const name of NAMES) {
    await change('createStack', 'CreateStackInput', { name });
    await change('importServer', 'ImportServerInput', { document: serverDocument(name) });
    await change('updateResultLabel', 'UpdateResultLabelInput', { serverId: name.toLowerCase(), label: 'internal' });
    await change('createPolicyRule', 'CreatePolicyRuleInput', { name, effect: 'ASK' });
    await change('createWebhook', 'CreateWebhookInput', { name, url: 'https://hooks.example.com/' });
    await change('createApiKey', 'CreateApiKeyInput', { name });
  }
}

export async function seedLosable(running: Running): Promise<Losable> {
  const change = changesAt(running);
  const made = await change('createStack', 'CreateStackInput', { name: 'Filled' }, 'stack { id }');
  const stackId = at(made, 'stack', 'id');
  const endpointId = await fillStack(change, stackId);
  await fillAccount(change);
  const newToken = async (name: string) =>
    at(await change('createStackToken', 'CreateStackTokenInput', { endpointId, name }, 'token'), 'token');
  const one = attenuateToken(await newToken('Attenuated One'), { calls: 3 });
  const two = attenuateToken(attenuateToken(await newToken('Attenuated Two'), { calls: 3 }), { calls: 2 });
  return { stackId, endpointId, attenuated: { one, two } };
}

export const emailOf = (name: Name): string => `${name.toLowerCase()}@example.com`;

/** Adds another user through an invitation. */
export async function addUser(browser: Browser, running: Running, email: string): Promise<void> {
  const made = await changesAt(running)('createInvitation', 'CreateInvitationInput', { role: 'MEMBER' }, 'url');
  const { page, close } = await newVisitor(browser, running.url);
  await acceptInvitation(page, at(made, 'url'), { email, password: 'four other words for looking' });
  await close();
}

/** Adds a passkey for each name, each on a separate device: a device holds one passkey per person. */
export async function addPasskeys({ context, page }: Visitor): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  for (const name of NAMES) {
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    await addPasskey(page, name);
    await page.getByRole('button', { name: `Remove ${name}`, exact: true }).waitFor();
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  }
}
