import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { nextPage } from '../../web/src/pages/signin/nextPage.ts';

const OWN = 'https://toolyard.example';

beforeAll(() => {
  vi.stubGlobal('window', { location: { origin: OWN } });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const hosts = ['evil.example', 'evil.example/x', 'evil.example:8443', 'toolyard.example.evil.example'];
const before = [
  '//',
  '/.//',
  '/..//',
  '/x/..//',
  '/%2e//',
  '\\\\',
  '/\\',
  '/.\\/',
  '\t//',
  '/\t/',
  ' //',
  '///',
  '////',
];
const whole = [
  'https://',
  'http://',
  'https:\\\\',
  'ftp://',
  'blob:https://',
  `https://${'toolyard.example'}@`,
  'javascript://',
];
const NEXTS = [...before, ...whole].flatMap((start) => hosts.map((host) => start + host));

it(`stays on this origin, whatever next is (${NEXTS.length} notations)`, () => {
  const left = NEXTS.filter((next) => {
    const target = nextPage(`?next=${encodeURIComponent(next)}`);
    // Parses the target as `location.assign` does.
    return new URL(target, OWN).origin !== OWN;
  });
  expect(left).toEqual([]);
});

it('keeps the page and its query', () => {
  expect(nextPage('?next=%2Foauth%2Fauthorize%3Fa%3D1%26b%3D2')).toBe(`${OWN}/oauth/authorize?a=1&b=2`);
  expect(nextPage('?next=%2Fplayground%3Ftool%3Dt', '#args=e30')).toBe(`${OWN}/playground?tool=t#args=e30`);
  expect(nextPage('')).toMatch(/^(https:\/\/toolyard\.example)?\/$/);
});
