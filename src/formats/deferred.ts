import { AppError } from '../core/errors.ts';
import type { ListFormat } from './formats.ts';

/** The providers' own tools that search deferred tools. The provider runs them. */
const SEARCH_TOOLS: Readonly<Partial<Record<ListFormat, object>>> = {
  anthropic: { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
  openai_responses: { type: 'tool_search' },
};

/** The provider's tool that searches deferred tools. @throws invalid_input for a format without one */
export function searchToolOf(format: ListFormat): object {
  const tool = SEARCH_TOOLS[format];
  if (!tool) throw new AppError('invalid_input', 'Invalid defer: use it with anthropic or openai_responses');
  return tool;
}
