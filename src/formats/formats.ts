import type { ListedTool } from '../core/search/listedTool.ts';
import { toAnthropic } from './anthropic.ts';
import { toDefault } from './default.ts';
import { toGemini } from './gemini.ts';
import { toLangChain } from './langchain.ts';
import { toMcp } from './mcp.ts';
import { toOpenAi } from './openai.ts';
import { toOpenAiResponses } from './openaiResponses.ts';
import { toOpenAiStrict } from './openaiStrict.ts';
import { SchemaProblem } from './schemaWalk.ts';
import { toVercel } from './vercel.ts';

/** Formats that callers may ask for by name; the documented ones first. */
export const TOOL_FORMATS = [
  'default',
  'openai',
  'anthropic',
  'openai_responses',
  'openai_strict',
  'gemini',
  'mcp',
  'vercel',
  'langchain',
] as const;

/** One of the formats, by its documented name. */
export type ToolFormat = (typeof TOOL_FORMATS)[number];

/** `stack` is the default format of the Stack Specific endpoints; callers cannot request it by name. */
export type ListFormat = ToolFormat | 'stack';

/** Why a tool is left out of a list, or only partly represented. `tool` is its public name. */
export type FormatWarning = { readonly tool: string; readonly reason: string };

/** Tools in a provider's format, and warnings about tools that it does not support, or only partly. */
export type FormattedTools = { readonly tools: readonly object[]; readonly warnings: readonly FormatWarning[] };

type Format = (tool: ListedTool, warn: (reason: string) => void) => object;

const FORMATS = {
  default: toDefault,
  stack: (tool) => ({
    name: tool.exposedName,
    description: tool.description,
    inputSchema: tool.inputSchema,
  }),
  openai: toOpenAi,
  anthropic: toAnthropic,
  openai_responses: toOpenAiResponses,
  openai_strict: toOpenAiStrict,
  gemini: toGemini,
  mcp: toMcp,
  vercel: toVercel,
  langchain: toLangChain,
} satisfies Record<ListFormat, Format>;

/** Whether a text, such as the query parameter `schema`, names a format. */
export const isToolFormat = (text: string): text is ToolFormat => TOOL_FORMATS.some((format) => format === text);

/**
 * Tools in a provider's format. A tool that the provider would reject is omitted with a warning, because the provider
 * would reject the whole list.
 */
export function formatTools(tools: Iterable<ListedTool>, format: ListFormat): FormattedTools {
  const warnings: FormatWarning[] = [];
  const formatTool: Format = FORMATS[format];
  const formatted = [...tools].flatMap((tool) => {
    const warn = (reason: string): void => void warnings.push({ tool: tool.exposedName, reason });
    try {
      return [formatTool(tool, warn)];
    } catch (error) {
      if (!(error instanceof SchemaProblem)) throw error;
      warn(error.message);
      return [];
    }
  });
  return { tools: formatted, warnings };
}
