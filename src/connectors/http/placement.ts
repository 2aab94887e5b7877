import type { OpenCredential } from '../../core/calls/connector.ts';
import { withoutTrailingSlashes } from '../../core/lib/text.ts';
import { createTemplates } from './slots.ts';
import { MissingFields, pathSegment, percentEncode, UnusableInput } from './wireRequest.ts';

// `{field}`, `{field|base64}`, or `{user:password|base64}` for HTTP Basic (RFC 7617), where either side may be empty.
const SLOT = /\{([A-Za-z0-9_]*)(?:(:)([A-Za-z0-9_]*))?(\|base64)?\}/g;

/** Credential values by field id. */
export type CredentialValues = ReadonlyMap<string, string>;

/** The values of opened credentials by field id. */
export const credentialValues = (credentials: readonly OpenCredential[]): CredentialValues =>
  new Map(credentials.map((credential) => [credential.fieldId, credential.value]));

type Slot = { readonly fieldIds: readonly string[]; readonly colon: string; readonly isBase64: boolean };

const piecesOf = createTemplates<Slot>(SLOT, ([, first = '', colon = '', second = '', base64]) => ({
  fieldIds: [first, second],
  colon,
  isBase64: base64 !== undefined,
}));

const fieldsNamed = (template: string): readonly string[] =>
  piecesOf(template)
    .flatMap((piece) => (typeof piece === 'string' ? [] : piece.fieldIds))
    .filter((fieldId) => fieldId !== '');

const fillSlot = (slot: Slot, values: CredentialValues): string => {
  const text = slot.fieldIds.map((fieldId) => values.get(fieldId) ?? '').join(slot.colon);
  return slot.isBase64 ? Buffer.from(text, 'utf8').toString('base64') : text;
};

const fillSlots = (template: string, values: CredentialValues, encode: (text: string) => string): string => {
  let filled = '';
  for (const piece of piecesOf(template)) {
    filled += typeof piece === 'string' ? piece : encode(fillSlot(piece, values));
  }
  return filled;
};

const asItIs = (text: string): string => text;

/** Fills a template with field values; undefined when one of its fields is not stored. */
export const fillCredentials = (template: string, values: CredentialValues): string | undefined =>
  fieldsNamed(template).every((fieldId) => values.has(fieldId)) ? fillSlots(template, values, asItIs) : undefined;

/** True for a template without slots. */
export const isFixed = (template: string): boolean => piecesOf(template).every((piece) => typeof piece === 'string');

/** Credential values by the part of the request they go to. A template that lacks one of its fields is left out. */
export type Placed = {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: ReadonlyArray<readonly [string, string]>;
  readonly path: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
};

const NOTHING_PLACED: Placed = { headers: {}, query: [], path: {}, body: {} };

/** Sorts credentials by where their fields' placements put them. */
export const placeCredentials = (credentials: readonly OpenCredential[]): Placed => {
  if (credentials.length === 0) return NOTHING_PLACED;
  const values = credentialValues(credentials);
  const entries = credentials.flatMap(({ placement, fieldId }) => {
    const text = placement === null ? undefined : fillCredentials(placement.template ?? `{${fieldId}}`, values);
    return placement === null || text === undefined
      ? []
      : [{ in: placement.in, entry: [placement.name, text] as const }];
  });
  const placedIn = (place: string) => entries.filter((each) => each.in === place).map((each) => each.entry);
  const cookies = placedIn('header').filter(([name]) => name.toLowerCase() === 'cookie');
  const cookie = cookies.length === 0 ? {} : { cookie: cookies.map(([, text]) => text).join('; ') };
  return {
    headers: { ...Object.fromEntries(placedIn('header').filter((entry) => !cookies.includes(entry))), ...cookie },
    query: placedIn('query'),
    path: Object.fromEntries(placedIn('path')),
    body: Object.fromEntries(placedIn('body')),
  };
};

const HOST_TEXT = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

const hostText = (value: string): string => {
  if (!HOST_TEXT.test(value) || value.includes('..')) {
    throw new UnusableInput('A credential of the server address has characters that a host name cannot hold');
  }
  return value;
};

const wholeUrl = (value: string): string => {
  const url = URL.parse(value.trim());
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new UnusableInput('A credential of the server address is not an http or https URL');
  }
  return withoutTrailingSlashes(url.href);
};

const fillPathPart = (path: string, values: CredentialValues): string =>
  path
    .split('/')
    .map((segment) => {
      const fieldIds = fieldsNamed(segment);
      return fieldIds.length === 0
        ? segment
        : pathSegment(fieldIds[0] ?? '', fillSlots(segment, values, percentEncode));
    })
    .join('/');

/**
 * Fills a base address such as `https://{subdomain}.example.com/{tenant}` or `{base_url}/api`. A value before the path
 * cannot leave the host name, one in the path cannot leave its segment; only a slot that begins the template may be a
 * whole URL.
 * @throws MissingFields, UnusableInput
 */
export const fillBaseUrl = (template: string, values: CredentialValues): string => {
  if (isFixed(template)) return withoutTrailingSlashes(template);
  const missing = fieldsNamed(template).filter((fieldId) => !values.has(fieldId));
  if (missing.length > 0) throw new MissingFields([...new Set(missing)]);
  const [, origin = '', path = ''] = /^((?:https?:\/\/)?[^/]*)(.*)$/s.exec(template) ?? [];
  const filledOrigin = fillSlots(origin, values, origin.startsWith('{') ? wholeUrl : hostText);
  return withoutTrailingSlashes(`${filledOrigin}${fillPathPart(path, values)}`);
};
