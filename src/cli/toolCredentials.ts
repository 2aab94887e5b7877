import { plural } from '../core/lib/text.ts';
import type { ServerDocument } from '../core/marketplace/document.ts';

/** Alternative sets of credentials. `tool_count` tools need one of these sets in addition to the required fields. */
type ToolCredentials = { readonly sets: readonly (readonly string[])[]; readonly tool_count: number };

/** Maximum distinct needs listed; documents have a few. */
const LISTED_MAX = 10;

/** The credentials that only some tools of a server need, ordered by number of tools; at most ten entries. */
export function toolCredentialsOf({ tools = [] }: Pick<ServerDocument, 'tools'>): readonly ToolCredentials[] {
  const sets = tools.flatMap(({ request }) => (request?.credentials ? [request.credentials] : []));
  return [...Map.groupBy(sets, (each) => JSON.stringify(each)).values()]
    .map((same) => ({ sets: same[0] ?? [], tool_count: same.length }))
    .toSorted((one, other) => other.tool_count - one.tool_count)
    .slice(0, LISTED_MAX);
}

/** The needs in words, such as `slack_token for 12 tools, user and pass or key for 1 tool`. */
export const toolCredentialsText = (needs: readonly ToolCredentials[]): string =>
  needs
    .map(({ sets, tool_count }) => {
      const words = sets.map((set) => set.join(' and ')).join(' or ');
      return `${words} for ${plural(tool_count, 'tool')}`;
    })
    .join(', ');
