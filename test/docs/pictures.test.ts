import { readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';

const RECORDING = 'docs/images/terminal.svg';
const KB_MAX = 200;
/** Local paths of the recording machine, and complete ids and secrets. */
const NOT_TO_SHOW = [
  /\/(home|root|Users|tmp|work|var)\//,
  /\b(ty|stk|inv|xox[bp]|sk|ghp)[_-]\w/,
  /[0-9a-f]{8}-[0-9a-f]{4}-/,
  /[0-9A-Za-z]{32}/,
];

const svg = readFileSync(RECORDING, 'utf8');
const secondsOf = (name: string): readonly number[] =>
  [...svg.matchAll(new RegExp(`animation-${name}:([\\d.]+)s`, 'g'))].map(([, seconds]) => Number(seconds));

it('the recording of README.md is small, and shows no secrets or local paths', () => {
  expect(statSync(RECORDING).size / 1024).toBeLessThan(KB_MAX);
  const shown = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text = '']) => text);
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((text) => NOT_TO_SHOW.some((pattern) => pattern.test(text)))).toEqual([]);
});

it('the recording starts the service, makes the first call, and ends in half a minute', () => {
  for (const command of ['npm start', 'curl -s -X POST', 'toolyard stack create', 'toolyard call'])
    expect(svg).toContain(`>$ ${command}`);
  expect(Math.max(...secondsOf('delay'))).toBeLessThan(30);
});

it('the recording has a description, loads nothing, and respects reduced motion', () => {
  expect(svg).toMatch(/role="img">\s*<title>\w/);
  expect(svg).toMatch(
    /@media \(prefers-reduced-motion:reduce\)\{\.in\{[^}]*animation:none\}\.out\{[^}]*animation:none\}/,
  );
  expect(svg).not.toMatch(/<script|<image|<foreignObject|href=|url\(|@import/);
  const alternative = /<img src="docs\/images\/terminal\.svg" alt="([^"]+)"/.exec(readFileSync('README.md', 'utf8'));
  expect(alternative?.[1]).toMatch(/terminal/i);
});
