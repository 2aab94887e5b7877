import type { OpenCredential } from '../../core/calls/connector.ts';
import { withoutTrailingSlashes } from '../../core/lib/trim.ts';
import type { Placement } from '../../core/servers/document.ts';
import { createTemplates } from './templateCache.ts';
import { MissingAddressFields, pathSegment, percentEncode, UnusableInput } from './wireRequest.ts';

// `{field}`, `{field|base64}`, or `{user:password|base64}` for HTTP Basic (RFC 7617), where either side may be empty.
const SLOT = /\{([A-Za-z0-9_]*)(?:(:)([A-Za-z0-9_]*))?(\|base64)?\}/g;

/** Credential values by field id. */
export type CredentialValues = ReadonlyMap<string, string>;

/** The values of decrypted credentials by field id. */
export const credentialValues = (credentials: readonly OpenCredential[]): CredentialValues =>
  new Map(credentials.map((credential) => [credential.fieldId, credential.value]));

type Slot = { readonly fieldIds: readonly string[]; readonly colon: string; readonly isBase64: boolean };

const piecesOf = createTemplates<Slot>(SLOT, ([, first = '', colon = '', second = '', base64]) => ({
  fieldIds: [first, second],
  colon,
  isBase64: base64 !== undefined,
}));

const fieldsNamed = (template: string): readonly string[] =>
  piecesOf(template).flatMap((piece) =>
    typeof piece === 'string' ? [] : piece.fieldIds.filter((fieldId) => fieldId !== ''),
  );

const fillSlot = (slot: Slot, values: CredentialValues): string => {
  const text = slot.fieldIds.map((fieldId) => values.get(fieldId) ?? '').join(slot.colon);
  return slot.isBase64 ? Buffer.from(text, 'utf8').toString('base64') : text;
};

/** Maximum characters of a filled template, which may repeat a value. */
const FILLED_CHARS_MAX = 131_072;

const fillSlots = (template: string, values: CredentialValues, encode: (text: string) => string): string => {
  let filled = '';
  for (const piece of piecesOf(template)) {
    filled += typeof piece === 'string' ? piece : encode(fillSlot(piece, values));
    if (filled.length > FILLED_CHARS_MAX) throw new UnusableInput('A value built from credentials exceeds 128 KiB');
  }
  return filled;
};

/** Fills a template with field values; undefined when one of its fields is not stored. */
export const fillCredentials = (template: string, values: CredentialValues): string | undefined => {
  let filled = '';
  for (const piece of piecesOf(template)) {
    if (typeof piece === 'string') filled += piece;
    else if (piece.fieldIds.every((fieldId) => fieldId === '' || values.has(fieldId)))
      filled += fillSlot(piece, values);
    else return undefined;
    if (filled.length > FILLED_CHARS_MAX) throw new UnusableInput('A value built from credentials exceeds 128 KiB');
  }
  return filled;
};

/** True for a template without slots. */
export const isFixed = (template: string): boolean => piecesOf(template).every((piece) => typeof piece === 'string');

/**
 * Credential values by the part of the request that carries them. A template is left out if one of its fields has no
 * value.
 */
export type Placed = {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: ReadonlyArray<readonly [string, string]>;
  readonly path: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
};

const NOTHING_PLACED: Placed = { headers: {}, query: [], path: {}, body: {} };

/** Sorts credentials by their fields' placements; `values` are by field id. */
export const placeCredentials = (
  credentials: readonly OpenCredential[],
  values: CredentialValues = credentialValues(credentials),
): Placed => {
  if (credentials.length === 0) return NOTHING_PLACED;
  const placed: Record<Placement['in'], [string, string][]> = { header: [], query: [], path: [], body: [], env: [] };
  for (const { placement, fieldId } of credentials) {
    if (placement === null) continue;
    const { template } = placement;
    const text = template === undefined ? values.get(fieldId) : fillCredentials(template, values);
    if (text !== undefined) placed[placement.in].push([placement.name, text]);
  }
  return {
    headers: Object.fromEntries(withOneCookie(placed.header)),
    query: placed.query,
    path: Object.fromEntries(placed.path),
    body: Object.fromEntries(placed.body),
  };
};

function withOneCookie(headers: [string, string][]): [string, string][] {
  const cookies = headers.filter(([name]) => name.toLowerCase() === 'cookie');
  if (cookies.length === 0) return headers;
  const others = headers.filter((header) => !cookies.includes(header));
  return [...others, ['cookie', cookies.map(([, text]) => text).join('; ')]];
}

const HOST_TEXT = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

const hostText = (value: string): string => {
  if (!HOST_TEXT.test(value) || value.includes('..')) {
    throw new UnusableInput(
      'The host credential must be only a host name, such as api.example.com, without https://, port or path',
    );
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
 * Fills a base address such as `https://{subdomain}.example.com/{tenant}` or `{base_url}/api`. A value in the host
 * cannot leave the host name, and a value in the path cannot leave its segment. Only a slot at the start of the
 * template may be a whole URL.
 * @throws MissingAddressFields, UnusableInput
 */
export const fillBaseUrl = (template: string, values: CredentialValues): string => {
  if (isFixed(template)) return withoutTrailingSlashes(template);
  const missing = fieldsNamed(template).filter((fieldId) => !values.has(fieldId));
  if (missing.length > 0) throw new MissingAddressFields([...new Set(missing)]);
  const [, origin = '', path = ''] = /^((?:https?:\/\/)?[^/]*)(.*)$/s.exec(template) ?? [];
  const filledOrigin = fillSlots(origin, values, origin.startsWith('{') ? wholeUrl : hostText);
  return withoutTrailingSlashes(`${filledOrigin}${fillPathPart(path, values)}`);
};
