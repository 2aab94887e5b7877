import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_BITS = 64;

/**
 * The network that an address is counted under: itself, or for IPv6 its /64, all of which one customer has. Text that
 * isn't an address counts under itself. Tested by `test/core/people/tries.test.ts`.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX_BITS}`).toString();
}
