import type Anthropic from '@anthropic-ai/sdk';
import type { FunctionDeclaration } from '@google/genai';
import type { Tool } from '@modelcontextprotocol/client';
import type OpenAI from 'openai';
import { expect, it } from 'vitest';
import { toAnthropic } from '../../src/formats/anthropic.ts';
import { toGemini } from '../../src/formats/gemini.ts';
import { toMcp } from '../../src/formats/mcp.ts';
import { toOpenAi } from '../../src/formats/openai.ts';
import { toOpenAiResponses } from '../../src/formats/openaiResponses.ts';
import { toOpenAiStrict } from '../../src/formats/openaiStrict.ts';
import { snapshotTool } from '../formats/tool.ts';

// The guarantee is in the types: this file does not compile where a provider's own client would refuse a format.
it('gives each provider what its own client takes', () => {
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
