import type { ToolId } from '../kernel/ids.ts';
import type { ToolDocument } from '../servers/document.ts';

/** A tool and its listed name. */
export type ToolToWeigh = { readonly name: ToolId; readonly tool: ToolDocument };

/** Approximate tokens of a tool in a model's context, by format; null for a format that can't express it. */
export type ToolWeights = {
  readonly openai: number | null;
  readonly anthropic: number | null;
  readonly gemini: number | null;
  readonly mcp: number | null;
};

/** Approximate tokens of a text with this many characters: providers count four characters of English text as one. */
export const tokensOf = (chars: number): number => Math.ceil(chars / 4);

/** Estimates a tool's tokens. Runs in the worker thread that reads the document, which imports it by module address. */
export type Weigh = (tool: ToolToWeigh) => ToolWeights;
