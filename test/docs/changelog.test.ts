import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { releaseDateIn } from '../../scripts/changelog.ts';

describe('a release is packed only with a version', () => {
  it.each([
    ['## [0.2.0] - 2026-11-23\n', '2026-11-23'],
    ['## [Unreleased]\n\nTo become 0.2.0.\n\n## [0.1.0] - 2026-11-01\n', null],
    ['## [0.2.0]\n', null],
    ['## [0.2.0] - soon\n', null],
    ['## [0.2.01] - 2026-11-23\n', null],
    ['As of ## [0.2.0] - 2026-11-23\n', null],
  ])('%j: %s', (changelog, date) => expect(releaseDateIn(changelog, '0.2.0')).toBe(date));

  it('whose CHANGELOG.md entry has a date', () => {
    expect(releaseDateIn(readFileSync('CHANGELOG.md', 'utf8'), '0.1.0')).toMatch(/^20/);
  });
});
