import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_BITS = 64;

/**
 * Whom an address stands for when tries are counted: itself, or for IPv6 its /64 network, of which one customer has
 * every address. Text that is no address stands for itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX_BITS}`).toString();
}
