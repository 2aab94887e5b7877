import { describe, expect, it } from 'vitest';
import { findTool } from '../../src/core/snapshots/findTool.ts';
import { formatTools, isToolFormat, type ListFormat, TOOL_FORMATS } from '../../src/formats/formats.ts';
import { snapshotTool, stackOf } from './tool.ts';

const schema = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] };
const name = 'gmail_send_email';
const description = 'Send an email.';

const SHAPES: { format: ListFormat; tool: object }[] = [
  { format: 'default', tool: { name, description, input_schema: schema, server: 'gmail' } },
  { format: 'stack', tool: { name, description, inputSchema: schema } },
  { format: 'openai', tool: { type: 'function', function: { name, description, parameters: schema } } },
  { format: 'anthropic', tool: { name, description, input_schema: schema } },
  { format: 'openai_responses', tool: { type: 'function', name, description, parameters: schema, strict: false } },
  {
    format: 'openai_strict',
    tool: {
      type: 'function',
      function: { name, description, parameters: { ...schema, additionalProperties: false }, strict: true },
    },
  },
  { format: 'gemini', tool: { name, description, parametersJsonSchema: schema } },
  { format: 'mcp', tool: { name, description, inputSchema: schema } },
  { format: 'vercel', tool: { type: 'function', name, description, inputSchema: schema } },
  { format: 'langchain', tool: { name, description, schema } },
];

describe('formatTools', () => {
  it.each(SHAPES)('gives $format tools their documented keys in order', ({ format, tool }) => {
    const formatted = formatTools([snapshotTool(schema)], format);
    expect(JSON.stringify(formatted)).toBe(JSON.stringify({ tools: [tool], warnings: [] }));
  });

  it('has a shape for every format', () => {
    expect(SHAPES.map(({ format }) => format).filter((format) => format !== 'stack')).toStrictEqual([...TOOL_FORMATS]);
  });

  it('lists the documented formats first', () => {
    expect(TOOL_FORMATS.slice(0, 3)).toStrictEqual(['default', 'openai', 'anthropic']);
  });

  it.each(['default', 'stack', 'constructor', '', 'OpenAI'])('knows whether "%s" is a format', (text) => {
    expect(isToolFormat(text)).toBe(text === 'default');
  });

  it.each([
    'openai',
    'openai_responses',
    'openai_strict',
    'anthropic',
    'gemini',
    'mcp',
    'vercel',
    'langchain',
  ] as const)('omits a tool without an object input from a list for %s, and keeps the others', (format) => {
    const bad = snapshotTool({ type: 'string' }, { toolId: 'bad' });
    const { tools, warnings } = formatTools([bad, snapshotTool(schema)], format);
    expect(tools).toHaveLength(1);
    expect(warnings).toStrictEqual([{ tool: 'bad', reason: 'its input is not an object' }]);
  });

  it.each(['default', 'stack'] as const)('lists every tool unchanged for %s', (format) => {
    const odd = { $schema: 'https://json-schema.org/draft-07/schema', type: 'string' };
    const { tools, warnings } = formatTools([snapshotTool(odd)], format);
    expect(JSON.stringify(tools)).toContain(JSON.stringify(odd));
    expect(warnings).toStrictEqual([]);
  });

  it('keeps every member that an MCP client can use', () => {
    const inputSchema = { $schema: 'https://json-schema.org/draft/2020-12/schema', properties: {} };
    const outputSchema = { type: 'object' };
    const annotations = { readOnlyHint: true };
    const tool = snapshotTool(inputSchema, { title: 'Send', outputSchema, annotations });
    expect(formatTools([tool], 'mcp').tools).toStrictEqual([
      { name, title: 'Send', description, inputSchema: { type: 'object', ...inputSchema }, outputSchema, annotations },
    ]);
  });

  it('does not announce structured content that is not an object to MCP clients', () => {
    const tool = snapshotTool(schema, { outputSchema: { type: 'array' } });
    expect(formatTools([tool], 'mcp').tools).toStrictEqual([{ name, description, inputSchema: schema }]);
  });

  it('omits property names that Anthropic’s API refuses', () => {
    const keys = { 'filter[id]': {}, $top: {}, 'fine.key-1_': {}, ['x'.repeat(65)]: {} };
    const { tools } = formatTools([snapshotTool({ type: 'object', properties: keys })], 'anthropic');
    expect(tools).toMatchObject([{ input_schema: { properties: { 'fine.key-1_': {} } } }]);
    expect(JSON.stringify(tools)).not.toMatch(/filter|top|xx/);
    const needed = snapshotTool({ type: 'object', properties: { $top: {} }, required: ['$top'] });
    expect(formatTools([needed], 'anthropic').warnings).toStrictEqual([
      { tool: name, reason: 'it requires $top, which is not an accepted property name' },
    ]);
  });
});

describe('names for Gemini', () => {
  it.each([
    { toolId: 'a_b', shown: ['a_b'] },
    { toolId: '7zip_list', shown: ['_7zip_list'] },
    { toolId: '-x', shown: ['_-x'] },
    { toolId: `7${'x'.repeat(63)}`, shown: [] },
  ])('show $toolId as $shown and find it again', ({ toolId, shown }) => {
    const { tools } = formatTools([snapshotTool(schema, { toolId })], 'gemini');
    const names = tools.map((tool) => ('name' in tool ? String(tool.name) : ''));
    expect(names).toStrictEqual(shown);
    for (const each of names) expect(findTool(stackOf(toolId), each)?.toolId).toBe(toolId);
  });

  it('find a tool by its original name first', () => {
    expect(findTool(stackOf('_a', 'a'), '_a')?.toolId).toBe('_a');
    expect(findTool(stackOf('a'), '__a')).toBeNull();
  });
});
