import type { Ctx } from '../kernel/context.ts';
import { credentialOwner, STACK_ITSELF } from '../kernel/endUser.ts';
import { getStackServer } from '../kernel/findStackServer.ts';
import type { ServerId, ServerKey, StackId, ToolId } from '../kernel/ids.ts';
import { requireRightIn } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import type { SnapshotTool } from '../snapshots/snapshot.ts';
import { callTool } from './call.ts';

/**
 * The result of a test. `outcome` belongs to the test's call; null without a call. The outcome `ok` means that the
 * service accepted the credentials. `toolIds` are up to 50 tools that can be used for tests, best first.
 */
export type ConnectionTest = {
  readonly outcome: ToolOutcome['kind'] | null;
  /** The row id of the tested server. Unlike its public id, it stays unique if a private server has the same id. */
  readonly serverKey: ServerKey;
  readonly toolId: ToolId | null;
  readonly toolIds: readonly ToolId[];
  readonly message: string;
};

/** Credential owner and tool to test; without `toolId`, the best testable tool is used. */
type ConnectionTestInput = {
  readonly endUser?: string | null | undefined;
  readonly toolId?: ToolId | null | undefined;
};

const OFFERED_MAX = 50;

/** Words in the names of tools that often return the caller's identity, in order of preference. */
const IDENTITY_NAMES = [
  /who_?am_?i/i,
  /(?:^|_)(?:me|self|myself)(?:_|$)/i,
  /current_?user|viewer|profile/i,
  /account|user/i,
];

const LAST_RANK = IDENTITY_NAMES.length;

const rankOf = ({ name, toolId }: SnapshotTool): number => {
  const at = IDENTITY_NAMES.findIndex((each) => each.test(name) || each.test(toolId));
  return at < 0 ? LAST_RANK : at;
};

/** Uses the hints that rules use: hints of an untrusted MCP server count only once a person has confirmed them. */
const isReadOnly = ({ annotations, ruleHints = annotations }: SnapshotTool): boolean =>
  ruleHints?.['readOnlyHint'] === true;

/** @throws invalid_input for a tool that tests must not call */
function chosenFrom(tools: readonly SnapshotTool[], toolId: ToolId | null | undefined): SnapshotTool | null {
  if (toolId === undefined || toolId === null) return tools[0] ?? null;
  const chosen = tools.find((tool) => tool.toolId === toolId);
  if (chosen) return chosen;
  const message = 'must be an enabled read-only tool of the server that needs no input';
  throw new AppError('invalid_input', 'Invalid request parameters', { issues: [{ path: '/toolId', message }] });
}

/**
 * Tests a server's credentials by calling one of its harmless tools, or the one that its document names. Rules apply
 * and the call is recorded as usual. `endUser` as in `setCredentials`.
 * @throws not_found; invalid_input for a tool that is not harmless; forbidden for an agent; rate_limited
 */
export async function testConnection(
  ctx: Ctx,
  stackId: StackId,
  server: ServerId,
  { endUser, toolId }: ConnectionTestInput = {},
): Promise<ConnectionTest> {
  requireRightIn(ctx.actor, 'write', stackId);
  const placed = await getStackServer(ctx, stackId, server);
  const snapshot = await getSnapshot(ctx, stackId);
  const match = snapshot.servers.find(({ stackServerId }) => stackServerId === placed.id);
  if (!match) throw new AppError('not_found', `Server ${placed.server.slug} not found in stack`);
  const tools = [...snapshot.tools.values()].filter((tool) => tool.server.stackServerId === placed.id);
  const { connector } = match;
  const named =
    'whoami' in connector ? tools.find((tool) => tool.name === connector.whoami && isReadOnly(tool)) : undefined;
  const others = tools.filter((tool) => {
    const { required } = tool.inputSchema;
    const needsNothing = required === undefined || (Array.isArray(required) && required.length === 0);
    return tool !== named && isReadOnly(tool) && needsNothing && !tool.description.startsWith('Deprecated.');
  });
  const harmless = [...(named ? [named] : []), ...others.toSorted((one, other) => rankOf(one) - rankOf(other))];
  const tool = chosenFrom(harmless, toolId);
  const serverKey = placed.serverId;
  if (tool === null) return { outcome: null, serverKey, toolId: null, toolIds: [], message: NOTHING_HARMLESS };
  const owner = credentialOwner(ctx, endUser);
  const testCtx = { ...ctx, endUser: owner === STACK_ITSELF ? null : owner };
  const outcome = await callTool(testCtx, snapshot, tool.exposedName, {});
  const toolIds = harmless.slice(0, OFFERED_MAX).map((each) => each.toolId);
  const message = messageOf(outcome, tool.toolId);
  return { outcome: outcome.kind, serverKey, toolId: tool.toolId, toolIds, message };
}

const NOTHING_HARMLESS =
  'Nothing was called, because no enabled tool is known to be read-only and to need no input. Enable such a tool, confirm a tool’s hints, or call a tool in the playground.';

function messageOf(outcome: ToolOutcome, toolId: ToolId): string {
  switch (outcome.kind) {
    case 'ok':
      return `The credentials work: the service answered ${toolId}.`;
    case 'missing_credentials':
      return `Nothing was sent: ${outcome.message}.`;
    case 'upstream_refused':
      return `The service does not accept the credentials: ${outcome.message}.`;
    case 'timed_out':
    case 'unreachable':
    case 'outcome_unknown':
    case 'address_refused':
      return `The service is unreachable: ${outcome.message}.`;
    case 'tool_error':
    case 'upstream_error':
    case 'upstream_rate_limited':
    case 'bad_answer':
      return `${toolId} failed for a reason unrelated to the credentials: ${outcome.message}.`;
    case 'denied':
    case 'approval_required':
    case 'held_for_review':
    case 'cancelled':
      return `${toolId} was not called: ${outcome.message}.`;
  }
}
