import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { importOpenApi } from '../../src/connectors/openapi/readTools.ts';

import { isRecord, type JsonObject } from '../../src/core/lib/json.ts';
import type { ImportedServer } from '../../src/core/marketplace/discovered.ts';
import { schemaProblem } from '../../src/core/schemas/validate.ts';
import { serverDocumentSchema } from '../../src/core/servers/document.ts';
import { toolIdFor } from '../../src/core/servers/toolName.ts';
import { GITHUB, OAS_EXAMPLES } from './corpus.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

const asSchema = (schema: Record<string, unknown>): JsonObject => JSON.parse(JSON.stringify(schema));

type Tool = ImportedServer['document']['tools'][number];

const propertiesOf = ({ inputSchema }: Tool): string[] =>
  isRecord(inputSchema['properties']) ? Object.keys(inputSchema['properties']).sort() : [];

/** The input properties that the request is built from. */
const propertiesUsed = ({ request }: Tool): string[] => {
  if (request?.kind !== 'operation') throw new Error('not an operation');
  const { body, parameters } = request;
  const inBody =
    body === undefined ? [] : 'property' in body.from ? [body.from.property] : Object.keys(body.from.properties);
  return [...parameters.map((parameter) => parameter.property), ...inBody].sort();
};

/** Invariants of every imported document. */
const expectUsable = ({ document }: ImportedServer): void => {
  expect(serverDocumentSchema.parse(document)).toEqual(document);
  const ids = document.tools.map((tool) => toolIdFor(document.id, tool.name, { prefix: true }));
  expect(new Set(ids).size).toBe(ids.length);
  for (const tool of document.tools) {
    expect(schemaProblem(asSchema(tool.inputSchema)), tool.name).toBeNull();
    expect(propertiesOf(tool).filter((property) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(property))).toEqual([]);
    expect(propertiesUsed(tool)).toEqual(propertiesOf(tool));
  }
};

/** Null for YAML, and if path items are shared by reference. */
const countOperations = (text: string): number | null => {
  if (!text.trimStart().startsWith('{')) return null;
  const { paths = {} } = JSON.parse(text);
  const items = Object.values(paths).filter(isRecord);
  if (items.some((item) => '$ref' in item)) return null;
  return items.flatMap((item) => Object.keys(item).filter((key) => METHODS.includes(key))).length;
};

describe('every example document of @readme/oas-examples', () => {
  it('is one of over 100', () => {
    expect(OAS_EXAMPLES.length).toBeGreaterThan(100);
  });

  it.each(OAS_EXAMPLES)('$id', ({ file }) => {
    const text = readFileSync(file, 'utf8');
    const operations = countOperations(text);
    const run = () => importOpenApi(text, { id: 'example', source: 'https://example.test/openapi' });
    // Documents with only webhooks or components have no operations.
    if (operations === 0 || /webhooks/.test(file)) {
      expect(run).toThrow(/no paths|no operations|only webhooks/);
      return;
    }
    const imported = run();
    expectUsable(imported);
    if (operations !== null) {
      const leftOut = imported.warnings.filter(
        ({ tool, reason }) => tool !== '' && !/its input schema is cut|has no input for it/.test(reason),
      );
      expect(imported.document.tools.length + leftOut.length).toBe(operations);
    }
  });
});

it('GitHub’s document: every operation becomes a tool whose schema compiles', () => {
  const text = readFileSync(GITHUB.file, 'utf8');
  const imported = importOpenApi(text, { id: 'github' });
  expectUsable(imported);
  expect(imported.document.tools).toHaveLength(countOperations(text) ?? 0);
  expect(imported.document.tools.length).toBeGreaterThan(1_000);
  const parts = ['270 webhooks', 'long descriptions are cut', '27 examples', '1223 links to other documentation'];
  expect(imported.warnings).toEqual(parts.map((part) => ({ tool: '', reason: expect.stringContaining(part) })));
});
