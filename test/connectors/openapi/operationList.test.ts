import { expect, it } from 'vitest';
import { listOperations } from '../../../src/connectors/openapi/listOperations.ts';

const MIB = 1024 * 1024;
const OPERATIONS = 1_000;
const LONG = 'x'.repeat(100_000);
const scheme = { type: 'apiKey', in: 'header', name: 'x-key' };
const documentOf = (shared: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: Object.fromEntries(Array.from({ length: OPERATIONS }, (_, at) => [`/${at}`, shared])),
  ...more,
});

it.each([
  [
    'a scheme',
    documentOf({ get: {} }, { components: { securitySchemes: { [LONG]: scheme } }, security: [{ [LONG]: [] }] }),
  ],
  [
    'an operation id',
    documentOf(
      { $ref: '#/components/pathItems/p' },
      { components: { pathItems: { p: { get: { operationId: LONG } } } } },
    ),
  ],
])('shortens %s of any length, for every operation', (_name, document) => {
  const { operations } = listOperations(document, {});
  expect(operations).toHaveLength(OPERATIONS);
  expect(JSON.stringify(operations).length).toBeLessThan(MIB);
  for (const { operationId, credentials } of operations) {
    expect(operationId).toBeNull();
    expect(credentials.join('').length).toBeLessThanOrEqual(200);
  }
});

it('names at most eight schemes of an operation', () => {
  const names = Array.from({ length: 20 }, (_, at) => `k${at}`);
  const securitySchemes = Object.fromEntries(names.map((name) => [name, scheme]));
  const document = documentOf(
    { get: {} },
    { components: { securitySchemes }, security: names.map((name) => ({ [name]: [] })) },
  );
  expect(listOperations(document, {}).operations[0]?.credentials).toEqual(names.slice(0, 8));
});

it('lists operations up to four MiB, and counts all', () => {
  const path = `/${'x'.repeat(8_000)}`;
  const paths = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, at) => [`${path}/${at}`, { get: { operationId: `o${at}` } }]),
  );
  const { operations, totalCount } = listOperations({ ...documentOf({}), paths }, {});
  expect(totalCount).toBe(1_000);
  const { length } = JSON.stringify(operations);
  expect(length).toBeGreaterThan(4 * MIB - 10_000);
  expect(length).toBeLessThan(4 * MIB + 10_000);
  expect(operations.map(({ operationId }) => operationId)).toEqual(operations.map((_, at) => `o${at}`));
});
