import type Anthropic from '@anthropic-ai/sdk';
import type { FunctionDeclaration, FunctionResponse } from '@google/genai';
import type { Tool } from '@modelcontextprotocol/client';
import type OpenAI from 'openai';
import { expect, it } from 'vitest';
import { toAnthropic } from '../../src/formats/anthropic.ts';
import { toGemini } from '../../src/formats/gemini.ts';
import { toMcp } from '../../src/formats/mcp.ts';
import { toOpenAi } from '../../src/formats/openai.ts';
import { toOpenAiResponses } from '../../src/formats/openaiResponses.ts';
import { toOpenAiStrict } from '../../src/formats/openaiStrict.ts';
import {
  toAnthropicResult,
  toGeminiResult,
  toOpenAiResponsesResult,
  toOpenAiResult,
} from '../../src/formats/results.ts';
import { snapshotTool } from '../formats/tool.ts';

// The types are the test: this file does not compile if a provider's client would refuse a format.
it('gives each provider the type its client expects', () => {
  const tool = snapshotTool({ type: 'object', properties: {} });
  const accepted = [
    toOpenAi(tool) satisfies OpenAI.Chat.Completions.ChatCompletionTool,
    toOpenAiStrict(tool, () => {}) satisfies OpenAI.Chat.Completions.ChatCompletionTool,
    toOpenAiResponses(tool) satisfies OpenAI.Responses.Tool,
    toAnthropic(tool) satisfies Anthropic.Messages.Tool,
    toGemini(tool) satisfies FunctionDeclaration,
    toMcp(tool) satisfies Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema'>,
  ];
  expect(accepted).toHaveLength(6);
});

it('gives each provider the tool result type its client expects', () => {
  const image = { type: 'binary', base64: 'iVBORw0KGgo=', contentType: 'image/png' } as const;
  const { content, images = [] } = toOpenAiResult(image);
  const accepted = [
    { role: 'tool', tool_call_id: '1', content } satisfies OpenAI.Chat.Completions.ChatCompletionToolMessageParam,
    { role: 'user', content: images } satisfies OpenAI.Chat.Completions.ChatCompletionUserMessageParam,
    {
      type: 'function_call_output',
      call_id: '1',
      ...toOpenAiResponsesResult(image),
    } satisfies OpenAI.Responses.ResponseInputItem,
    {
      type: 'tool_result',
      tool_use_id: '1',
      ...toAnthropicResult(image),
    } satisfies Anthropic.Messages.ToolResultBlockParam,
    { id: '1', name: 'demo_echo', ...toGeminiResult(image) } satisfies FunctionResponse,
  ];
  expect(accepted).toHaveLength(5);
});
