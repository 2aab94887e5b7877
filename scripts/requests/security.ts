import { isRecord } from '../../src/core/lib/json.ts';
import { followed, type Node, type Operation } from './operations.ts';
import { schemesOf } from './small.ts';
import type { Secret, Trial } from './trial.ts';

/** The part of a request that carries the credentials. */
export type Placed = { readonly headers: Readonly<Record<string, string>>; readonly query: readonly string[] };

/** The schemes that an operation names, by the description's names; null if its security is undefined. */
export function schemesNamed({ document, node }: Operation): string[] | null {
  const own = node['security'];
  const security = own ?? document['security'];
  if (!Array.isArray(security) || (own === undefined && security.length === 0)) return null;
  return [...new Set(security.flatMap((each) => (isRecord(each) ? Object.keys(each) : [])))];
}

/** Whether requests need a signature that OpenAPI doesn't describe. */
export const isSigned = ({ document }: Operation): boolean =>
  Object.values(schemesOf(document)).some(
    (each) => isRecord(each) && /^aws-?sigv4$/i.test(String(each['x-amazon-apigateway-authtype'])),
  );

const basicOf = (secret: Secret): string =>
  typeof secret === 'string' ? '' : Buffer.from(`${secret.username}:${secret.password}`).toString('base64');

// OpenAPI 3.1, security scheme object. OpenAPI 2.0 has the type `basic`.
function placed(scheme: Node, secret: Secret): Placed {
  const { type, in: place, name, scheme: how } = scheme;
  const header = (called: string, value: string): Placed => ({ headers: { [called.toLowerCase()]: value }, query: [] });
  if (type === 'apiKey' && place === 'header') return header(String(name), String(secret));
  if (type === 'apiKey' && place === 'cookie') return header('cookie', `${name}=${secret}`);
  if (type === 'apiKey') return { headers: {}, query: [`${name}=${encodeURIComponent(String(secret))}`] };
  if (type === 'basic' || String(how).toLowerCase() === 'basic')
    return header('authorization', `Basic ${basicOf(secret)}`);
  return header('authorization', `Bearer ${secret}`);
}

/**
 * Where the stored credentials of an operation's schemes go. If two share a header, the last scheme's credential wins.
 */
export function credentialsIn({ operation: { document }, secrets }: Trial): Placed {
  const schemes = schemesOf(document);
  const all = Object.entries(secrets).map(([key, secret]) => placed(followed(document, schemes[key]) ?? {}, secret));
  const cookies = all.flatMap(({ headers }) => headers['cookie'] ?? []);
  return {
    headers: {
      ...Object.assign({}, ...all.map(({ headers }) => headers)),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
    },
    query: all.flatMap(({ query }) => query),
  };
}
