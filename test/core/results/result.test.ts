import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import type { SmallOutput } from '../../../src/core/results/largeOutput.ts';
import { toResult } from '../../../src/core/results/result.ts';

const text = (value: string): JsonObject => ({ type: 'text', text: value });

const CASES: { label: string; output: SmallOutput; result: JsonObject }[] = [
  {
    label: 'an MCP result with structured content is that content',
    output: { type: 'mcp', content: [text('{"other":1}')], structuredContent: { n: 1 } },
    result: { n: 1 },
  },
  {
    label: 'one text block that is a JSON object is that object',
    output: { type: 'mcp', content: [text('{"n":1}')] },
    result: { n: 1 },
  },
  {
    label: 'one text block with a JSON array stays content',
    output: { type: 'mcp', content: [text('[1]')] },
    result: { content: [text('[1]')] },
  },
  {
    label: 'one text block with JSON null stays content',
    output: { type: 'mcp', content: [text('null')] },
    result: { content: [text('null')] },
  },
  {
    label: 'one text block of prose stays content',
    output: { type: 'mcp', content: [text('hello')] },
    result: { content: [text('hello')] },
  },
  {
    label: 'two text blocks stay content even where the first is an object',
    output: { type: 'mcp', content: [text('{"n":1}'), text('b')] },
    result: { content: [text('{"n":1}'), text('b')] },
  },
  {
    label: 'a block of another type stays content though it has text',
    output: { type: 'mcp', content: [{ type: 'resource', text: '{"n":1}' }] },
    result: { content: [{ type: 'resource', text: '{"n":1}' }] },
  },
  { label: 'no blocks are empty content', output: { type: 'mcp', content: [] }, result: { content: [] } },
  { label: 'a JSON object is itself', output: { type: 'json', value: { data: 1 } }, result: { data: 1 } },
  { label: 'a JSON array is data', output: { type: 'json', value: [1, 2] }, result: { data: [1, 2] } },
  { label: 'a JSON scalar is data', output: { type: 'json', value: 'x' }, result: { data: 'x' } },
  { label: 'JSON null is data', output: { type: 'json', value: null }, result: { data: null } },
  { label: 'text is text, even if it looks like JSON', output: { type: 'text', text: '{}' }, result: { text: '{}' } },
  {
    label: 'binary is base64 with its type',
    output: { type: 'binary', base64: 'AAE=', contentType: 'image/png' },
    result: { data_base64: 'AAE=', content_type: 'image/png' },
  },
];

describe('toResult', () => {
  it.each(CASES)('$label', ({ output, result }) => {
    expect(toResult(output)).toStrictEqual(result);
  });
});
