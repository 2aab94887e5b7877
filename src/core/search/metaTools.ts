import { CODE_RESULT_BYTES, PROGRAM_CHARS_MAX, TYPES_MAX } from '../code/protocol.ts';
import { toServerId } from '../kernel/ids.ts';
import type { ListMode } from '../kernel/listMode.ts';
import type { JsonObject } from '../lib/json.ts';
import { QUERY_CHARS_MAX } from '../lib/search.ts';
import { RESULT_BYTES_MAX, RESULT_BYTES_MIN } from '../results/resultControl.ts';
import { findTool } from '../snapshots/findTool.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { META_TOOL_NAMES } from '../stacks/toolNames.ts';
import type { ListedTool } from './listedTool.ts';
import { SEARCH_RESULTS_DEFAULT, SEARCH_RESULTS_MAX, SEARCH_TASKS_MAX } from './search.ts';

/** The name of a tool of search mode or code mode. */
export type MetaToolName = (typeof META_TOOL_NAMES)[number];

const text = (description: string): JsonObject => ({ type: 'string', description });
const object = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

const TOOL_NAME = text('The tool’s name, from search_tools.');
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

/** The tools of search mode and code mode; `runMetaTool.ts` runs them. */
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
        tool_input: { type: 'object', description: 'The input, which must match the tool’s input schema.' },
        select: text('A JMESPath expression that selects the part of the result to return.'),
        max_bytes: {
          type: 'integer',
          minimum: RESULT_BYTES_MIN,
          maximum: RESULT_BYTES_MAX,
          description: 'A larger result comes in parts. The first part has a handle and a next_offset for read_result.',
        },
      },
      ['tool_name', 'tool_input'],
    ),
    annotations: null,
  }),
  read_result: metaTool('read_result', {
    title: 'Read the next part of a result',
    description: 'Returns the next part of a result that has a handle and a next_offset, within ten minutes.',
    inputSchema: object(
      {
        handle: text('The handle from the first part.'),
        offset: { type: 'integer', minimum: 0, description: 'The next_offset of the previous part.' },
      },
      ['handle'],
    ),
    annotations: READ_ONLY,
  }),
  read_types: metaTool('read_types', {
    title: 'Read tool types',
    description:
      'TypeScript declarations of tools that search_tools found, for run_code: their inputs and, where known, their results.',
    inputSchema: object(
      {
        tool_names: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          maxItems: TYPES_MAX,
          description: 'The tools’ names, from search_tools.',
        },
      },
      ['tool_names'],
    ),
    annotations: READ_ONLY,
  }),
  run_code: metaTool('run_code', {
    title: 'Run a program',
    description:
      'Runs TypeScript that calls tools, and gives what it returns. The code is the body of an async function: `const found = await tools.some_tool({ … }); return found.items.length;`. Use Promise.all for calls that don’t depend on each other, and return only what you need. Results are objects: JSON that isn’t an object comes as `data`, text as `text`. A failed call throws a ToolError with `code`, `message` and `result`. There is no network, file or timer, and the time stands still. If several calls need an approval, `await announce([{ tool: "some_tool", input: { … } }, …])` before them requests one approval for all. If a call needs a person, the program pauses: make the same call again, and it continues without repeating earlier calls.',
    inputSchema: object(
      {
        code: {
          ...text('The body of an async function, in TypeScript without enums, namespaces and imports.'),
          minLength: 1,
          maxLength: PROGRAM_CHARS_MAX,
        },
        max_bytes: {
          type: 'integer',
          minimum: RESULT_BYTES_MIN,
          maximum: RESULT_BYTES_MAX,
          description: `A larger result comes in parts. The first part has a handle and a next_offset for read_result. Default: ${CODE_RESULT_BYTES}.`,
        },
      },
      ['code'],
    ),
    annotations: null,
  }),
};

const CODE_SEARCH: ListedTool = {
  ...META_TOOLS.search_tools,
  description:
    'Finds tools for a task, to call in programs of run_code. Describe the task in a few words, or several tasks in `queries`. Each result has its name, description and server. It also states whether its credentials are stored, whether a person must approve calls, and whether programs may call it. `more` lists further tools by name and title. Use read_types for inputs and results.',
};

/**
 * The schema for an input without `queries`. The listed schema can't express this, since providers reject alternatives
 * there.
 */
export const SINGLE_SEARCH: JsonObject = { ...META_TOOLS.search_tools.inputSchema, required: ['query'] };

const BY_NAME: ReadonlyMap<string, MetaToolName> = new Map(META_TOOL_NAMES.map((name) => [name, name]));

const OF_MODE: Readonly<Record<ListMode, readonly ListedTool[]>> = {
  full: [],
  search: [META_TOOLS.search_tools, META_TOOLS.get_tool, META_TOOLS.call_tool],
  code: [CODE_SEARCH, META_TOOLS.read_types, META_TOOLS.run_code],
};

/** Resolves a tool of search or code mode by name. A stack's own tool takes precedence over those of another mode. */
export function findMetaTool(snapshot: StackSnapshot, mode: ListMode, name: string): MetaToolName | null {
  const meta = BY_NAME.get(name);
  if (!meta) return null;
  const isOfMode =
    mode !== 'full' && (meta === 'read_result' || OF_MODE[mode].some(({ exposedName }) => exposedName === meta));
  return isOfMode || !findTool(snapshot, name) ? meta : null;
}

/**
 * The tools in a list, in order. In search and code mode, `others` lists further tools of the mode, for surfaces that
 * need them.
 */
export function listedTools(
  snapshot: StackSnapshot,
  mode: ListMode,
  others: readonly MetaToolName[] = [],
): readonly ListedTool[] {
  if (mode === 'full') return [...snapshot.tools.values()];
  const own = [...OF_MODE[mode], ...others.map((name) => META_TOOLS[name])];
  const names = new Set(own.map(({ exposedName }) => exposedName));
  return [
    ...own,
    ...[...snapshot.tools.values()]
      .filter((tool) => tool.isPinned)
      .filter(({ exposedName }) => !names.has(exposedName)),
  ];
}
