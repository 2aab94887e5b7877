import { expect, it } from 'vitest';
import { noCallsLeft } from '../../../src/core/endpoints/tokenReach.ts';
import { commonNetworks, isWithin, mayComeFrom, parseNetwork, parseNetworks } from '../../../src/core/lib/networks.ts';

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
])('the address %s in %j: %s', (from, networks, expected) => {
  const ranges = networks.map(parseNetwork).filter((network) => network !== null);
  expect(ranges).toHaveLength(networks.length);
  expect(isWithin(from, ranges)).toBe(expected);
});

it.each([
  ['0.0.0.0/0', true],
  ['10.0.0.0/32', true],
  ['10.0.0.0/33', false],
  ['::/128', true],
  ['::/129', false],
  ['::1', true],
  ['10.0.0.0/', false],
  ['10.0.0.0/-1', false],
  ['10.0.0.0/8.0', false],
  ['10.0.0.0/a8', false],
  ['10.0.0.0/8a', false],
  ['10.0.0.0/0008', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0/8', false],
  ['0x0a.0.0.1', false],
  ['fe80::1%eth0', false],
  ['::ffff:10.0.0.1', false],
  ['', false],
])('%s is a range: %s', (text, expected) => {
  expect(parseNetwork(text) !== null).toBe(expected);
});

it.each([
  [[], [], []],
  [['10.0.0.0/8'], [], ['10.0.0.0/8']],
  [[], ['10.0.0.0/8'], ['10.0.0.0/8']],
  [
    ['10.0.0.0/8', '192.0.2.0/24'],
    ['10.1.0.0/16', '192.0.0.0/16', '2001:db8::/32'],
    ['192.0.2.0/24', '10.1.0.0/16'],
  ],
  [['10.0.0.0/8'], ['10.0.0.0/8'], ['10.0.0.0/8']],
  [['10.1.2.3'], ['10.1.2.3/32'], ['10.1.2.3', '10.1.2.3/32']],
  [['10.0.0.0/8'], ['11.0.0.0/8'], null],
  [['0.0.0.0/0'], ['::/0'], null],
  [['later'], ['10.0.0.0/8'], null],
])('%j and %j intersect in %j', (networks, others, common) => {
  expect(commonNetworks(networks, others)).toEqual(common);
});

it('an invalid range admits no address', () => {
  expect(parseNetworks(['10.0.0.0/8', 'later'])).toHaveLength(1);
  expect(isWithin('10.1.2.3', parseNetworks(['later']))).toBe(false);
});

it.each([
  ['10.1.2.3', [], true],
  ['', [], true],
  ['10.1.2.3', ['11.0.0.0/8', '10.0.0.0/8'], true],
  ['12.1.2.3', ['11.0.0.0/8', '10.0.0.0/8'], false],
  ['10.1.2.3', ['later'], false],
])('the address %s with the stored networks %j is admitted: %s', (from, networks, expected) => {
  expect(mayComeFrom(from, networks)).toBe(expected);
});

it('an exhausted credential is named in the error', () => {
  const messages = [noCallsLeft(3), noCallsLeft(3, 'API key')].map(({ message }) => message);
  expect(messages).toEqual(
    ['token', 'API key'].map((credential) => `This ${credential} has used its limit of 3 calls`),
  );
});
