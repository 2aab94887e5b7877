import { randomUUID } from 'node:crypto';
import type { IssuedServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { basic, type Fields, type RefusedRequests, type TokenRequest } from './machineKit.ts';

/** Parts of the requests: `client` has a valid secret, and the others do not. */
export type SecretCase = {
  readonly url: string;
  readonly client: IssuedServiceAccount;
  readonly keyClient: IssuedServiceAccount;
  readonly apiKey: string;
  readonly token: string;
  readonly clientId: string;
  readonly otherResource: string;
  make(input: object): Promise<IssuedServiceAccount>;
};

const GRANT = { grant_type: 'client_credentials' };
const WRONG = `tym_${'A'.repeat(43)}`;
const NAMES = Array.from({ length: 100 }, (_, at) => `tool:${'a'.repeat(60)}${at}`).join(' ');
const JSON_TYPE = { 'content-type': 'application/json' };

const shown = ({ client, secret }: IssuedServiceAccount): Fields => ({
  ...GRANT,
  client_id: client.id,
  client_secret: secret ?? undefined,
});

/** Requests of clients with a secret, each with one mistake. */
export function refusedSecrets(caseOf: () => SecretCase): RefusedRequests {
  const sent = (fields: Fields = {}): TokenRequest => ({ fields: { ...shown(caseOf().client), ...fields } });
  const headed = (authorization: string, fields: Fields = {}): TokenRequest => ({
    fields: { ...GRANT, ...fields },
    headers: { authorization },
  });
  const own = () => basic(caseOf().client.client.id, caseOf().client.secret ?? '');
  const digest = () => Buffer.from(caseOf().client.client.secretHash ?? []).toString('base64url');
  return {
    '401 invalid_client': {
      'no client at all': () => ({ fields: GRANT }),
      'a wrong secret': () => sent({ client_secret: WRONG }),
      'no secret': () => sent({ client_secret: undefined }),
      'an empty secret': () => sent({ client_secret: '' }),
      'a secret of 60,000 characters': () => sent({ client_secret: 'x'.repeat(60_000) }),
      'the digest of the secret': () => sent({ client_secret: digest() }),
      'the secret of another client': async () => sent({ client_secret: (await caseOf().make({})).secret ?? '' }),
      'a secret for a client with keys': () => sent({ client_id: caseOf().keyClient.client.id }),
      'a client that is not there': () => sent({ client_id: `machine_${randomUUID()}` }),
      'a client of another form': () => sent({ client_id: "machine_' OR 1=1 --" }),
      'a client with NUL': () => sent({ client_id: 'machine_\u0000' }),
      'an endpoint as the client': () => sent({ client_id: caseOf().clientId }),
      'from another network': async () => ({ fields: shown(await caseOf().make({ networks: ['192.0.2.0/24'] })) }),
      'Basic with a wrong secret': () => headed(basic(caseOf().client.client.id, WRONG)),
      'Basic without a colon': () => headed(`Basic ${Buffer.from('machine').toString('base64')}`),
      'Basic that is no base64': () => headed('Basic %%%'),
      'Basic of nothing': () => headed('Basic'),
      'Basic with another client beside it': () => headed(own(), { client_id: caseOf().keyClient.client.id }),
      'a stack token': () => headed(`Bearer ${caseOf().token}`),
      'an API key': () => headed(`Bearer ${caseOf().apiKey}`),
    },
    '400 invalid_request': {
      'two ways at once': () => ({ fields: shown(caseOf().client), headers: { authorization: own() } }),
      'a secret and an assertion': () => sent({ client_assertion: 'a.b.c' }),
      'a parameter twice': () => ({ body: `${new URLSearchParams(GRANT)}&${new URLSearchParams(GRANT)}` }),
      'the client twice': () => ({ body: 'grant_type=client_credentials&client_id=a&client_id=b&client_secret=c' }),
      JSON: () => ({ body: JSON.stringify(shown(caseOf().client)), headers: JSON_TYPE }),
      'broken JSON': () => ({ body: '{', headers: JSON_TYPE }),
    },
    '415 invalid_request': { XML: () => ({ body: '<x/>', headers: { 'content-type': 'text/xml' } }) },
    '413 invalid_request': { 'a body of 70 KiB': () => sent({ client_secret: 'x'.repeat(70_000) }) },
    '400 unsupported_grant_type': {
      'another grant': () => sent({ grant_type: 'password' }),
      'one that objects have': () => sent({ grant_type: 'constructor' }),
      none: () => sent({ grant_type: undefined }),
    },
    '400 invalid_target': {
      'of another account': () => sent({ resource: caseOf().otherResource }),
      'that is none': () => sent({ resource: `${caseOf().url}/s/client_x/mcp` }),
      elsewhere: () => sent({ resource: 'https://example.com/mcp' }),
    },
    '400 invalid_scope': {
      'that is none': () => sent({ scope: 'admin' }),
      'without a tool': () => sent({ scope: 'tool:' }),
      'of 101 tools': () => sent({ scope: 'tool:a '.repeat(101).trim() }),
      'too long for a token': () => sent({ scope: NAMES }),
    },
  };
}
