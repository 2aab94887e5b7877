import type { ToolFormat } from '../../../src/formats/formats.ts';
import { ANTHROPIC_RULE } from './anthropic.ts';
import { GEMINI_RULE } from './gemini.ts';
import { DEFAULT_RULE, LANGCHAIN_RULE, VERCEL_RULE } from './libraries.ts';
import { MCP_RULE } from './mcp.ts';
import { OPENAI_RESPONSES_RULE, OPENAI_RULE } from './openai.ts';
import { OPENAI_NOT_STRICT_RULE, OPENAI_STRICT_RULE } from './openaiStrict.ts';
import { objectAt, type Rule } from './rule.ts';

const RULES = {
  default: DEFAULT_RULE,
  openai: OPENAI_RULE,
  anthropic: ANTHROPIC_RULE,
  openai_responses: OPENAI_RESPONSES_RULE,
  openai_strict: OPENAI_STRICT_RULE,
  gemini: GEMINI_RULE,
  mcp: MCP_RULE,
  vercel: VERCEL_RULE,
  langchain: LANGCHAIN_RULE,
} satisfies Record<ToolFormat, Rule>;

/** The rule for a listed tool; in a strict list, each tool states whether it is strict. */
export const ruleFor = (format: ToolFormat, tool: object): Rule =>
  format === 'openai_strict' && objectAt(tool, ['function'])['strict'] === false
    ? OPENAI_NOT_STRICT_RULE
    : RULES[format];
