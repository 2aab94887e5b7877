import { AppError } from '../../core/errors.ts';
import { isJsonNumber } from '../../core/lib/decimal.ts';
import { isRecord } from '../../core/lib/json.ts';
import { withoutTrailingSlashes } from '../../core/lib/text.ts';
import { listAt, nodeAt, type OpenApiNode, textAt } from './document.ts';

const withDefaults = (server: OpenApiNode): string => {
  const variables = nodeAt(server, 'variables');
  return textAt(server, 'url').replace(/\{([^{}]+)\}/g, (slot, name: string) => {
    const { default: value } = nodeAt(variables, name);
    return typeof value === 'string' || isJsonNumber(value) ? String(value) : slot;
  });
};

const absolute = (address: string, source: string | undefined): string | null => {
  const base = source !== undefined && /^https?:\/\//i.test(source) ? source : undefined;
  const url = URL.parse(address, base);
  if (url === null || !/^https?:$/.test(url.protocol) || /[{}]|%7B/i.test(url.href)) return null;
  url.hash = '';
  return withoutTrailingSlashes(url.href);
};

/** The first usable address of a `servers` list, https before http; relative ones are resolved against the source. */
export const serverOf = (node: OpenApiNode, source: string | undefined): string | null => {
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

/** The base address of the API. @throws AppError `invalid_input` when neither the document nor the options give one */
export const baseUrlOf = (document: OpenApiNode, options: { baseUrl?: string; source?: string }): string => {
  if (options.baseUrl !== undefined) {
    const given = absolute(options.baseUrl, undefined);
    // A template with credential fields is checked when it is filled.
    if (given !== null || /^(https?:\/\/)?[^\s]*\{[a-zA-Z0-9_]+\}/.test(options.baseUrl))
      return given ?? options.baseUrl;
    throw new AppError('invalid_input', 'The base address is not an http or https URL');
  }
  const declared =
    serverOf(document, options.source) ??
    (listAt(document, 'servers').length === 0 ? absolute('/', options.source) : null);
  if (declared === null) {
    throw new AppError('invalid_input', 'The OpenAPI document names no absolute server address: give a base address');
  }
  return declared;
};
