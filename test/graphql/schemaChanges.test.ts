import { readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges } from 'graphql';
import { describe, expect, it } from 'vitest';
import { EXPECTED_BREAKS } from '../../scripts/schema/expectedBreaks.ts';
import { changesText, type Level, problemsOf, type SchemaChange } from '../../scripts/schema/report.ts';

const change = (path: string, level: Level, type = 'FIELD_ADDED'): SchemaChange => {
  return { path, level, type, message: `about ${path}` };
};

describe('the schema', () => {
  // The newest comes first.
  const released = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)];
  const versions = released.map(([, version = '']) => version);

  it('is stored for every release', () => expect(released.length).toBeGreaterThan(0));

  it.each(versions)('keeps everything of %s, except breaking changes with a reason', (version) => {
    const before = buildSchema(readFileSync(`scripts/schema/releases/${version}.graphql`, 'utf8'));
    const breaks = findBreakingChanges(before, buildSchema(readFileSync('schema.graphql', 'utf8')));
    const since = versions.slice(0, versions.indexOf(version) + 1);
    const expected = since.flatMap((each) => Object.keys(EXPECTED_BREAKS[each] ?? {}));
    expect(breaks.length, JSON.stringify(breaks)).toBeLessThanOrEqual(expected.length);
  });
});

describe('the schema change check', () => {
  const gone = change('Stack.name', 'BREAKING', 'FIELD_REMOVED');
  const rows: readonly (readonly [string, readonly SchemaChange[], Record<string, string>, readonly string[]])[] = [
    ['takes what is added', [change('Stack.a', 'NON_BREAKING'), change('Outcome.B', 'DANGEROUS')], {}, []],
    ['names a break without a reason', [gone], {}, ['Stack.name: about Stack.name']],
    ['takes a break with its reason', [gone], { 'Stack.name': 'It was a secret.' }, []],
    ['names a reason for no break', [], { 'Stack.name': 'Gone.' }, ['Stack.name: a reason without such a change']],
    ['knows no inherited reason', [change('constructor', 'BREAKING')], {}, ['constructor: about constructor']],
  ];
  it.each(rows)('%s', (_name, changes, expected, problems) => {
    expect(problemsOf(changes, expected)).toEqual(problems);
  });

  it('writes each change once, in the right section, with its reason', () => {
    const changes = [
      gone,
      change('Stack.old', 'NON_BREAKING', 'FIELD_DEPRECATION_ADDED'),
      change('Outcome.B', 'DANGEROUS'),
      change('Stack.a', 'NON_BREAKING'),
    ];
    const text = changesText('0.1.0', changes, { 'Stack.name': 'It was a secret.' });
    expect(text.match(/^(##|-) .*$/gm)).toEqual([
      '## Breaking (1)',
      '- about Stack.name. It was a secret.',
      '## Deprecated (1)',
      '- about Stack.old',
      '## New members and values that clients must tolerate (1)',
      '- about Outcome.B',
      '## Added and changed (1)',
      '- about Stack.a',
    ]);
  });
});
