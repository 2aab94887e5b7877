import ipaddr from 'ipaddr.js';

/** An address range, parsed. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>;

export const NETWORKS_MAX = 20;

/**
 * Parses a CIDR range or a single address; null for any other text, and for an IPv4-mapped IPv6 address. Tested by
 * `test/core/lib/networks.test.ts`.
 */
export function parseNetwork(text: string): Network | null {
  const [base = '', bits, ...more] = text.split('/');
  const isLiteral = ipaddr.IPv4.isValidFourPartDecimal(base) || ipaddr.IPv6.isValid(base);
  if (!isLiteral || base.includes('%') || more.length > 0) return null;
  const address = ipaddr.parse(base);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return null;
  const bitsMax = address.kind() === 'ipv4' ? 32 : 128;
  const prefixBits = bits === undefined ? bitsMax : Number(bits);
  return /^\d{1,3}$/.test(bits ?? '0') && prefixBits <= bitsMax ? [address, prefixBits] : null;
}

/** Network ranges of a token. Ranges that this version cannot parse match no address. */
export const parseNetworks = (networks: readonly string[]): readonly Network[] =>
  networks.map(parseNetwork).filter((network) => network !== null);

/** Whether an address is in one of the ranges; false for text that isn't an address. */
export function isWithin(address: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const from = ipaddr.process(address);
  return networks.some(([base, bits]) => base.kind() === from.kind() && from.match(base, bits));
}

/** Whether an address is in one of the stored ranges; always true without ranges. */
export const mayComeFrom = (address: string, networks: readonly string[]): boolean =>
  networks.length === 0 || isWithin(address, parseNetworks(networks));

/**
 * Intersection of two range lists, where an empty list means every address. The result has at most as many ranges as
 * both lists together.
 * @returns null if they have no address in common
 */
export function commonNetworks(own: readonly string[], others: readonly string[]): readonly string[] | null {
  if (own.length === 0 || others.length === 0) return [...own, ...others];
  const common = withinBoth(own, others, (one, range) => isRangeWithin(parseNetwork(one), parseNetwork(range)));
  return common.length === 0 ? null : common;
}

/** The entries of both lists that lie within an entry of the other list, without duplicates. */
export function withinBoth(
  input: readonly string[],
  others: readonly string[],
  isIn: (one: string, other: string) => boolean,
): readonly string[] {
  const within = (some: readonly string[], all: readonly string[]) =>
    some.filter((one) => all.some((other) => isIn(one, other)));
  return [...new Set([...within(input, others), ...within(others, input)])];
}

function isRangeWithin(one: Network | null, range: Network | null): boolean {
  if (!one || !range) return false;
  const [[base, bits], [outer, outerBits]] = [one, range];
  return base.kind() === outer.kind() && bits >= outerBits && base.match(outer, outerBits);
}

/** Whether each range in `ranges` lies within a range in `others`. */
export const areWithin = (ranges: readonly string[], others: readonly string[]): boolean =>
  ranges.every((one) => others.some((range) => isRangeWithin(parseNetwork(one), parseNetwork(range))));
