import type { ServerId } from '../../core/kernel/ids.ts';
import { isRecord } from '../../core/lib/json.ts';
import { withoutEnds } from '../../core/lib/trim.ts';
import type { CredentialFieldDocument } from '../../core/servers/document.ts';
import { nodeAt, type OpenApiNode, resolved } from './document.ts';
import { fieldsOf, headersOf, isRequestSigned, placeOf, type Scheme, type SchemeField } from './securityFields.ts';

const FIELD_ID_CHARS_MAX = 64;
const SUFFIX_CHARS_MAX = 9;
const NAME_CHARS_MAX = 200;
const SETS_MAX = 64;

/** A security requirement. Each alternative is a set of schemes with scopes, all of which are needed together. */
export type SecurityAlternatives = ReadonlyArray<ReadonlyMap<string, readonly string[]>>;

/** Slack's description uses this name for a token without scopes. Requesting it would fail. */
const NO_SCOPE = 'none';

/** Reads a security requirement of the document. */
const securityAlternativesOf = (security: unknown): SecurityAlternatives =>
  (Array.isArray(security) ? security : [])
    .filter(isRecord)
    .map(
      (alternative) =>
        new Map(
          Object.entries(alternative).map(([scheme, scopes]) => [
            scheme,
            Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string' && scope !== NO_SCOPE) : [],
          ]),
        ),
    );

/** The security requirement of an operation: its own, or the document's. */
export const requirementOf = (document: OpenApiNode, operation: OpenApiNode): SecurityAlternatives =>
  securityAlternativesOf(operation['security'] ?? document['security']);

/** The schemes that a security requirement names in any of its alternatives. */
export const schemesIn = (alternatives: SecurityAlternatives): ReadonlySet<string> =>
  new Set(alternatives.flatMap((alternative) => [...alternative.keys()]));

const isNeededIn = (alternatives: SecurityAlternatives, scheme: string): boolean =>
  alternatives.length > 0 && alternatives.every((alternative) => alternative.has(scheme));

/** The credentials of a document. */
export type ReadSecurity = {
  readonly credentials: CredentialFieldDocument[];
  readonly scopes: string[];
  /** The id of the scheme that signs requests; null without one. */
  readonly signedBy: string | null;
  /** Schemes that no stored value can satisfy, such as mutual TLS. */
  readonly unsupported: string[];
  /** Sets of fields, of which an operation needs one in addition to the required fields; null when it needs none. */
  setsFor(requirement: SecurityAlternatives): string[][] | null;
  /**
   * The fields of the schemes that an operation names; empty for an operation that requires none. Null if the document
   * does not specify it, or names all schemes.
   */
  sentWith(operation: OpenApiNode): string[] | null;
};

type ReadScheme = Scheme & { readonly fields: readonly SchemeField[] };

/**
 * Maps schemes that describe the same token to one representative. They have the same location, and some operation
 * accepts either, or none requires one of them. A scheme with sign-in is preferred, then the one that operations
 * require.
 */
function sameTokens(
  schemes: readonly ReadScheme[],
  requirements: readonly SecurityAlternatives[],
): ReadonlyMap<string, string> {
  const isUsed = (key: string): boolean => isNamedIn(requirements, key);
  const areEither = (one: string, other: string): boolean =>
    requirements.some((each) => each.some((set) => set.has(one)) && each.some((set) => set.has(other)));
  const standing = new Map<string, string>();
  const ordered = schemes.toSorted(
    (one, other) => signInsIn(other) - signInsIn(one) || Number(isUsed(other.key)) - Number(isUsed(one.key)),
  );
  for (const scheme of ordered) {
    const { key } = scheme;
    const place = placeOf(scheme.fields);
    const twin = ordered.find(
      (other) =>
        standing.get(other.key) === other.key &&
        place !== null &&
        placeOf(other.fields) === place &&
        !(scheme.isPlain && other.isPlain) &&
        (areEither(key, other.key) || !isUsed(key) || !isUsed(other.key)),
    );
    standing.set(key, twin?.key ?? key);
  }
  return standing;
}

const isNamedIn = (requirements: readonly SecurityAlternatives[], key: string): boolean =>
  requirements.some((each) => each.some((set) => set.has(key)));

/**
 * Whether an unused scheme sets the same header as a used one, so that one of the two values would be lost. A scheme
 * whose values stacks have stored is kept.
 */
function isInTheWay(
  scheme: ReadScheme,
  schemes: readonly ReadScheme[],
  requirements: readonly SecurityAlternatives[],
): boolean {
  if (scheme.isPlain || isNamedIn(requirements, scheme.key)) return false;
  const own = headersOf(scheme.fields);
  return schemes.some(
    ({ key, fields }) => isNamedIn(requirements, key) && headersOf(fields).some((name) => own.includes(name)),
  );
}

const signInsIn = ({ fields }: ReadScheme): number => fields.filter(({ oauth2 }) => oauth2 !== undefined).length;

const renamed = (alternatives: SecurityAlternatives, standing: ReadonlyMap<string, string>): SecurityAlternatives =>
  alternatives.map((set) => new Map([...set].map(([key, scopes]) => [standing.get(key) ?? key, scopes])));

/** Fields with the same name are distinguished by their schemes' names in the document. */
function withOwnNames<T extends { readonly name: string; readonly key: string }>(fields: readonly T[]): T[] {
  const count = (name: string): number => fields.filter((each) => each.name === name).length;
  return fields.map((each) => ({
    ...each,
    name: (count(each.name) > 1 ? `${each.name} (${each.key})` : each.name).slice(0, NAME_CHARS_MAX),
  }));
}

/** Server details that an import needs to read a document's security. */
type SecurityOptions = {
  readonly serverId: ServerId;
  readonly apiBase: string | undefined;
  /** Whether the chosen operations only read. */
  readonly onlyReads: boolean;
  /** Existing fields of the server that take a pasted value. */
  readonly plainFields: readonly string[];
};

function schemesOf(
  document: OpenApiNode,
  operations: readonly SecurityAlternatives[],
  { serverId, apiBase, onlyReads, plainFields }: SecurityOptions,
): ReadScheme[] {
  return Object.entries(nodeAt(nodeAt(document, 'components'), 'securitySchemes')).flatMap(([key, definition]) => {
    const node = resolved(document, definition);
    if (node === null) return [];
    const server = serverId.replaceAll('-', '_');
    const plain = withoutEnds(key.replace(/[^a-zA-Z0-9]+/g, '_'), '_') || 'credential';
    const full = plain === server || plain.startsWith(`${server}_`) ? plain : `${server}_${plain}`;
    const id = full.slice(0, FIELD_ID_CHARS_MAX - SUFFIX_CHARS_MAX);
    const scopes = [...new Set(operations.flat().flatMap((alternative) => alternative.get(key) ?? []))];
    const isPlain = plainFields.includes(id);
    const requestedScopes = [
      ...new Set(operations.flatMap((alternatives) => alternatives.find((each) => each.has(key))?.get(key) ?? [])),
    ];
    const scheme = { key, node, id, scopes, requestedScopes, apiBase, onlyReads, isPlain };
    return [{ ...scheme, fields: fieldsOf(scheme) }];
  });
}

/**
 * Converts the document's security schemes to credential fields. A field is required when the document as a whole, or
 * every operation, needs it in each alternative.
 */
export const readSecurity = (
  document: OpenApiNode,
  operations: readonly SecurityAlternatives[],
  options: SecurityOptions,
): ReadSecurity => {
  const read = schemesOf(document, operations, options);
  const global = securityAlternativesOf(document['security']);
  const standing = sameTokens(read, [global, ...operations]);
  const requirements = [global, ...operations].map((each) => renamed(each, standing));
  const [whole = [], ...each] = requirements;
  const isRequired = (key: string): boolean =>
    isNeededIn(whole, key) || (each.length > 0 && each.every((one) => isNeededIn(one, key)));
  const all = read
    .filter((scheme) => standing.get(scheme.key) === scheme.key && !isInTheWay(scheme, read, requirements))
    .flatMap(({ key, fields }) => fields.map((one) => ({ ...one, key, required: one.isNeeded && isRequired(key) })));
  const optionalOf = (key: string): string[] =>
    all.filter((one) => one.key === key && one.isNeeded && !one.required).map(({ id }) => id);
  const unsupported = read.filter(({ fields }) => fields.length === 0).map(({ key }) => key);
  const sentWith = (operation: OpenApiNode): string[] | null => {
    const { security } = operation;
    const [requirement = []] = Array.isArray(security)
      ? [renamed(securityAlternativesOf(security), standing)]
      : [whole];
    if (!Array.isArray(security) && requirement.length === 0) return null;
    const named = all.filter(({ key }) => requirement.some((set) => set.has(key))).map(({ id }) => id);
    return named.length === all.length ? null : [...new Set(named)];
  };
  return {
    sentWith,
    credentials: withOwnNames(all.filter((one, at) => all.findIndex((other) => other.id === one.id) === at)).map(
      ({ key: _key, isNeeded: _isNeeded, ...credential }) => credential,
    ),
    scopes: [...new Set(read.flatMap((scheme) => scheme.scopes))],
    signedBy: read.find(({ node, isPlain }) => isRequestSigned(node) && !isPlain)?.id ?? null,
    unsupported,
    setsFor: (requirement) => {
      // An alternative with a scheme that no stored value satisfies can't be chosen.
      const possible = requirement.filter((set) => ![...set.keys()].some((key) => unsupported.includes(key)));
      const sets = renamed(possible, standing).map((set) => [...new Set([...set.keys()].flatMap(optionalOf))]);
      // A set without fields means that the operation also works without credentials.
      if (sets.length === 0 || sets.length > SETS_MAX || sets.some((set) => set.length === 0)) return null;
      return sets.filter((set, at) => sets.findIndex((other) => other.join() === set.join()) === at);
    },
  };
};
