import type { ServerId } from '../../core/ids.ts';
import { isRecord } from '../../core/lib/json.ts';
import type { CredentialFieldDocument, Placement } from '../../core/marketplace/document.ts';
import { nodeAt, type OpenApiNode, resolved, textAt } from './document.ts';

const FIELD_ID_CHARS_MAX = 64;
const SUFFIX_CHARS_MAX = 9;
const DESCRIPTION_CHARS_MAX = 1_000;
const NAME_CHARS_MAX = 200;
const SETS_MAX = 64;

/** A security requirement: each alternative is a set of schemes, with their scopes, that are needed together. */
export type Alternatives = ReadonlyArray<ReadonlyMap<string, readonly string[]>>;

/** Reads a security requirement of the document. */
export const alternativesOf = (security: unknown): Alternatives =>
  (Array.isArray(security) ? security : [])
    .filter(isRecord)
    .map(
      (alternative) =>
        new Map(
          Object.entries(alternative).map(([scheme, scopes]) => [
            scheme,
            Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
          ]),
        ),
    );

const isNeededIn = (alternatives: Alternatives, scheme: string): boolean =>
  alternatives.length > 0 && alternatives.every((alternative) => alternative.has(scheme));

const scopesOf = (requirements: readonly Alternatives[], scheme: string): string[] => [
  ...new Set(requirements.flat().flatMap((alternative) => alternative.get(scheme) ?? [])),
];

const fieldIdFor = (serverId: ServerId, scheme: string): string => {
  const server = serverId.replaceAll('-', '_');
  const plain = scheme.replace(/[^a-zA-Z0-9]+/g, '_').replace(/^_+|_+$/g, '') || 'credential';
  const full = plain === server || plain.startsWith(`${server}_`) ? plain : `${server}_${plain}`;
  return full.slice(0, FIELD_ID_CHARS_MAX - SUFFIX_CHARS_MAX);
};

type Field = Omit<CredentialFieldDocument, 'required'>;
type Scheme = {
  readonly id: string;
  readonly key: string;
  readonly node: OpenApiNode;
  readonly scopes: readonly string[];
};

const sentence = (...parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, DESCRIPTION_CHARS_MAX);

const field = (id: string, name: string, description: string, placement?: Placement): Field => ({
  id,
  name: name.slice(0, NAME_CHARS_MAX),
  description,
  secret: true,
  ...(placement === undefined ? {} : { placement }),
});

const bearer = (id: string): Placement => ({ in: 'header', name: 'Authorization', template: `Bearer {${id}}` });

const apiKeyField = ({ id, key, node }: Scheme): Field[] => {
  const name = textAt(node, 'name');
  const place = textAt(node, 'in');
  const describe = (where: string) => sentence(textAt(node, 'description'), `Sent as ${where} ${name}.`);
  if (name === '') return [];
  if (place === 'query') return [field(id, key, describe('query parameter'), { in: 'query', name })];
  if (place === 'cookie') {
    return [field(id, key, describe('cookie'), { in: 'header', name: 'Cookie', template: `${name}={${id}}` })];
  }
  return place === 'header' ? [field(id, key, describe('header'), { in: 'header', name })] : [];
};

const basicFields = ({ id, key, node }: Scheme): Field[] => {
  const [username, password] = [`${id}_username`, `${id}_password`];
  const template = `Basic {${username}:${password}|base64}`;
  const about = textAt(node, 'description');
  return [
    {
      ...field(username, `${key}: user name`, about, { in: 'header', name: 'Authorization', template }),
      secret: false,
    },
    field(password, `${key}: password`, about),
  ];
};

const tokenField = ({ id, key, node, scopes }: Scheme): Field[] => {
  const needs = scopes.length > 0 ? `Scopes used: ${scopes.join(', ')}.` : '';
  return [field(id, key, sentence(textAt(node, 'description'), 'An access token.', needs), bearer(id))];
};

const fieldsOf = (scheme: Scheme): Field[] => {
  const type = textAt(scheme.node, 'type');
  if (type === 'apiKey') return apiKeyField(scheme);
  if (type === 'oauth2' || type === 'openIdConnect') return tokenField(scheme);
  if (type !== 'http') return [];
  const name = textAt(scheme.node, 'scheme').toLowerCase();
  if (name === 'basic') return basicFields(scheme);
  const about = textAt(scheme.node, 'description');
  return name === 'bearer' ? [field(scheme.id, scheme.key, about, bearer(scheme.id))] : [];
};

/** The credentials of a document. */
export type ReadSecurity = {
  readonly credentials: CredentialFieldDocument[];
  readonly scopes: string[];
  /** Schemes that no stored value can serve, such as mutual TLS. */
  readonly unsupported: string[];
  /**
   * The sets of fields, one of which an operation needs in addition to the required fields; null when it needs none.
   */
  setsFor(requirement: Alternatives): string[][] | null;
};

/**
 * Converts the document's security schemes to credential fields. A field is required when the document as a whole, or
 * every operation, needs it in each alternative.
 */
export const readSecurity = (
  document: OpenApiNode,
  serverId: ServerId,
  operations: readonly Alternatives[],
): ReadSecurity => {
  const global = alternativesOf(document['security']);
  const isRequired = (key: string): boolean =>
    isNeededIn(global, key) || (operations.length > 0 && operations.every((each) => isNeededIn(each, key)));
  const declared = Object.entries(nodeAt(nodeAt(document, 'components'), 'securitySchemes')).flatMap(([key, given]) => {
    const node = resolved(document, given);
    return node === null ? [] : [{ key, node, id: fieldIdFor(serverId, key), scopes: scopesOf(operations, key) }];
  });
  const read = declared.map((scheme) => ({ ...scheme, fields: fieldsOf(scheme) }));
  const all = read.flatMap(({ key, fields }) => fields.map((each) => ({ ...each, key, required: isRequired(key) })));
  const optionalOf = (key: string): string[] =>
    all.filter((each) => each.key === key && !each.required).map(({ id }) => id);
  return {
    credentials: all
      .filter((each, at) => all.findIndex((other) => other.id === each.id) === at)
      .map(({ key: _, ...credential }) => credential),
    scopes: [...new Set(declared.flatMap((scheme) => scheme.scopes))],
    unsupported: read.filter(({ fields }) => fields.length === 0).map(({ key }) => key),
    setsFor: (requirement) => {
      const sets = requirement.map((alternative) => [...new Set([...alternative.keys()].flatMap(optionalOf))]);
      // A set without fields means that the operation also works without credentials.
      return sets.length === 0 || sets.length > SETS_MAX || sets.some((set) => set.length === 0) ? null : sets;
    },
  };
};
