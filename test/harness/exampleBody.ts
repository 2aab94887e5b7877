import { TOOL_INPUT } from '../../src/rest/openapi/examples.ts';
import type { Operation } from '../../src/rest/operation.ts';
import { STACK_ID } from '../../src/rest/operations/stacks.ts';

/** The ids in documented examples, and the path parameters whose values they have. */
const EXAMPLE_IDS: readonly (readonly [id: string, parameter: string])[] = [
  [STACK_ID, 'stack_id'],
  ['linear', 'server_id'],
  ['linear_create_issue', 'tool_id'],
  ['linear_api_key', 'field_id'],
];

/** An operation's documented body with other ids, by the names of path parameters; undefined if it takes none. */
export function exampleBody({ request }: Operation, idOf: (parameter: string) => string): unknown {
  if (!request) return undefined;
  // Other tools may not have the example's second tool, and take other input.
  const text = JSON.stringify(request.example)
    .replace(',"linear_search_issues"', '')
    .replaceAll(JSON.stringify(TOOL_INPUT), '{}');
  const replace = (whole: string, [id, parameter]: (typeof EXAMPLE_IDS)[number]) =>
    whole.replaceAll(JSON.stringify(id), JSON.stringify(idOf(parameter)));
  return JSON.parse(EXAMPLE_IDS.reduce(replace, text));
}
