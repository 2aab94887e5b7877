import type { CredentialField, Server } from '../../generated/prisma/client.ts';
import { isRecord } from '../lib/json.ts';
import { sha256Text } from '../lib/sha256.ts';
import {
  type Connector,
  connectorSchema,
  type Placement,
  placementSchema,
  type ToolRequest,
} from '../marketplace/document.ts';
import { type OAuth2Settings, oauth2Schema } from '../marketplace/oauth2.ts';
import { clientFieldsOf } from './clientFields.ts';

/** A field as far as it decides where its value goes. */
export type DestinationField = {
  readonly fieldId: string;
  readonly isSecret: boolean;
  readonly placement: Placement | null;
  readonly oauth2: OAuth2Settings | null;
  /** Where the tools' own requests put it; see `usesOf`. */
  readonly uses: readonly string[];
};

/** A server as far as it decides where credentials go. */
export type DestinationServer = { readonly connector: Connector; readonly fields: readonly DestinationField[] };

/**
 * Where a credential goes and how. `digest` is of what the server's document says: kept in the row, so that a change is
 * seen without opening. `bound` is what the envelope authenticates: the same, with the values that make up the address.
 * test/core/credentials/destination.test.ts tears it down.
 */
export type Destination = { readonly digest: string; readonly bound: string };

type StoredField = Pick<CredentialField, 'fieldId' | 'secret' | 'placement' | 'oauth2' | 'uses'>;
export type StoredServer = Pick<Server, 'connector'> & { readonly fields: readonly StoredField[] };

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

/** Where the tools of a document put a field that has no placement of its own, and every other address that they name. */
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

/** Slots as connectors and tools have them: `{field}`, `{user:password|base64}`. */
const slotsIn = (template: string): readonly string[] =>
  Array.from(template.matchAll(/\{([A-Za-z0-9_$.:|-]*)\}/g), ([, slot = '']) => slot.split(/[:|]/)).flat();

const mentions = (template: string, fieldId: string): boolean => slotsIn(template).includes(fieldId);

/** The part of an address template before its path. */
const originOf = (template: string): string => /^(?:[a-z]+:\/\/)?[^/?#]*/i.exec(template)?.[0] ?? '';

/** Whose values make up the address that all others go to; for a program, whatever it is told that is no secret. */
function addressFieldsOf({ connector, fields }: DestinationServer): ReadonlySet<string> {
  if (connector.kind === 'mcp-stdio') {
    return new Set(fields.filter(({ isSecret }) => !isSecret).map(({ fieldId }) => fieldId));
  }
  const foreign = fields.flatMap(({ uses }) => uses.filter((use) => use.startsWith('at ')));
  const origin = originOf(connector.kind === 'mcp-http' ? connector.url : connector.baseUrl);
  return new Set([origin, ...foreign].flatMap(slotsIn).filter((slot) => slot !== ''));
}

/** Another for every change of the document that could send the field's value elsewhere, or let it be shown. */
function digestOfField(server: DestinationServer, field: DestinationField): string {
  const { fieldId, isSecret, placement, uses } = field;
  // By id: rows come in no order unless one is asked for.
  const signIns = server.fields
    .filter((each) => each === field || clientFieldsOf([each]).has(fieldId))
    .toSorted((one, other) => (one.fieldId < other.fieldId ? -1 : 1));
  return digestOf([
    'toolyard/destination/1',
    isSecret,
    placement && [placement.in, placement.name, placement.template ?? null],
    uses,
    signIns.map(({ oauth2 }) => oauth2 && signInParts(oauth2)),
    connectorParts(server.connector, fieldId),
  ]);
}

const signInParts = (oauth2: OAuth2Settings): readonly unknown[] => [
  oauth2.authorizationUrl ?? null,
  oauth2.tokenUrl ?? null,
  oauth2.discovery ?? null,
  oauth2.issuer ?? null,
  oauth2.registrationUrl ?? null,
  oauth2.clientId ?? null,
  oauth2.clientSecret ?? null,
];

function connectorParts(connector: Connector, fieldId: string): readonly unknown[] {
  if (connector.kind === 'mcp-stdio') {
    const { kind, package: name, command, args, env, network = 'none' } = connector;
    return [kind, name ?? null, command ?? null, args, Object.entries(env).toSorted(), network];
  }
  const address = connector.kind === 'mcp-http' ? connector.url : connector.baseUrl;
  const headers = Object.entries(connector.headers ?? {}).filter(([, text]) => mentions(text, fieldId));
  const origins = connector.kind === 'openapi' ? (connector.credentialOrigins ?? []).toSorted() : [];
  return [connector.kind, originOf(address), mentions(address, fieldId) ? address : null, headers.toSorted(), origins];
}

const digestOf = (parts: unknown): string => sha256Text(JSON.stringify(parts), 'hex');

/** Where a program could be sent by a value: what looks like a URL, a host name or a host with its port. */
const LOOKS_LIKE_ADDRESS = /:\/\/|^[\w-]+(\.[\w-]+)*\.[a-z]{2,}([:/]|$)|^[^\s/]+:\d+/i;

/** The destinations of all fields of a server. */
export type Destinations = {
  /** Whose values make up the address that the others go to. */
  readonly addressFields: ReadonlySet<string>;
  /** Empty for a field that the server does not define: no stored credential has that digest. */
  digestOf(fieldId: string): string;
  /** Given the values of the address fields that are stored. */
  of(fieldId: string, addressValues: ReadonlyMap<string, string>): Destination;
};

/** True for a credential that may be used: it is where the document says, and nobody has marked it as moved. */
export const isInPlace = (
  destinations: Destinations,
  {
    fieldId,
    destination,
    state,
  }: { readonly fieldId: string; readonly destination: string | null; readonly state: string },
): boolean => destination !== null && state !== 'moved' && destination === destinations.digestOf(fieldId);

export function destinationsOf(server: DestinationServer): Destinations {
  const addressFields = addressFieldsOf(server);
  const clientFields = clientFieldsOf(server.fields);
  const digests = new Map(server.fields.map((field) => [field.fieldId, digestOfField(server, field)]));
  const isProgram = server.connector.kind === 'mcp-stdio';
  // A secret goes where other fields say; what identifies an OAuth client goes where the document says.
  const following = server.fields.filter(
    ({ fieldId, isSecret }) => isSecret && !addressFields.has(fieldId) && !clientFields.has(fieldId),
  );
  const followers = new Set(addressFields.size > 0 ? following.map(({ fieldId }) => fieldId) : []);
  const digestOfId = (fieldId: string): string => digests.get(fieldId) ?? '';
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
