import { describe, expect, it } from 'vitest';
import { importOpenApi, type OpenApiOptions } from '../../../src/connectors/openapi/readTools.ts';

/*
 * Where people and clients sign in, by documents of each version. Relative URLs are relative to the API, not to the
 * description's own URL (OpenAPI 3.0.4 and 3.1.1, relative references in API URLs).
 */

type Node = Record<string, unknown>;
const VERSIONS = ['2.0', '3.0.3', '3.1.0'] as const;
const KINDS = ['person', 'client', 'issuer'] as const;
const ELSEWHERE = 'https://raw.host.test/docs/api.json';
const WELL_KNOWN = '.well-known/openid-configuration';

/** A server, options, a URL, and its result; null if it's unknown. */
const ADDRESSES: ReadonlyArray<
  readonly [server: string, options: OpenApiOptions, address: string, full: string | null]
> = [
  ['https://api.test', {}, 'https://in.test/o/t', 'https://in.test/o/t'],
  ['https://api.test', { source: ELSEWHERE }, 'https://in.test/o/t', 'https://in.test/o/t'],
  ['https://api.test', {}, '/o/t', 'https://api.test/o/t'],
  ['https://api.test', { source: ELSEWHERE }, '/o/t', 'https://api.test/o/t'],
  ['https://api.test/v1', { source: ELSEWHERE }, '/o/t', 'https://api.test/o/t'],
  ['https://api.test/v1', { source: ELSEWHERE }, 't', 'https://api.test/t'],
  ['https://api.test/v1/', { source: ELSEWHERE }, 't', 'https://api.test/v1/t'],
  ['https://api.test/a/v1', {}, '../t', 'https://api.test/t'],
  ['https://api.test', {}, '//in.test/t', 'https://in.test/t'],
  ['https://api.test', { baseUrl: 'https://mine.test/v1' }, '/o/t', 'https://mine.test/o/t'],
  ['https://api.test', { baseUrl: 'https://mine.test/v1', source: ELSEWHERE }, '/o/t', 'https://mine.test/o/t'],
  ['https://api.test', { baseUrl: 'https://{sub}.mine.test' }, '/o/t', null],
  ['https://api.test', { baseUrl: 'https://{sub}.mine.test', source: ELSEWHERE }, '/o/t', null],
  ['https://api.test', {}, 'http://in.test/t', null],
  ['https://api.test', {}, 'javascript:alert(1)', null],
  ['https://api.test', {}, '', null],
  ['https://api.test', {}, 'https://', null],
];

const SCOPES = { read: 'Reads', write: 'Writes' };

function schemeOf(version: string, kind: (typeof KINDS)[number], address: string): Node | null {
  const authorizationUrl = 'https://in.test/authorize';
  if (kind === 'issuer') return version === '2.0' ? null : { type: 'openIdConnect', openIdConnectUrl: address };
  if (version !== '2.0') {
    const flow = { tokenUrl: address, scopes: SCOPES };
    const flows =
      kind === 'person' ? { authorizationCode: { ...flow, authorizationUrl } } : { clientCredentials: flow };
    return { type: 'oauth2', flows };
  }
  const how = kind === 'person' ? { flow: 'accessCode', authorizationUrl } : { flow: 'application' };
  return { type: 'oauth2', ...how, tokenUrl: address, scopes: SCOPES };
}

function documentOf(version: string, server: string, schemes: Node, security: readonly Node[]): Node {
  const { host, pathname, protocol } = new URL(server);
  const where =
    version === '2.0'
      ? { swagger: '2.0', host, basePath: pathname, schemes: [protocol.slice(0, -1)], securityDefinitions: schemes }
      : { openapi: version, servers: [{ url: server }], components: { securitySchemes: schemes } };
  const paths = { '/x': { post: { operationId: 'x', security } } };
  return { ...where, info: { title: 'T', version: '1' }, paths };
}

type Kind = (typeof KINDS)[number];
/** An issuer is given by the URL of its metadata document, in place of the last segment. */
const asIssuer = (address: string): string =>
  /^(https:\/\/)?$/.test(address) ? address : `${address.replace(/t$/, '')}${WELL_KNOWN}`;

const caseOf = (version: string, kind: Kind, [server, options, written, full]: (typeof ADDRESSES)[number]) => {
  const [address, expected] = kind === 'issuer' ? [asIssuer(written), full?.replace(/\/t$/, '')] : [written, full];
  const scheme = schemeOf(version, kind, address);
  return scheme === null ? [] : [{ version, kind, server, options, address, expected: expected ?? null, scheme }];
};
const CASES = VERSIONS.flatMap((version) =>
  KINDS.flatMap((kind) => ADDRESSES.flatMap((each) => caseOf(version, kind, each))),
);

it.each(CASES)('$version, $kind: $address at $server', ({ version, kind, server, options, expected, scheme }) => {
  const security = [{ o: kind === 'issuer' ? ['openid'] : ['read'] }];
  const { document } = importOpenApi(documentOf(version, server, { o: scheme }, security), options);
  const [first] = document.credentials;
  const where = { person: 'tokenUrl', client: 'tokenUrl', issuer: 'discovery' }[kind];
  if (expected === null) expect(first?.oauth2).toBeUndefined();
  else expect(first?.oauth2).toMatchObject({ [where]: expected });
  expect(first?.placement).toMatchObject({ in: 'header', name: 'Authorization' });
});

describe.each(VERSIONS)('of several schemes, by a document of version %s', (version) => {
  const person = schemeOf(version, 'person', 'https://in.test/t') ?? {};
  const client = schemeOf(version, 'client', 'https://in.test/t') ?? {};
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
  const signInsOf = (security: readonly Node[]) =>
    importOpenApi(documentOf(version, 'https://api.test', { person, client, key }, security)).document.credentials;

  it.each<[string, readonly Node[], readonly (readonly string[])[]]>([
    ['one', [{ person: ['read'] }], [['authorization_code', 'read']]],
    ['one, with two scopes', [{ person: ['write', 'read'] }], [['authorization_code', 'write read']]],
    ['one beside a key', [{ person: ['write'], key: [] }], [['authorization_code', 'write']]],
    ['one or a key', [{ key: [] }, { person: ['write'] }], [['authorization_code', 'write']]],
    ['that of a client', [{ client: ['read'] }], [['client_credentials', 'read']]],
  ])('operations get the sign-ins and scopes that they name: %s', (_name, security, expected) => {
    const addresses = signInsOf(security).flatMap(({ oauth2 }) =>
      oauth2 ? [[oauth2.grant ?? 'authorization_code', oauth2.scopes.join(' ')]] : [],
    );
    expect(addresses).toEqual(expected);
  });
});

it('counts', () => {
  process.stdout.write(`${CASES.length} addresses of sign-ins\n`);
  expect(CASES).toHaveLength(ADDRESSES.length * (VERSIONS.length * KINDS.length - 1));
});
