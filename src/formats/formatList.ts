import { setImmediate } from 'node:timers/promises';
import type { AccountId } from '../core/kernel/ids.ts';
import { AppError } from '../core/lib/errors.ts';
import { validExamples } from '../core/schemas/inputExamples.ts';
import type { ListedTool } from '../core/search/listedTool.ts';
import { type FormattedTools, type FormatWarning, formatTools, type ListFormat } from './formats.ts';

/** The providers' own tools that search deferred tools. The provider runs them. */
const SEARCH_TOOLS: Readonly<Partial<Record<ListFormat, object>>> = {
  anthropic: { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
  openai_responses: { type: 'tool_search' },
};

/** Maximum characters of JSON per list: seven times the size of GitHub's 1,200 operations. */
export const LIST_CHARS_MAX = 8_388_608;
const TURN_MS_MAX = 20;
const NOTHING: FormattedTools = { tools: [], warnings: [] };

/** `isDeferring`: the model finds all tools that aren't pinned with the provider's tool search. */
type ListOptions = { readonly accountId: AccountId; readonly isDeferring?: boolean };

/**
 * `formatTools` for a whole stack. Its schemas are untrusted, so it yields to other requests in between, and leaves out
 * tools beyond `LIST_CHARS_MAX`, each with a warning. @throws invalid_input if the format has no deferred tools
 */
export async function formatList(
  tools: Iterable<ListedTool>,
  format: ListFormat,
  { accountId, isDeferring = false }: ListOptions,
): Promise<FormattedTools> {
  const searchTool = isDeferring ? SEARCH_TOOLS[format] : null;
  if (searchTool === undefined)
    throw new AppError('invalid_input', 'Invalid defer: use it with anthropic or openai_responses');
  // Anthropic's tool search doesn't support examples.
  const hasExamples = format === 'anthropic' && !isDeferring;
  const prepare = async (tool: ListedTool): Promise<ListedTool> => {
    if (hasExamples) return { ...tool, inputExamples: await validExamples(tool.inputSchema, accountId) };
    return isDeferring && tool.isPinned === false ? { ...tool, isDeferred: true } : tool;
  };
  const listed: object[] = [];
  const warnings: FormatWarning[] = [];
  let charsLeft = LIST_CHARS_MAX;
  let turnEnds = performance.now() + TURN_MS_MAX;
  for (const tool of tools) {
    if (performance.now() > turnEnds) {
      await setImmediate();
      turnEnds = performance.now() + TURN_MS_MAX;
    }
    const one = charsLeft < 0 ? NOTHING : formatTools([await prepare(tool)], format);
    for (const each of one.tools) charsLeft -= JSON.stringify(each).length;
    if (charsLeft < 0) {
      const reason = `with it the list would be longer than ${LIST_CHARS_MAX} characters: enable fewer tools`;
      warnings.push({ tool: tool.exposedName, reason });
    } else listed.push(...one.tools);
    warnings.push(...one.warnings);
  }
  const hasDeferred = listed.some((tool) => 'defer_loading' in tool);
  return { tools: searchTool && hasDeferred ? [searchTool, ...listed] : listed, warnings };
}
