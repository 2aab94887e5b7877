import { describe, expect, it } from 'vitest';
import { isAddressAllowed, isGlobalUnicast, parseEgressAllow, rulesFor } from '../../../src/connectors/egress/allow.ts';

describe('the public internet', () => {
  it.each([
    ['8.8.8.8', true],
    ['2001:4860:4860::8888', true],
    ['64:ff9b::808:808', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.100.100.200', false],
    ['168.63.129.16', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['198.18.0.1', false],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['fc00::1', false],
    ['fd00:ec2::254', false],
    ['ff02::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['::7f00:1', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['64:ff9b:1::808:808', false],
    ['2002:7f00:1::', false],
    ['2001:0:1::1', false],
    ['2001:db8::1', false],
    ['4000::1', false],
    ['localhost', false],
    ['2130706433', false],
    ['not:an:address', false],
    ['', false],
  ])('%s: %s', (address, expected) => {
    expect(isGlobalUnicast(address)).toBe(expected);
  });
});

describe('the operator’s exceptions', () => {
  it.each([
    ['127.0.0.1:8080', 'x.test', '127.0.0.1', 8080, true],
    ['127.0.0.1:8080', 'x.test', '127.0.0.1', 8081, false],
    ['127.0.0.1:8080', 'x.test', '::ffff:127.0.0.1', 8080, true],
    ['[::1]:80', 'x.test', '::1', 80, true],
    ['10.0.0.0/8', 'x.test', '10.200.0.1', 9, true],
    ['10.0.0.0/8', 'x.test', '11.0.0.1', 9, true], // public anyway
    ['10.0.0.0/8', 'x.test', '192.168.0.1', 9, false],
    ['fd00::/8', 'x.test', 'fd12::1', 9, true],
    ['fd00::/8', 'x.test', '127.0.0.1', 9, false],
    ['Intranet.Test.:443', 'intranet.test', '192.168.0.1', 443, true],
    ['intranet.test:443', 'intranet.test', '192.168.0.1', 80, false],
    ['intranet.test:443', 'evil.intranet.test', '192.168.0.1', 443, false],
    ['10.0.0.0/8', 'x.test', 'x.test', 80, false],
    ['', 'x.test', '10.0.0.1', 80, false],
  ])('%s allows %s at %s port %i: %s', (text, host, address, port, expected) => {
    const allow = parseEgressAllow(text);
    expect(allow.ok && isAddressAllowed(allow.rules, host, address, port)).toBe(expected);
  });

  it.each([
    ['127.0.0.1:8080', [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: 8080 }]],
    ['[FD00::1]:1', [{ kind: 'range', address: 'fd00::1', prefixBits: 128, port: 1 }]],
    ['10.0.0.0/8', [{ kind: 'range', address: '10.0.0.0', prefixBits: 8, port: null }]],
    ['10.1.2.3/32', [{ kind: 'range', address: '10.1.2.3', prefixBits: 32, port: null }]],
    ['fd00::/64', [{ kind: 'range', address: 'fd00::', prefixBits: 64, port: null }]],
    ['fd00::1/128', [{ kind: 'range', address: 'fd00::1', prefixBits: 128, port: null }]],
    ['Intranet.Test.:65535', [{ kind: 'host', host: 'intranet.test', port: 65_535 }]],
    [
      ' , a.test:1 ,, b:2, ',
      [
        { kind: 'host', host: 'a.test', port: 1 },
        { kind: 'host', host: 'b', port: 2 },
      ],
    ],
    ['', []],
  ])('%j is parsed as %j', (text, rules) => {
    expect(parseEgressAllow(text)).toEqual({ ok: true, rules });
  });

  it.each([
    ...['10.0.0.0/x8', '10.0.0.0/8x', '10.0.0.0/', '10.0.0.0/1234', '10.0.0.0/33', 'fd00::/129', 'a.test/8', '/8'],
    ...[':a.test:80', 'a.test:80x', 'a.test:0', 'a.test:65536', 'a.test:', 'a.test', '-a.test:80', 'a..test:80'],
  ])('%j is invalid', (text) => {
    expect(parseEgressAllow(text)).toEqual({ ok: false, problems: ['entry 1 is neither host:port nor a CIDR range'] });
  });

  it('report every invalid entry by position, without its value', () => {
    expect(
      parseEgressAllow('10.0.0.0/33, ok.test:1, host, :80, a b:1, x:0, x:65536, 10.0.0.1, ::1/129, 010.0.0.1/8'),
    ).toEqual({
      ok: false,
      problems: [1, 3, 4, 5, 6, 7, 8, 9, 10].map((at) => `entry ${at} is neither host:port nor a CIDR range`),
    });
  });
});

describe('exceptions for one address', () => {
  it.each([
    ['https://login.corp.test/realm', 'login.corp.test', '10.0.0.1', 443, true],
    ['https://login.corp.test/realm', 'login.corp.test', '10.0.0.1', 8443, false],
    ['https://login.corp.test/realm', 'corp.test', '10.0.0.1', 443, false],
    ['https://Login.Corp.test.:8443', 'login.corp.test', '10.0.0.1', 8443, true],
    ['http://127.0.0.1/', 'x.test', '127.0.0.1', 80, true],
    ['http://127.0.0.1/', 'x.test', '127.0.0.2', 80, false],
    ['https://[::1]:9/', 'x.test', '::1', 9, true],
  ])('%s allows %s at %s port %i: %s', (url, host, address, port, expected) => {
    expect(isAddressAllowed(rulesFor(new URL(url)), host, address, port)).toBe(expected);
  });
});

it('makes no exception for an invalid host name', () => {
  expect(rulesFor(new URL('https://a..b.test/'))).toEqual([]);
});
