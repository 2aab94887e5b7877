import type { ToolId } from '../ids.ts';
import type { ToolDocument } from './document.ts';

/** A tool and the name that it would be listed by. */
export type ToolToWeigh = { readonly name: ToolId; readonly tool: ToolDocument };

/** About how many tokens a tool takes in a model's context, by format; null in one that cannot have it. */
export type ToolWeights = {
  readonly openai: number | null;
  readonly anthropic: number | null;
  readonly gemini: number | null;
  readonly mcp: number | null;
};

/** About how many tokens a text of so many characters is: four are one, as providers say of English text. */
export const tokensOf = (chars: number): number => Math.ceil(chars / 4);

/** Works out how much a tool weighs. It runs in the thread that reads the document, of which it is given by address. */
export type Weigh = (tool: ToolToWeigh) => ToolWeights;
