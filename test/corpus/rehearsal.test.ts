import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { withPointers } from '../../src/connectors/openapi/anchors.ts';
import {
  nodeAt,
  type OpenApiNode,
  parseOpenApi,
  resolved,
  toOpenApi31,
} from '../../src/connectors/openapi/document.ts';
import { operationsOf } from '../../src/connectors/openapi/operations.ts';
import { responseExample } from '../../src/connectors/openapi/responseExample.ts';
import { isRecord } from '../../src/core/lib/json.ts';
import { isJsonType } from '../../src/core/lib/mediaType.ts';
import { compilePattern } from '../../src/core/schemas/patterns.ts';
import { TEXT_FORMATS } from '../../src/core/schemas/values.ts';
import { GITHUB, OAS_EXAMPLES } from './corpus.ts';

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

const regExp = Object.assign((pattern: string) => ({ test: compilePattern(pattern), toString: () => pattern }), {
  code: 'linear',
});

/** Without `nullable`, which OpenAPI 3.1 doesn't have and Ajv refuses where there is no type. */
function withoutNullable<T>(value: T): T {
  if (Array.isArray(value)) value.forEach(withoutNullable);
  if (isRecord(value)) {
    if (typeof value['nullable'] === 'boolean') delete value['nullable'];
    Object.values(value).forEach(withoutNullable);
  }
  return value;
}

/** Ajv with a whole document, and the response schemas of its operations as references into it. */
function checkerOf(document: OpenApiNode) {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateSchema: false,
    formats: TEXT_FORMATS,
    code: { regExp },
  });
  ajv.addSchema({ ...withoutNullable(structuredClone(document)), $id: 'https://example.test/document' });
  return (pointer: string, value: unknown): string | null => {
    const validate = ajv.compile({ $ref: `https://example.test/document#${encodeURI(pointer)}` });
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}

/** The pointer to the schema of an operation's first successful JSON response. */
function schemaPointer(document: OpenApiNode, path: string, method: string, operation: OpenApiNode): string | null {
  const responses = nodeAt(operation, 'responses');
  const statuses = Object.keys(responses)
    .filter((each) => /^2/.test(each))
    .sort();
  for (const status of [...statuses, 'default']) {
    const response = resolved(document, responses[status]);
    const [type] = Object.keys(nodeAt(response ?? {}, 'content')).filter(isJsonType);
    if (!type || !response || !isRecord(response)) continue;
    const media = nodeAt(nodeAt(response, 'content'), type);
    if (media['schema'] === undefined) return null;
    const node = responses[status];
    const base =
      isRecord(node) && typeof node['$ref'] === 'string'
        ? node['$ref'].slice(1)
        : `/paths/${escaped(path)}/${method}/responses/${status}`;
    return `${base}/content/${escaped(type)}/schema`;
  }
  return null;
}

type Count = { made: number; without: number; readonly problems: string[] };

function countIn(text: string, count: Count, label: string): void {
  const parsed = withPointers(parseOpenApi(text), undefined);
  const document = toOpenApi31(parsed);
  const problemOf = checkerOf(document);
  const raw = new Map(operationsOf(parsed).map((node) => [`${node.method} ${node.path}`, node]));
  for (const { method, path, operation } of operationsOf(document)) {
    const pointer = schemaPointer(document, path, method, operation);
    const node = raw.get(`${method} ${path}`);
    if (pointer === null || !node) continue;
    const example = responseExample(parsed, node.operation);
    if (example === undefined) count.without += 1;
    else count.made += 1;
    const problem = example === undefined ? null : problemOf(pointer, example);
    if (problem !== null) count.problems.push(`${label} ${method} ${path}: ${problem}`);
  }
}

test('at least 99 % of the examples match the schema of their response', () => {
  const count: Count = { made: 0, without: 0, problems: [] };
  for (const { id, file } of [GITHUB, ...OAS_EXAMPLES.filter((each) => !each.id.includes('webhooks'))])
    countIn(readFileSync(file, 'utf8'), count, id);
  const valid = count.made - count.problems.length;
  const share = (100 * valid) / count.made;
  process.stdout.write(`${valid} of ${count.made} examples match their schemas: ${share.toFixed(1)} %\n`);
  expect(count.problems.length, count.problems.join('\n')).toBeLessThanOrEqual(count.made / 100);
  expect({ made: count.made, without: count.without }).toEqual({ made: 1_461, without: 0 });
});
