import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;

/** An operator's exception from "public addresses only". */
export type EgressRule =
  /** Any address that the host name resolves to, on this port. */
  | { readonly kind: 'host'; readonly host: string; readonly port: number }
  /** Addresses in CIDR notation; on every port when `port` is null. */
  | { readonly kind: 'range'; readonly address: string; readonly prefixBits: number; readonly port: number | null };

/** The parsed rules, or problems, which name entries by position and never by value. */
type EgressAllow =
  | { readonly ok: true; readonly rules: readonly EgressRule[] }
  | { readonly ok: false; readonly problems: readonly string[] };

const HOST_NAME = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63}){0,30}$/;

/**
 * A host name in the one spelling used by rules, URLs and certificates: lower case, no brackets around IPv6, no
 * trailing dot.
 */
export const hostOf = (name: string): string => {
  const lower = name.toLowerCase();
  if (lower.startsWith('[')) return lower.slice(1, -1);
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
};

/** An IPv4 or IPv6 address; an IPv4-mapped one becomes IPv4. Null for any other text. */
export const parseAddress = (text: string): Address | null => {
  const isLiteral = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isLiteral && !text.includes('%') ? ipaddr.process(text) : null;
};

const parseRange = (entry: string): EgressRule | null => {
  const [base = '', bits = ''] = entry.split('/');
  const address = parseAddress(base);
  if (address === null || !/^\d{1,3}$/.test(bits)) return null;
  const bitsMax = address.kind() === 'ipv4' ? 32 : 128;
  const prefixBits = Number(bits);
  return prefixBits > bitsMax ? null : { kind: 'range', address: address.toString(), prefixBits, port: null };
};

const parseHostPort = (entry: string): EgressRule | null => {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]/]+):(\d{1,5})$/i.exec(entry);
  const host = hostOf(match?.[1] ?? '');
  const port = Number(match?.[2] ?? '0');
  if (port < 1 || port > 65_535) return null;
  const address = parseAddress(host);
  if (address !== null) {
    const prefixBits = address.kind() === 'ipv4' ? 32 : 128;
    return { kind: 'range', address: address.toString(), prefixBits, port };
  }
  return HOST_NAME.test(host) ? { kind: 'host', host, port } : null;
};

/** Parses a comma-separated list of `host:port`, `[ipv6]:port` and CIDR ranges. An empty text gives no rules. */
export const parseEgressAllow = (text: string): EgressAllow => {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const parsed = entries.map((entry) => (entry.includes('/') ? parseRange(entry) : parseHostPort(entry)));
  const problems = parsed.flatMap((rule, at) =>
    rule === null ? [`entry ${at + 1} is neither host:port nor a CIDR range`] : [],
  );
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rules: parsed.filter((rule) => rule !== null) };
};

/** The rules that allow one URL's host, on its port only. */
export const rulesFor = ({ protocol, hostname, port }: URL): readonly EgressRule[] => {
  const rule = parseHostPort(`${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`);
  return rule === null ? [] : [rule];
};

const NAT64 = ipaddr.IPv6.parse('64:ff9b::');
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
// Azure's platform address (DNS, DHCP, VM agent), which lies in a public range.
const METADATA = new Set(['168.63.129.16']);

/** True for a public address (global unicast, RFC 6890), reachable by anyone on the internet. */
export const isGlobalUnicast = (text: string): boolean => {
  const parsed = parseAddress(text);
  if (parsed === null) return false;
  const address =
    parsed instanceof ipaddr.IPv6 && parsed.match(NAT64, 96) ? new ipaddr.IPv4(parsed.toByteArray().slice(12)) : parsed;
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST, 3)) return false;
  return address.range() === 'unicast' && !METADATA.has(address.toString());
};

const inRange = (address: Address, rule: Extract<EgressRule, { kind: 'range' }>): boolean => {
  const base = parseAddress(rule.address);
  return base !== null && base.kind() === address.kind() && address.match(base, rule.prefixBits);
};

/**
 * True when `host` may be dialled at `addressText` on `port`: a rule allows it, or it is a public address. Tested by
 * `test/connectors/egress/egressAllow.test.ts`.
 */
export const isAddressAllowed = (
  rules: readonly EgressRule[],
  host: string,
  addressText: string,
  port: number,
): boolean => {
  if (isGlobalUnicast(addressText)) return true;
  const address = parseAddress(addressText);
  return rules.some((rule) =>
    rule.kind === 'host'
      ? rule.host === host && rule.port === port
      : address !== null && (rule.port === null || rule.port === port) && inRange(address, rule),
  );
};
