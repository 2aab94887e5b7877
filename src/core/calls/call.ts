import type { Ctx } from '../context.ts';
import { AppError, type Issue } from '../errors.ts';
import { isRecord, isTooDeep, type JsonObject } from '../lib/json.ts';
import { inputValidatorOf } from '../schemas/inputValidator.ts';
import type { SnapshotServer, SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { askUpstream } from './askUpstream.ts';
import type { ToolCall, ToolOutcome } from './connector.ts';
import { alternativesOf } from './openCredentials.ts';
import { exposeBlock } from './passedName.ts';
import { recordCall, recordRefusal } from './usage.ts';

export type CallOptions = Pick<ToolCall, 'onProgress'>;

/**
 * Runs one tool of a snapshot with the stack's credentials. A tool that fails is an outcome, not an exception. The caller
 * is known and has paid; the walls that are left, in order:
 *
 * 1. the tool is one that the stack has enabled (`findTool`);
 * 2. the input fits the tool's schema (`checkInput`);
 * 3. the credentials are one owner's, whole, and open for this call alone (`askUpstream` → `openCredentials`);
 * 4. the deadline, and the caller's leaving, end everything below (`askUpstream`);
 * 5. an upstream that is down or slow is left alone (`connectors/breaker.ts`);
 * 6. only allowed addresses are dialled, and answers are bounded (`connectors/egress/`);
 * 7. no secret that was used comes back (`results/scrub.ts`).
 *
 * @throws not_found, invalid_input (with issues), before anything is sent upstream
 */
export async function callTool(
  ctx: Ctx,
  snapshot: StackSnapshot,
  toolName: string,
  input: unknown,
  { onProgress }: CallOptions = {},
): Promise<ToolOutcome> {
  const tool = findTool(snapshot, toolName);
  if (!tool) throw new AppError('not_found', `Tool ${toolName} not found`);
  const { server } = tool;
  const started = { snapshot, tool, input, startedAt: performance.now() };
  try {
    const checked = await checkInput(ctx, snapshot, tool, toolName, input);
    const own = { toolName: tool.name, request: tool.request, input: checked };
    const answer = await askUpstream<ToolOutcome>(ctx, {
      snapshot,
      server,
      timeoutMs: ctx.callTimeoutMs,
      alternatives: alternativesOf(tool),
      ask: (asked) => {
        const progress = onProgress && { onProgress: scrubbed(onProgress, asked.scrub) };
        return ctx.connectors[server.connector.kind].call({ ...asked, ...own, ...progress });
      },
      scrub: (scrubber, given) => scrubber.outcome(given),
    });
    const outcome = withExposedResources(server, answer);
    recordCall(ctx, started, outcome);
    return outcome;
  } catch (error) {
    recordRefusal(ctx, started, error);
    throw error;
  }
}

type Names = ReadonlyMap<string, SnapshotTool>;

/** By the name that lists show, by tool id, or by the upstream's own name where only one enabled tool has it. */
export function findTool(snapshot: StackSnapshot, name: string): SnapshotTool | null {
  const names = snapshot.memo<Names>('names', () => namesOf([...snapshot.tools.values()]));
  // Formats that want a leading letter list `7zip_pack` as `_7zip_pack`.
  return names.get(name) ?? names.get(name.replace(/^_/, '')) ?? null;
}

// Set from the weakest claim to a name to the strongest.
function namesOf(tools: readonly SnapshotTool[]): Names {
  const names = new Map<string, SnapshotTool>();
  const shared = new Set<string>();
  for (const tool of tools) {
    if (names.has(tool.name)) shared.add(tool.name);
    names.set(tool.name, tool);
  }
  for (const name of shared) names.delete(name);
  for (const tool of [...tools].reverse()) names.set(tool.toolId, tool);
  for (const tool of tools) names.set(tool.exposedName, tool);
  return names;
}

/** The text as the JSON object that it spells; any other value, and any other text, as it is. */
export function toInputObject(input: unknown): unknown {
  if (typeof input !== 'string' || isTooDeep(Buffer.from(input))) return input;
  try {
    const value: unknown = JSON.parse(input);
    return isRecord(value) ? value : input;
  } catch {
    return input;
  }
}

type Checkable = Pick<SnapshotTool, 'toolId' | 'inputSchema'>;

/** The caller of a check, whose account's turn it is where checking takes a worker. */
type Checker = Pick<Ctx, 'actor' | 'signal'>;

/**
 * A tool's input, checked against its schema. Models often write arguments as JSON text, so an object may come as one.
 * A promise only where the check is not cheap (`inputValidatorOf`).
 * @throws invalid_input, with the reasons as issues; rate_limited and unavailable where too many wait for a worker
 */
export function checkInput(
  { actor, signal }: Checker,
  snapshot: StackSnapshot,
  tool: Checkable,
  toolName: string,
  given: unknown,
): JsonObject | Promise<JsonObject> {
  const message = `Invalid input parameters for tool ${toolName}`;
  const input = toInputObject(given);
  if (!isRecord(input))
    throw new AppError('invalid_input', message, { issues: [{ path: '', message: 'must be an object' }] });
  const validate = snapshot.memo(`validator:${tool.toolId}`, () => inputValidatorOf(tool.inputSchema));
  const accept = (issues: readonly Issue[]): JsonObject => {
    if (issues.length > 0) throw new AppError('invalid_input', message, { issues });
    return toJsonObject(input);
  };
  const issues = validate(input, { accountId: actor.accountId, signal });
  return issues instanceof Promise ? issues.then(accept) : accept(issues);
}

/** Every input comes from a parsed JSON body, so a record of it is a JSON object. */
const toJsonObject = (input: Record<string, unknown>): JsonObject => input as JsonObject;

type OnProgress = NonNullable<ToolCall['onProgress']>;

const scrubbed =
  (onProgress: OnProgress, scrub: ToolCall['scrub']): OnProgress =>
  ({ message, ...progress }) =>
    onProgress({ ...progress, ...(message !== undefined && { message: scrub(message) }) });

/** Links to resources that the stack passes through lead to the stack. */
function withExposedResources(server: SnapshotServer, outcome: ToolOutcome): ToolOutcome {
  if (!('passThrough' in server.connector) || !('output' in outcome) || outcome.output.type !== 'mcp') return outcome;
  const content = outcome.output.content.map((block) => exposeBlock(server, block));
  return { ...outcome, output: { ...outcome.output, content } };
}
