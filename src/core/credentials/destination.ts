import type { CredentialField, Server } from '../../generated/prisma/client.ts';
import { isRecord } from '../lib/json.ts';
import { sha256Text } from '../lib/sha256.ts';
import { type ConnectorDocument, connectorSchema, type Placement, placementSchema } from '../servers/document.ts';
import { isDerived, type OAuth2Settings, oauth2Schema } from '../servers/oauth2.ts';
import { signingFields } from '../servers/signing.ts';
import type { ToolRequest } from '../servers/toolRequest.ts';
import { clientFieldsOf } from './clientFields.ts';

/** The parts of a field that determine its value's destination. */
type DestinationField = {
  readonly fieldId: string;
  readonly isSecret: boolean;
  readonly placement: Placement | null;
  readonly oauth2: OAuth2Settings | null;
  /** Where the tools' requests put its value, as returned by `usesOf`. */
  readonly uses: readonly string[];
};

/** The parts of a server that determine the destinations of credentials. */
export type DestinationServer = { readonly connector: ConnectorDocument; readonly fields: readonly DestinationField[] };

/**
 * Destination and use of a credential. `digest` (SHA-256, hex) covers the server's document; the row stores it, so that
 * changes are visible without decryption. The encryption authenticates `bound`: the digest combined with the address
 * values. Tested by `test/core/credentials/destination.test.ts`.
 */
export type Destination = { readonly digest: string; readonly bound: string };

type StoredField = Pick<CredentialField, 'fieldId' | 'secret' | 'placement' | 'oauth2' | 'uses'>;
/** A server row with the columns that its destinations depend on. */
export type StoredServer = Pick<Server, 'connector'> & { readonly fields: readonly StoredField[] };

/** Parses the JSON columns of a server row. @throws ZodError for a malformed row */
export const toDestinationServer = ({ connector, fields }: StoredServer): DestinationServer => ({
  connector: connectorSchema.parse(connector),
  fields: fields.map(({ fieldId, secret, placement, oauth2, uses }) => ({
    fieldId,
    isSecret: secret,
    placement: placement === null ? null : placementSchema.parse(placement),
    oauth2: oauth2 === null ? null : oauth2Schema.parse(oauth2),
    uses: Array.isArray(uses) ? uses.map(String) : [],
  })),
});

/**
 * Where a document's tools use a field without its own placement, including tool-specific addresses: the input for
 * `DestinationField.uses`.
 */
export function usesOf(requests: readonly (ToolRequest | null | undefined)[], fieldId: string): readonly string[] {
  const uses = requests.flatMap((request) => {
    if (request?.kind === 'operation') return request.baseUrl === undefined ? [] : [`at ${originOf(request.baseUrl)}`];
    return request?.kind === 'template' ? templateUses(request, fieldId) : [];
  });
  return [...new Set(uses)].toSorted();
}

function templateUses(request: Extract<ToolRequest, { kind: 'template' }>, fieldId: string): readonly string[] {
  const named = (where: string, templates: Readonly<Record<string, string>> = {}): string[] =>
    Object.entries(templates).flatMap(([name, text]) => (mentions(text, fieldId) ? [`${where} ${name}`] : []));
  return [
    ...named('query', request.query),
    ...named('header', request.headers),
    ...(mentions(request.path, fieldId) ? ['path'] : []),
    ...(isIn(request.body, fieldId) ? ['body'] : []),
  ];
}

function isIn(value: unknown, fieldId: string): boolean {
  if (typeof value === 'string') return mentions(value, fieldId);
  if (Array.isArray(value)) return value.some((item) => isIn(item, fieldId));
  return isRecord(value) && Object.values(value).some((item) => isIn(item, fieldId));
}

/** The fields that a template names in slots: `{field}`, `{user:password|base64}`. */
const slotsIn = (template: string): readonly string[] =>
  Array.from(template.matchAll(/\{([A-Za-z0-9_$.:|-]*)\}/g), ([, slot = '']) => slot.split(/[:|]/)).flat();

const mentions = (template: string, fieldId: string): boolean => slotsIn(template).includes(fieldId);

/** True if requests carry the field's value itself, rather than only a value derived from it. */
export const isSent = ({ connector }: DestinationServer, { fieldId, placement, uses }: DestinationField): boolean =>
  placement !== null ||
  uses.some((use) => !use.startsWith('at ')) ||
  isIn(connector, fieldId) ||
  signingParts(connector, fieldId).length > 0;

/** The part of an address template before its path. */
const originOf = (template: string): string => /^(?:[a-z]+:\/\/)?[^/?#]*/i.exec(template)?.[0] ?? '';

/**
 * Fields that form the address that all other values are sent to. For a program: every non-secret field, since any may
 * name a host.
 */
function addressFieldsOf({ connector, fields }: DestinationServer): ReadonlySet<string> {
  if (connector.kind === 'mcp-stdio') {
    return new Set(fields.filter(({ isSecret }) => !isSecret).map(({ fieldId }) => fieldId));
  }
  const foreign = fields.flatMap(({ uses }) => uses.filter((use) => use.startsWith('at ')));
  const origin = originOf(connector.kind === 'mcp-http' ? connector.url : connector.baseUrl);
  return new Set([origin, ...foreign].flatMap(slotsIn).filter((slot) => slot !== ''));
}

/** Digest of the document's parts that determine where the value is sent and whether it can become visible. */
function digestOfField(server: DestinationServer, field: DestinationField): string {
  const own = partsOf(server, field);
  const tokens = server.fields.filter(({ oauth2 }) => sourcesOf(oauth2).includes(field.fieldId)).toSorted(byId);
  // A field from which no token is derived keeps the digest of earlier releases.
  return digestOf(tokens.length === 0 ? own : [...own, tokens.map((token) => partsOf(server, token))]);
}

/** The fields from which the token is derived. A program that has their values can obtain the token. */
const sourcesOf = (oauth2: OAuth2Settings | null): readonly string[] =>
  oauth2 && isDerived(oauth2)
    ? [oauth2.clientSecret, oauth2.subjectToken].flatMap((source) => (source ? [source.field] : []))
    : [];

// Rows have no order unless a query requests one.
const byId = (one: DestinationField, other: DestinationField): number => (one.fieldId < other.fieldId ? -1 : 1);

function partsOf(server: DestinationServer, field: DestinationField): readonly unknown[] {
  const { fieldId, isSecret, placement, uses } = field;
  const signIns = server.fields.filter((each) => each === field || clientFieldsOf([each]).has(fieldId)).toSorted(byId);
  return [
    'toolyard/destination/1',
    isSecret,
    placement && [placement.in, placement.name, placement.template ?? null],
    uses,
    signIns.map(({ oauth2 }) => oauth2 && signInParts(oauth2)),
    connectorParts(server.connector, fieldId),
  ];
}

const signInParts = (oauth2: OAuth2Settings): readonly unknown[] => [
  oauth2.authorizationUrl ?? null,
  oauth2.tokenUrl ?? null,
  oauth2.discovery ?? null,
  oauth2.issuer ?? null,
  oauth2.registrationUrl ?? null,
  oauth2.clientId ?? null,
  oauth2.clientSecret ?? null,
  // Unchanged without a token exchange, so that existing digests stay valid.
  ...(oauth2.subjectToken ? [oauth2.subjectToken.field, oauth2.audience ?? null, oauth2.resource ?? null] : []),
];

function connectorParts(connector: ConnectorDocument, fieldId: string): readonly unknown[] {
  if (connector.kind === 'mcp-stdio') {
    const { kind, package: name, command, args, env, network = 'none' } = connector;
    return [kind, name ?? null, command ?? null, args, Object.entries(env).toSorted(), network];
  }
  const address = connector.kind === 'mcp-http' ? connector.url : connector.baseUrl;
  const declared = connector.headers ?? NO_HEADERS;
  const naming = namingHeaders.get(declared) ?? indexed(declared);
  namingHeaders.set(declared, naming);
  const headers = naming.get(fieldId) ?? [];
  const origins = connector.kind === 'openapi' ? (connector.credentialOrigins ?? []).toSorted() : [];
  const where = [connector.kind, originOf(address), mentions(address, fieldId) ? address : null, headers.toSorted()];
  return [...where, origins, ...signingParts(connector, fieldId)];
}

type Headers = Readonly<Record<string, string>>;
const NO_HEADERS: Headers = {};

/** A connector's headers, by the fields that they use. Cached, since a document may have thousands. */
const namingHeaders = new WeakMap<Headers, ReadonlyMap<string, readonly (readonly [string, string])[]>>();

const indexed = (headers: Headers): ReadonlyMap<string, readonly (readonly [string, string])[]> => {
  const naming = new Map<string, (readonly [string, string])[]>();
  for (const header of Object.entries(headers)) {
    for (const fieldId of new Set(slotsIn(header[1]))) {
      const same = naming.get(fieldId);
      if (same) same.push(header);
      else naming.set(fieldId, [header]);
    }
  }
  return naming;
};

/** The signing settings that use a field. Empty for other fields, so that their stored digests stay valid. */
function signingParts(connector: ConnectorDocument, fieldId: string): readonly unknown[] {
  if (!('signing' in connector) || !connector.signing) return [];
  const { signing } = connector;
  const { kind, service, region } = signing;
  const isUsed = [service, region].some((text) => mentions(text, fieldId)) || signingFields(signing).includes(fieldId);
  return isUsed ? [[kind, service, region, signingFields(signing)]] : [];
}

const digestOf = (parts: unknown): string => sha256Text(JSON.stringify(parts), 'hex');

/** Values that could make a program connect elsewhere: a URL, a host name, or a host with its port. */
const LOOKS_LIKE_ADDRESS = /:\/\/|^[\w-]+(\.[\w-]+)*\.[a-z]{2,}([:/]|$)|^[^\s/]+:\d+/i;

/** The destinations of all fields of a server. */
export type Destinations = {
  /** The fields whose values form the address that other values are sent to. */
  readonly addressFields: ReadonlySet<string>;
  /** Empty for a field that the server does not define; no stored credential has that digest. */
  digestOf(fieldId: string): string;
  /** `addressValues`: the stored values of the address fields, by field id. */
  of(fieldId: string, addressValues: ReadonlyMap<string, string>): Destination;
};

/** Whether a credential may be used: it was stored for the current destination and is not marked as moved. */
export const matchesDestination = (
  destinations: Destinations,
  {
    fieldId,
    destination,
    state,
  }: { readonly fieldId: string; readonly destination: string | null; readonly state: string },
): boolean => destination !== null && state !== 'moved' && destination === destinations.digestOf(fieldId);

/** Computes the destination of each field of a server. Attack tests: `test/core/credentials/destination.test.ts`. */
export function destinationsOf(server: DestinationServer): Destinations {
  const addressFields = addressFieldsOf(server);
  const clientFields = clientFieldsOf(server.fields);
  const fields = new Map(server.fields.map((field) => [field.fieldId, field]));
  const digests = new Map<string, string>();
  const isProgram = server.connector.kind === 'mcp-stdio';
  const sources = new Set(server.fields.flatMap(({ oauth2 }) => sourcesOf(oauth2)));
  // Whether a value is sent to the address. Secrets are, except the id and secret of an OAuth client, which go to the
  // document's token endpoint. If a token is derived from them, they count as sent, because the token is.
  const following = server.fields.filter(
    ({ fieldId, isSecret }) =>
      !addressFields.has(fieldId) && (sources.has(fieldId) || (isSecret && !clientFields.has(fieldId))),
  );
  const followers = new Set(addressFields.size > 0 ? following.map(({ fieldId }) => fieldId) : []);
  // Computed on demand: a document may have thousands of headers and dozens of fields, of which few have stored values.
  const digestOfId = (fieldId: string): string => {
    const field = fields.get(fieldId);
    const digest = digests.get(fieldId) ?? (field ? digestOfField(server, field) : '');
    digests.set(fieldId, digest);
    return digest;
  };
  return {
    addressFields,
    digestOf: digestOfId,
    of: (fieldId, addressValues) => {
      const digest = digestOfId(fieldId);
      if (!followers.has(fieldId)) return { digest, bound: digest };
      const values = [...addressValues].filter(([, value]) => !isProgram || LOOKS_LIKE_ADDRESS.test(value));
      return { digest, bound: digestOf([digest, values.toSorted()]) };
    },
  };
}
