import { readFileSync } from 'node:fs';
import type Anthropic from '@anthropic-ai/sdk';
import type { FunctionDeclaration, FunctionResponse } from '@google/genai';
import type { Tool } from '@modelcontextprotocol/client';
import type { Answer, Data, ObjectSchema, Results, Tools, Toolyard } from '@toolyard/sdk';
import { jsonSchema, tool } from 'ai';
import type OpenAI from 'openai';
import { expect, expectTypeOf, it } from 'vitest';
import { toAnthropic } from '../../src/formats/anthropic.ts';
import { toDefault } from '../../src/formats/default.ts';
import { TOOL_FORMATS, type ToolFormat } from '../../src/formats/formats.ts';
import { toGemini } from '../../src/formats/gemini.ts';
import { toLangChain } from '../../src/formats/langchain.ts';
import { toMcp } from '../../src/formats/mcp.ts';
import { toOpenAi } from '../../src/formats/openai.ts';
import { toOpenAiResponses } from '../../src/formats/openaiResponses.ts';
import { toOpenAiStrict } from '../../src/formats/openaiStrict.ts';
import {
  RESULT_FORMATS,
  type ResultFormat,
  toAnthropicResult,
  toGeminiResult,
  toOpenAiResponsesResult,
  toOpenAiResult,
} from '../../src/formats/results.ts';
import { toVercel } from '../../src/formats/vercel.ts';
import { snapshotTool } from '../formats/tool.ts';

/*
 * The types are the test: this file doesn't compile if the SDK's lists and results don't fit a provider's client
 * without a cast. The functions are never called.
 */

const client_id = 'client_1';
const stack_id = 'stack_1';
const called = { client_id, tool_name: 'demo_echo', tool_input: {} };
const invoked = { stack_id, tool_id: 'demo_echo', tool_input: {} };
const batch = { stack_id, calls: [{ tool_id: 'demo_echo', tool_input: {} }] };
const chat = { model: 'gpt-5.5', messages: [] };
const message = { model: 'claude-sonnet-5', max_tokens: 1, messages: [] };

type Case = (toolyard: Toolyard, clients: { readonly openai: OpenAI; readonly anthropic: Anthropic }) => unknown;

const CASES: Readonly<Record<string, Case>> = {
  'Chat Completions take listTools': async (toolyard, { openai }) =>
    openai.chat.completions.create({
      ...chat,
      tools: (await toolyard.listTools({ client_id, schema: 'openai' })).tools,
    }),
  'Chat Completions take listStackTools': async (toolyard, { openai }) => {
    const { tools } = await toolyard.listStackTools({ stack_id, schema: 'openai' });
    return openai.chat.completions.create({ ...chat, tools });
  },
  'Chat Completions take strict tools': async (toolyard, { openai }) => {
    const { tools } = await toolyard.listTools({ client_id, schema: 'openai_strict' });
    return openai.chat.completions.create({ ...chat, tools, stream: true });
  },
  'Chat Completions take either format': async (toolyard, { openai }) => {
    const schema = Math.random() > 0.5 ? 'openai' : 'openai_strict';
    return openai.chat.completions.create({ ...chat, tools: (await toolyard.listTools({ client_id, schema })).tools });
  },
  'Chat Completions take tools of answer()': async (toolyard, { openai }) => {
    const { data } = await toolyard.answer('list_tools', { client_id, schema: 'openai' }, { ifNoneMatch: '"a"' });
    return openai.chat.completions.create({ ...chat, tools: data?.tools ?? [] });
  },
  'Chat Completions take results': async (toolyard, { openai }) => {
    const { content, images = [] } = (await toolyard.callTool({ ...called, result: 'openai' })).result;
    const messages = [
      { role: 'tool' as const, tool_call_id: '1', content },
      { role: 'user' as const, content: images },
    ];
    return openai.chat.completions.create({ ...chat, messages });
  },
  'Responses take listTools': async (toolyard, { openai }) =>
    openai.responses.create({
      model: 'gpt-5.5',
      input: 'hi',
      tools: (await toolyard.listTools({ client_id, schema: 'openai_responses' })).tools,
    }),
  'Responses take results': async (toolyard, { openai }) => {
    const { result } = await toolyard.invokeTool({ ...invoked, result: 'openai_responses' });
    return openai.responses.create({
      model: 'gpt-5.5',
      input: [{ type: 'function_call_output', call_id: '1', ...result }],
    });
  },
  'Messages take listTools': async (toolyard, { anthropic }) =>
    anthropic.messages.create({
      ...message,
      tools: (await toolyard.listTools({ client_id, schema: 'anthropic' })).tools,
    }),
  'Messages take listStackTools': async (toolyard, { anthropic }) => {
    const { tools } = await toolyard.listStackTools({ stack_id, schema: 'anthropic', mode: 'search' });
    return anthropic.messages.create({ ...message, tools });
  },
  'Messages take results': async (toolyard, { anthropic }) => {
    const { result } = await toolyard.callTool({ ...called, result: 'anthropic' });
    const content = [{ type: 'tool_result' as const, tool_use_id: '1', ...result }];
    return anthropic.messages.create({ ...message, messages: [{ role: 'user', content }] });
  },
  'Messages take results of a batch': async (toolyard, { anthropic }) => {
    const { results } = await toolyard.invokeBatch({ ...batch, result: 'anthropic' });
    const content = results.map((each) => ({
      type: 'tool_result' as const,
      tool_use_id: '1',
      ...('result' in each ? each.result : { content: each.detail, is_error: true }),
    }));
    return anthropic.messages.create({ ...message, messages: [{ role: 'user', content }] });
  },
  'Gemini takes listTools': async (toolyard) =>
    (await toolyard.listTools({ client_id, schema: 'gemini' })).tools satisfies FunctionDeclaration[],
  'Gemini takes results': async (toolyard) => {
    const { result } = await toolyard.callTool({ ...called, result: 'gemini' });
    return { id: '1', name: 'demo_echo', ...result } satisfies FunctionResponse;
  },
  'MCP takes listTools': async (toolyard) =>
    (await toolyard.listTools({ client_id, schema: 'mcp' })).tools satisfies Pick<Tool, 'name' | 'inputSchema'>[],
  'the AI SDK takes listTools': async (toolyard) =>
    (await toolyard.listTools({ client_id, schema: 'vercel' })).tools.map(({ description, inputSchema }) =>
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ),
  'each operation has its own format without a choice': async (toolyard) => {
    expectTypeOf(await toolyard.listTools({ client_id })).toEqualTypeOf<Data<'list_tools'>>();
    expectTypeOf((await toolyard.listStackTools({ stack_id })).tools).toEqualTypeOf<Tools['default'][]>();
    expectTypeOf((await toolyard.callTool(called)).result).toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf((await toolyard.invokeTool({ ...invoked, result: 'default' })).result).toEqualTypeOf<
      Results['default']
    >();
    expectTypeOf(await toolyard.answer('list_stacks', {})).toEqualTypeOf<Answer<Data<'list_stacks'>>>();
  },
  'other formats and other parameters are refused': (toolyard, { openai, anthropic }) => [
    // @ts-expect-error There is no such format.
    () => toolyard.listTools({ client_id, schema: 'cohere' }),
    // @ts-expect-error Results have no such format.
    () => toolyard.callTool({ ...called, result: 'langchain' }),
    // @ts-expect-error There is no such parameter.
    () => toolyard.listTools({ client_id, schemas: 'openai' }),
    async () => {
      const { tools } = await toolyard.listTools({ client_id, schema: 'anthropic' });
      // @ts-expect-error The format is another provider's.
      return openai.chat.completions.create({ ...chat, tools });
    },
    async () => {
      const { tools } = await toolyard.listTools({ client_id, schema: 'openai' });
      // @ts-expect-error The format is another provider's.
      return anthropic.messages.create({ ...message, tools });
    },
    async () => {
      const { tools } = await toolyard.listTools({ client_id });
      // @ts-expect-error Without a schema, the list has the service's own format.
      return openai.chat.completions.create({ ...chat, tools });
    },
  ],
};

it('has a README with lines of the compiled programs only, which have no casts', () => {
  const programs = ['openai', 'anthropic'].map((name) => readFileSync(`docs/snippets/sdk-${name}.ts`, 'utf8')).join('');
  const readme = readFileSync('clients/typescript/README.md', 'utf8');
  const shown = [...readme.matchAll(/```ts\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n'));
  expect(shown.length).toBeGreaterThan(3);
  for (const line of shown) expect(programs).toContain(line);
  expect(programs).not.toMatch(/\bas (?!const\b)|\bany\b|!\./);
});

it('fits the clients of providers without a cast', () => {
  process.stdout.write(`SDK types: ${Object.keys(CASES).length} cases compiled\n`);
  expect(Object.keys(CASES).length).toBe(18);
});

/** The same shape with any schema: the service's type allows every JSON value in it. */
type Loose<T> = T extends ObjectSchema ? object : T extends object ? { [Key in keyof T]: Loose<T[Key]> } : T;

it('has the service’s own shape of each format', () => {
  const listed = snapshotTool({ type: 'object', properties: {} });
  const output = { type: 'binary', base64: 'iVBORw0KGgo=', contentType: 'image/png' } as const;
  const tools = {
    default: toDefault(listed),
    openai: toOpenAi(listed),
    openai_strict: toOpenAiStrict(listed, () => {}),
    openai_responses: toOpenAiResponses(listed),
    anthropic: toAnthropic(listed),
    gemini: toGemini(listed),
    mcp: toMcp(listed),
    vercel: toVercel(listed),
    langchain: toLangChain(listed),
  } satisfies Loose<Tools> & Record<ToolFormat, unknown>;
  const results = {
    default: output,
    openai: toOpenAiResult(output),
    openai_responses: toOpenAiResponsesResult(output),
    anthropic: toAnthropicResult(output),
    gemini: toGeminiResult(output),
  } satisfies Results & Record<ResultFormat, unknown>;
  expect(Object.keys(tools).toSorted()).toEqual(TOOL_FORMATS.toSorted());
  expect(Object.keys(results).toSorted()).toEqual(RESULT_FORMATS.toSorted());
});
