import { findTool } from '../calls/findTool.ts';
import { toServerId } from '../ids.ts';
import type { JsonObject } from '../lib/json.ts';
import { RESULT_BYTES_MAX, RESULT_BYTES_MIN } from '../results/resultControl.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { META_TOOL_NAMES } from '../stacks/toolNames.ts';
import { type ListedTool, type ListMode, pinnedTools } from './listMode.ts';
import { QUERY_CHARS_MAX, SEARCH_RESULTS_DEFAULT, SEARCH_RESULTS_MAX, SEARCH_TASKS_MAX } from './search.ts';

/** The name of a tool of search mode. */
export type MetaToolName = (typeof META_TOOL_NAMES)[number];

const text = (description: string): JsonObject => ({ type: 'string', description });
const object = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

const TOOL_NAME = text('The tool’s name, as search_tools gives it.');
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

const metaTool = (
  exposedName: MetaToolName,
  tool: Pick<ListedTool, 'title' | 'description' | 'inputSchema' | 'annotations'>,
): ListedTool => ({
  exposedName,
  outputSchema: null,
  forClients: null,
  server: { slug: toServerId('toolyard') },
  ...tool,
});

/** The tools of search mode; `runMetaTool.ts` runs them. */
export const META_TOOLS: Readonly<Record<MetaToolName, ListedTool>> = {
  search_tools: metaTool('search_tools', {
    title: 'Search tools',
    description:
      'Finds tools for a task. Describe the task in a few words, or several tasks in `queries`. Each result has its name, input schema and server. It also states whether its credentials are stored, and whether a person must approve calls. `more` lists further tools by name and title: use get_tool for their inputs.',
    inputSchema: object(
      {
        query: { ...text('What you want to do, such as "close an issue".'), minLength: 1, maxLength: QUERY_CHARS_MAX },
        queries: {
          type: 'array',
          items: { type: 'string', minLength: 1, maxLength: QUERY_CHARS_MAX },
          minItems: 1,
          maxItems: SEARCH_TASKS_MAX,
          description: 'Several tasks instead of one. The results are listed by task.',
        },
        server: text('Only tools of the server with this id.'),
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: SEARCH_RESULTS_MAX,
          description: `Maximum number of results for each task. Default: ${SEARCH_RESULTS_DEFAULT}.`,
        },
      },
      [],
    ),
    annotations: READ_ONLY,
  }),
  get_tool: metaTool('get_tool', {
    title: 'Get a tool',
    description: 'Everything about one tool: description, input and output schema, server and credentials.',
    inputSchema: object({ tool_name: TOOL_NAME }, ['tool_name']),
    annotations: READ_ONLY,
  }),
  call_tool: metaTool('call_tool', {
    title: 'Call a tool',
    description: 'Calls a tool that search_tools found. The input must fit the tool’s own input schema.',
    inputSchema: object(
      {
        tool_name: TOOL_NAME,
        tool_input: { type: 'object', description: 'The input, as the tool’s input schema says.' },
        select: text('A JMESPath expression: only this part of the result is given.'),
        max_bytes: {
          type: 'integer',
          minimum: RESULT_BYTES_MIN,
          maximum: RESULT_BYTES_MAX,
          description: 'A larger result comes in parts: the first one with a handle and a next_offset for read_result.',
        },
      },
      ['tool_name', 'tool_input'],
    ),
    annotations: null,
  }),
  read_result: metaTool('read_result', {
    title: 'Read a result on',
    description: 'Gives the next part of a result that came with a handle and a next_offset, within ten minutes.',
    inputSchema: object(
      {
        handle: text('The handle that came with the first part.'),
        offset: { type: 'integer', minimum: 0, description: 'Where to start: the next_offset of the part before.' },
      },
      ['handle'],
    ),
    annotations: READ_ONLY,
  }),
};

/**
 * The schema for an input without `queries`. The listed schema can't express this, since providers reject alternatives
 * there.
 */
export const SINGLE_SEARCH: JsonObject = { ...META_TOOLS.search_tools.inputSchema, required: ['query'] };

const BY_NAME: ReadonlyMap<string, MetaToolName> = new Map(META_TOOL_NAMES.map((name) => [name, name]));

/** Resolves a search mode tool by name. In full mode, a stack's own tool with that name takes precedence. */
export function findMetaTool(snapshot: StackSnapshot, mode: ListMode, name: string): MetaToolName | null {
  const meta = BY_NAME.get(name);
  if (!meta) return null;
  return mode === 'search' || !findTool(snapshot, name) ? meta : null;
}

const LISTED: readonly MetaToolName[] = ['search_tools', 'get_tool', 'call_tool'];

/**
 * The tools in a list, in order. In search mode, `others` lists further search tools, for surfaces that need them.
 */
export function listedTools(
  snapshot: StackSnapshot,
  mode: ListMode,
  others: readonly MetaToolName[] = [],
): readonly ListedTool[] {
  if (mode === 'full') return [...snapshot.tools.values()];
  const pinned = pinnedTools(snapshot).filter(({ exposedName }) => !BY_NAME.has(exposedName));
  return [...[...LISTED, ...others].map((name) => META_TOOLS[name]), ...pinned];
}
