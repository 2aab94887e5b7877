import { expect, it } from 'vitest';
import { isWithin, parseNetwork } from '../../../src/core/endpoints/tokenReach.ts';

it.each([
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['11.1.2.3', ['10.0.0.0/8'], false],
  ['10.1.2.3', ['10.1.2.3'], true],
  ['10.1.2.4', ['10.1.2.3'], false],
  ['2001:db8::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32', '0.0.0.0/0'], false],
  ['10.1.2.3', ['::/0'], false],
  ['2001:db9::1', ['::/0'], true],
  ['', ['0.0.0.0/0', '::/0'], false],
  ['unknown', ['0.0.0.0/0', '::/0'], false],
])('from %s within %j: %s', (from, networks, expected) => {
  const ranges = networks.map(parseNetwork).filter((network) => network !== null);
  expect(ranges).toHaveLength(networks.length);
  expect(isWithin(from, ranges)).toBe(expected);
});
