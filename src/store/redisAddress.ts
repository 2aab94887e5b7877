import { parseHostList } from './hostList.ts';

/** An address of Redis: one server, sentinels that know the server, or nodes of a cluster. */
type RedisAddress = {
  readonly kind: 'server' | 'sentinel' | 'cluster';
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  /** The name of the server that the sentinels watch; empty for the other kinds. */
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly isTls: boolean;
  /** The nodes, for messages: the rest may contain a password. */
  readonly hosts: string;
};

const SCHEME = /^redis(?<tls>s?)(?:\+(?<kind>sentinel|cluster))?:$/;
const PORTS = { server: 6_379, sentinel: 26_379, cluster: 6_379 } as const;
const FORMS = 'must be redis://host, redis+sentinel://host,host/name or redis+cluster://host,host';

/** Parses an address of Redis, with TLS if its scheme starts with `rediss`. @throws Error that may be shown */
export function parseRedisAddress(text: string): RedisAddress {
  const { hosts, urls } = parseHostList(text);
  const [first = null] = urls;
  const { tls, kind: requestedKind } = SCHEME.exec(first?.protocol ?? '')?.groups ?? {};
  const kind = requestedKind === 'sentinel' || requestedKind === 'cluster' ? requestedKind : 'server';
  const nodes = urls.flatMap((url) =>
    url && url.hostname !== '' ? [{ host: url.hostname, port: Number(url.port) || PORTS[kind] }] : [],
  );
  const isWhole = nodes.length === urls.length && (kind !== 'server' || nodes.length === 1);
  const name = first?.pathname.slice(1) ?? '';
  const isNamed = kind === 'server' || (kind === 'sentinel') === (name !== '');
  if (first === null || tls === undefined || !isWhole || !isNamed) throw new Error(FORMS);
  return {
    kind,
    nodes,
    name: kind === 'sentinel' ? decodeURIComponent(name) : '',
    username: decodeURIComponent(first.username),
    password: decodeURIComponent(first.password),
    isTls: tls === 's',
    hosts,
  };
}
