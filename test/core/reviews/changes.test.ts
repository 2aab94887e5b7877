import { describe, expect, it } from 'vitest';
import { strongestOf } from '../../../src/core/reviews/change.ts';
import { definitionOf, digestOfDefinition } from '../../../src/core/reviews/definition.ts';
import { changesOf } from '../../../src/core/reviews/definitionChanges.ts';
import { compared } from '../../../src/core/reviews/worker.ts';
import { type ConnectorDocument, connectorSchema } from '../../../src/core/servers/document.ts';
import { CASES, definition, INPUT, REQUEST, reversed } from './changesCases.ts';

describe.each(CASES)('%s', (kind, cases) => {
  it.each(cases)('%s', (label, options, paths) => {
    const [before, after] = [definition(), definition(options)];
    // A case can only remove an output schema, so the comparison is reversed to add it.
    const changes = label === 'an answer that is described' ? changesOf(after, before) : changesOf(before, after);
    expect(changes.map(({ path }) => path)).toEqual(expect.arrayContaining([...paths]));
    expect(strongestOf(changes)).toBe(kind);
    if (paths.length === 0) expect(changes).toEqual([]);
    if (kind === 'cosmetic' || paths.includes('')) return;
    const most = changes.filter((change) => change.kind === kind).map(({ path }) => path);
    expect(paths.some((path) => most.includes(path))).toBe(true);
  });
});

it('requests that differ in an unknown member count as changed', () => {
  const own = definition();
  const other = { ...own, request: { ...REQUEST, parameters: [...REQUEST.parameters, 'all'] } };
  expect(changesOf(own, other)).toEqual([
    { kind: 'widening', path: '/request', difference: 'sends a different request' },
  ]);
});

it('definitions are equal by digest, whatever the order of keys', () => {
  const tool = { inputSchema: reversed(INPUT) as object, request: reversed(REQUEST) as object };
  expect(digestOfDefinition(definition({ tool }))).toBe(digestOfDefinition(definition()));
  expect(digestOfDefinition(definition({ tool: { description: '' } }))).not.toBe(digestOfDefinition(definition()));
  const program: ConnectorDocument = connectorSchema.parse({
    kind: 'mcp-stdio',
    command: 'serve',
    passThrough: ['prompts'],
  });
  expect(definitionOf({ name: 'x', description: '', inputSchema: {} }, program).reach).toEqual({
    kind: 'mcp-stdio',
    command: 'serve',
    args: [],
    env: {},
  });
  const http: ConnectorDocument = connectorSchema.parse({ kind: 'http', baseUrl: 'https://a.test', whoami: 'me' });
  expect(definitionOf({ name: 'x', description: '', inputSchema: {} }, http).reach).not.toHaveProperty('whoami');
});

it('a tool does not change when only other tools of a server get text overrides', () => {
  const withWording = (description: string): ConnectorDocument =>
    connectorSchema.parse({
      ...{ kind: 'openapi', baseUrl: 'https://a.test' },
      wording: [{ operation: 'GET /others', description }],
    });
  const digestWith = (description: string): string =>
    digestOfDefinition(definitionOf({ name: 'x', description: '', inputSchema: {} }, withWording(description)));
  expect(digestWith('Lists others')).toBe(digestWith('Lists all the others'));
});

it('changes beyond the size limit keep only their impact and kind', () => {
  const properties = { ['\u0001'.repeat(200)]: { type: 'string' } };
  const after = definition({ tool: { inputSchema: { ...INPUT, properties: { ...INPUT.properties, ...properties } } } });
  const base = { toolKey: 'key', toolId: 'post_send', digest: '', isPresent: true, definition: definition() };
  const texts = { bases: JSON.stringify([base, base, base]), next: JSON.stringify({ post_send: after }) };
  const pathsOf = (shownCharsMax: number) =>
    compared({ ...texts, shownCharsMax }).map(({ kind, changes }) => [kind, changes[0]?.path !== '', changes.length]);
  const [shown, cut] = [
    ['widening', true, 1],
    ['widening', false, 1],
  ];
  expect(pathsOf(1_000)).toEqual([cut, cut, cut]);
  expect(pathsOf(3_000)).toEqual([shown, shown, cut]);
});
