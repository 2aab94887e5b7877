import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_BITS = 64;

/**
 * The network that an address counts towards: the address itself, or its /64 for IPv6, which belongs to one customer.
 * Text that isn't an address counts as itself. Tested by `test/core/people/tries.test.ts`.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX_BITS}`).toString();
}
