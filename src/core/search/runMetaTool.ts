import { type CallOptions, callTool, withSources } from '../calls/call.ts';
import { runCode } from '../code/runCode.ts';
import { isForPrograms } from '../code/toolForProgram.ts';
import { declareTools } from '../code/types.ts';
import { visibleTo } from '../decisions/visible.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ListMode } from '../kernel/listMode.ts';
import { AppError } from '../lib/errors.ts';
import { inheritLossless, type JsonObject } from '../lib/json.ts';
import { scalarText } from '../lib/scalarText.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import { controlResult, readChunk, readControl } from '../results/resultControl.ts';
import { checkInput, toInputObject } from '../schemas/inputValidator.ts';
import { findKnownTool, findTool } from '../snapshots/findTool.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { META_TOOLS, type MetaToolName, SINGLE_SEARCH } from './metaTools.ts';
import { answerSearch, describeTool } from './searchAnswer.ts';

type MetaOptions = CallOptions & { readonly mode?: ListMode | undefined };
type Run = (ctx: Ctx, snapshot: StackSnapshot, input: JsonObject, options: MetaOptions) => Promise<ToolOutcome>;

const RUNS: Readonly<Record<MetaToolName, Run>> = {
  search_tools: async (ctx, snapshot, input, { mode }) => {
    const describe =
      mode === 'code'
        ? async (ctx: Ctx, snapshot: StackSnapshot, tool: SnapshotTool): Promise<JsonObject> => {
            const { input_schema: _schema, ...described } = await describeTool(ctx, snapshot, tool);
            return { ...described, for_programs: isForPrograms(ctx, tool) };
          }
        : describeTool;
    return ok(await answerSearch(ctx, await visibleTo(ctx, snapshot), input, describe));
  },
  get_tool: async (ctx, snapshot, { tool_name: name }) => {
    const tool = requireTool(await visibleTo(ctx, snapshot), name);
    const { title, outputSchema, annotations } = tool;
    return ok({
      ...(await describeTool(ctx, snapshot, tool)),
      ...(title !== null && { title }),
      ...(outputSchema !== null && { output_schema: outputSchema }),
      ...(annotations !== null && { annotations }),
    });
  },
  call_tool: async (ctx, snapshot, { tool_name: name, tool_input: input, select, max_bytes: maxBytes }, options) => {
    const control = readControl({ select, maxBytes });
    const { exposedName } = requireFound(findKnownTool(snapshot, scalarText(name)), name);
    const outcome = await withSources(options, (own) => callTool(ctx, snapshot, exposedName, input, own));
    return options.isDryRun ? outcome : controlResult(ctx, snapshot.stackId, outcome, control);
  },
  read_result: (ctx, { stackId }, input) =>
    readChunk(ctx, stackId, input).catch((error) => {
      if (error instanceof AppError && error.code === 'not_found') throw new AppError('invalid_input', error.message);
      throw error;
    }),
  read_types: async (ctx, snapshot, { tool_names: names }) => {
    const visible = await visibleTo(ctx, snapshot);
    const tools = Array.isArray(names) ? names.map((name) => requireTool(visible, name)) : [];
    return ok({ types: declareTools([...new Set(tools)], (tool) => isForPrograms(ctx, tool)) });
  },
  run_code: runCode,
};

const ok = (value: JsonObject): ToolOutcome => ({ kind: 'ok', output: { type: 'json', value } });

/**
 * Runs a tool of search mode or code mode. `call_tool` makes an ordinary call, which is checked against the called
 * tool's schema and recorded.
 * @throws invalid_input
 */
export async function runMetaTool(
  ctx: Ctx,
  snapshot: StackSnapshot,
  name: MetaToolName,
  value: unknown,
  options: MetaOptions,
): Promise<ToolOutcome> {
  const input = withToolInput(value);
  const hasQueries = typeof input === 'object' && input !== null && 'queries' in input;
  const schema = name === 'search_tools' && !hasQueries ? SINGLE_SEARCH : META_TOOLS[name].inputSchema;
  const checked = await checkInput(ctx, schema, name, input);
  return RUNS[name](ctx, snapshot, checked, options);
}

/** The inner input may also be JSON text, since models often send that. */
function withToolInput(value: unknown): unknown {
  const input = toInputObject(value);
  if (typeof input !== 'object' || input === null || !('tool_input' in input)) return input;
  return inheritLossless(input, { ...input, tool_input: toInputObject(input.tool_input) });
}

/**
 * Finds the tool that the model named. The error tells the model to search for the right name.
 * @throws invalid_input
 */
const requireTool = (snapshot: StackSnapshot, name: unknown): SnapshotTool =>
  requireFound(findTool(snapshot, scalarText(name)), name);

function requireFound(tool: SnapshotTool | null, name: unknown): SnapshotTool {
  if (!tool) throw new AppError('invalid_input', `Tool ${scalarText(name)} not found: search for it with search_tools`);
  return tool;
}
