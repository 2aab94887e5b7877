import { isJsonNumber } from '../../core/lib/decimal.ts';
import { AppError } from '../../core/lib/errors.ts';
import { isRecord } from '../../core/lib/json.ts';
import { withoutTrailingSlashes } from '../../core/lib/trim.ts';
import { listAt, nodeAt, type OpenApiNode, textAt } from './document.ts';

/** A server's address with the defaults of its variables, other than `chosen`. */
const withDefaults = (server: OpenApiNode, chosen: Readonly<Record<string, unknown>> = {}): string => {
  const variables = nodeAt(server, 'variables');
  return textAt(server, 'url').replace(/\{([^{}]+)\}/g, (slot, name: string) => {
    const value = chosen[name] ?? nodeAt(variables, name)['default'];
    return typeof value === 'string' || isJsonNumber(value) ? String(value) : slot;
  });
};

/** A server's addresses: the default one, and one for each other value of a variable. */
const allAddresses = (server: OpenApiNode): string[] => [
  withDefaults(server),
  ...Object.keys(nodeAt(server, 'variables')).flatMap((name) =>
    listAt(nodeAt(nodeAt(server, 'variables'), name), 'enum').map((value) => withDefaults(server, { [name]: value })),
  ),
];

const absolute = (address: string, source: string | undefined): string | null => {
  const base = source !== undefined && /^https?:\/\//i.test(source) ? source : undefined;
  const url = URL.parse(address, base);
  if (url === null || !/^https?:$/.test(url.protocol) || /[{}]|%7B/i.test(url.href)) return null;
  url.hash = '';
  return withoutTrailingSlashes(url.href);
};

/** The first usable address of a `servers` list, https before http; relative ones are resolved against the source. */
const serverOf = (node: OpenApiNode, source: string | undefined): string | null => {
  const addresses = listAt(node, 'servers')
    .filter(isRecord)
    .map((server) => absolute(withDefaults(server), source))
    .filter((address) => address !== null);
  const [first = null] = addresses;
  // Swagger 2.0 lists the schemes of one host, often http first.
  const secure =
    first === null ? undefined : addresses.find((address) => address === first.replace(/^http:/, 'https:'));
  return secure ?? first;
};

/** The document's addresses that no tool calls, such as those of a sandbox or another region. */
export function otherAddresses(document: OpenApiNode, { source }: { source?: string }, chosen: string): string[] {
  // Credential fields fill in the address, such as the region of AWS.
  if (chosen.includes('{')) return [];
  const addresses = listAt(document, 'servers')
    .filter(isRecord)
    .flatMap(allAddresses)
    .map((address) => absolute(address, source))
    .filter((address) => address !== null);
  const withoutScheme = (address: string): string => address.replace(/^https?:/, '');
  return [...new Set(addresses)].filter((address) => withoutScheme(address) !== withoutScheme(chosen));
}

/** The base address of the API that the document itself gives; null if it gives none. */
export const declaredBaseUrl = (document: OpenApiNode, { source }: { source?: string }): string | null =>
  serverOf(document, source) ?? (listAt(document, 'servers').length === 0 ? absolute('/', source) : null);

/** The base address of the API. @throws AppError `invalid_input` when neither the document nor the options give one */
export const baseUrlOf = (document: OpenApiNode, options: { baseUrl?: string; source?: string }): string => {
  if (options.baseUrl !== undefined) {
    const baseUrl = absolute(options.baseUrl, undefined);
    // A template with credential fields is checked when it is filled.
    if (baseUrl !== null || /^(https?:\/\/)?[^\s]*\{[a-zA-Z0-9_]+\}/.test(options.baseUrl))
      return baseUrl ?? options.baseUrl;
    throw new AppError('invalid_input', 'The base URL must start with http or https');
  }
  const declared = declaredBaseUrl(document, options);
  if (declared === null) {
    throw new AppError('invalid_input', 'The OpenAPI document has no absolute server URL: pass a base URL');
  }
  return declared;
};

/**
 * Base of a document's relative API addresses, such as those of a sign-in (OpenAPI 3.1, relative references in URLs):
 * the server’s address as written. Undefined if it contains credential fields.
 * @throws AppError as `baseUrlOf`
 */
export const apiBaseOf = (
  document: OpenApiNode,
  options: { baseUrl?: string; source?: string },
): string | undefined => {
  const chosen = baseUrlOf(document, options);
  if (chosen.includes('{')) return undefined;
  const named = listAt(document, 'servers')
    .filter(isRecord)
    .map((server) => withDefaults(server));
  // A trailing slash keeps the last segment when references are resolved.
  const written = [options.baseUrl, ...named].find(
    (address) => address !== undefined && absolute(address, options.source) === chosen,
  );
  const base = options.source !== undefined && /^https?:/i.test(options.source) ? options.source : chosen;
  return written === undefined ? chosen : (URL.parse(written, base)?.href ?? chosen);
};

/** Base addresses of a document's operations: the server's address, and the document's if it has one. */
export type ServerPlace = {
  readonly source: string | undefined;
  /** Absent when operations are only listed. */
  readonly baseUrl?: string;
  /** Whether the user chose the address, which then replaces the document's addresses. */
  readonly isAddressGiven: boolean;
};

/** Resolves a relative address against the server's, which may have slots for credential fields. */
function relativeToServer(address: string, { source, baseUrl, isAddressGiven }: ServerPlace): string | null {
  const own = isAddressGiven ? null : absolute(address, source);
  if (own !== null || baseUrl === undefined) return own;
  if (!baseUrl.includes('{')) return absolute(address, baseUrl);
  const [origin] = /^https?:\/\/[^/]+/i.exec(baseUrl) ?? [];
  return origin !== undefined && /^\/[^{}]*$/.test(address) ? withoutTrailingSlashes(`${origin}${address}`) : null;
}

/** The address of the first node that has servers; `unusable` lists these servers if none can be called. */
export const ownServer = (
  nodes: readonly OpenApiNode[],
  place: ServerPlace,
): { readonly baseUrl?: string; readonly unusable?: string } => {
  const node = nodes.find((each) => listAt(each, 'servers').some(isRecord));
  if (node === undefined) return {};
  const addresses = listAt(node, 'servers')
    .filter(isRecord)
    .map((server) => withDefaults(server));
  const relative = addresses
    .filter((address) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address))
    .map((address) => relativeToServer(address, place));
  const named = place.isAddressGiven ? null : serverOf(node, place.source);
  const baseUrl = named ?? relative.find((address) => address !== null);
  if (baseUrl !== undefined) return { baseUrl };
  const isIgnored = place.isAddressGiven && relative.length === 0;
  return isIgnored ? {} : { unusable: addresses.join(', ') };
};
