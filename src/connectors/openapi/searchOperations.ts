import type { ListedOperation, OperationList } from '../../core/marketplace/importPort.ts';
import type { SearchEntry } from '../../core/search/collectTerms.ts';
import { toSearchEntry } from '../../core/search/entry.ts';
import { rank } from '../../core/search/rank.ts';
import { indexOf } from '../../core/search/searchIndex.ts';
import { toolIdFor } from '../../core/servers/toolName.ts';
import { type ListOptions, listOperations } from './listOperations.ts';
import { serverIdOf } from './readTools.ts';

const FOUND_MAX = 50;

/**
 * Searches a document's operations for a task, best first, with the ranking of search mode. Returns at most 50 of the
 * operations that `listOperations` lists. `totalCount` counts all of them.
 * @throws AppError `invalid_input`
 */
export async function searchOperations(
  source: Readonly<Record<string, unknown>>,
  options: ListOptions,
  query: string,
): Promise<OperationList> {
  const entries = new Map<ListedOperation, SearchEntry>();
  const slug = serverIdOf(source, options);
  const list = listOperations(source, {
    ...options,
    onListed: (operation, tool) => {
      const { name, summary, path } = operation;
      const { title = null, description = summary, inputSchema = {} } = tool ?? {};
      const names = [toolIdFor(slug, name, { prefix: true })];
      const entry = {
        slug,
        names,
        title,
        description,
        server: options.name ?? '',
        path,
        inputSchema,
        baseUrl: null,
        asks: [],
      };
      entries.set(operation, toSearchEntry(entry));
    },
  });
  const texts = list.operations.flatMap((operation) => entries.get(operation) ?? []);
  const ranking = await rank(indexOf(texts), { query, limit: FOUND_MAX, slug: undefined });
  return { ...list, operations: ranking.flatMap((at) => list.operations[at] ?? []) };
}
