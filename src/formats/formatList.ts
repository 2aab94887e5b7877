import { setImmediate } from 'node:timers/promises';
import type { AccountId } from '../core/ids.ts';
import { validExamples } from '../core/schemas/inputExamples.ts';
import type { ListedTool } from '../core/search/listMode.ts';
import { type FormattedTools, type FormatWarning, formatTools, type ListFormat } from './formats.ts';

/** Maximum characters of JSON per list: seven times the size of GitHub's 1,200 operations. */
export const LIST_CHARS_MAX = 8_388_608;
const TURN_MS_MAX = 20;
const NOTHING: FormattedTools = { tools: [], warnings: [] };

/**
 * `formatTools` for a whole stack. Its schemas are untrusted, so it yields to other requests in between, and leaves out
 * tools beyond `LIST_CHARS_MAX`, each with a warning.
 */
export async function formatList(
  tools: Iterable<ListedTool>,
  format: ListFormat,
  accountId: AccountId,
): Promise<FormattedTools> {
  const listed: object[] = [];
  const warnings: FormatWarning[] = [];
  let charsLeft = LIST_CHARS_MAX;
  let turnEnds = performance.now() + TURN_MS_MAX;
  for (const tool of tools) {
    if (performance.now() > turnEnds) {
      await setImmediate();
      turnEnds = performance.now() + TURN_MS_MAX;
    }
    const isWithExamples = format === 'anthropic' && charsLeft >= 0;
    const whole = isWithExamples ? { ...tool, inputExamples: await validExamples(tool.inputSchema, accountId) } : tool;
    const one = charsLeft < 0 ? NOTHING : formatTools([whole], format);
    for (const each of one.tools) charsLeft -= JSON.stringify(each).length;
    if (charsLeft < 0) {
      const reason = `with it the list would be longer than ${LIST_CHARS_MAX} characters: enable fewer tools`;
      warnings.push({ tool: tool.exposedName, reason });
    } else listed.push(...one.tools);
    warnings.push(...one.warnings);
  }
  return { tools: listed, warnings };
}
