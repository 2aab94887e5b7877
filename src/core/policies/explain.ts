import type { PolicyRule } from '../../generated/prisma/client.ts';
import { findTool } from '../calls/call.ts';
import type { Ctx } from '../context.ts';
import { checkEndUser } from '../endUser.ts';
import { AppError } from '../errors.ts';
import { type StackId, toApiKeyId, toEndpointId, toTokenId, toUserId } from '../ids.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { accountWhere } from '../scope.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import { NOBODY, type PolicyCaller, policyCallerOf } from './caller.ts';
import { peekAtQuota, readCounts } from './counts.ts';
import { refusalText } from './decide.ts';
import { type Evaluate, evaluatorOf, type Match, type Mismatch, matchRule, type PolicyCall } from './match.ts';
import { type Effect, type Rule, strongest, toRule, withoutReplaced } from './policies.ts';
import { matchesTool, toPolicyTool } from './toolMatch.ts';

/** What came of asking a rule: that it matches, or why it does not count. */
export type Reason = 'matches' | 'replaced' | 'other_tool' | 'quota_left' | 'input_unknown' | Mismatch;

/** A rule that was considered. */
export type Considered = { readonly rule: PolicyRule; readonly reason: Reason; readonly problem: string | null };

/** How a call would be decided, and every rule that was considered. */
export type Explanation = {
  readonly effect: Effect;
  /** What the caller would be told; null where the call would be made. */
  readonly message: string | null;
  /** False where rules read the input of the call and none was given: they are left out. */
  readonly isComplete: boolean;
  readonly considered: readonly Considered[];
};

/** A call to explain. Without a caller it is the one who asks. */
export type ExplainedCall = {
  readonly stackId: StackId;
  /** Any name that `findTool` knows the tool by. */
  readonly toolId: string;
  /** The id of an endpoint, a stack token, an API key or a user. */
  readonly callerId?: string | null | undefined;
  readonly endUser?: string | null | undefined;
  readonly input?: unknown;
};

/**
 * Says how a call would be decided and why, without making or counting it.
 * @throws not_found (stack, tool, caller), invalid_input; forbidden for an agent
 */
export async function explainDecision(ctx: Ctx, asked: ExplainedCall): Promise<Explanation> {
  const own = accountWhere(ctx.actor);
  const snapshot = await getSnapshot(ctx, asked.stackId);
  const tool = findTool(snapshot, asked.toolId);
  if (!tool) throw new AppError('not_found', `Tool ${asked.toolId} not found in stack`);
  const rows = await ctx.db.policyRule.findMany({
    where: { ...own, accountId: snapshot.accountId, OR: [{ stackId: null }, { stackId: snapshot.stackId }] },
    orderBy: { id: 'asc' },
  });
  const caller = await callerOf(ctx, asked);
  const call = { caller, tool: toPolicyTool(tool) };
  const rules = await Promise.all(rows.map(toRule));
  const calls = (await readCounts(ctx, rules, call))?.calls ?? null;
  const input = inputOf(asked.input);
  const judged = await judge(ctx, rules, { ...call, input: input ?? {}, now: ctx.now(), calls }, input !== null);
  return explanationOf(rows, judged);
}

function inputOf(input: unknown): JsonObject | null {
  if (input === undefined || input === null) return null;
  if (isJsonObject(input)) return input;
  throw new AppError('invalid_input', 'Invalid request parameters', {
    issues: [{ path: '/input', message: 'must be an object' }],
  });
}

type Judged = { readonly rule: Rule; readonly answer: Match | Exclude<Reason, 'matches' | 'replaced'> };

async function judge(
  ctx: Ctx,
  rules: readonly Rule[],
  call: PolicyCall,
  hasInput: boolean,
): Promise<readonly Judged[]> {
  const evaluate = evaluatorOf(call);
  const judged: Judged[] = [];
  for (const rule of rules) judged.push({ rule, answer: await answerOf(ctx, rule, call, hasInput ? evaluate : null) });
  return judged;
}

/** `evaluate` is null where the input is not known. */
async function answerOf(ctx: Ctx, rule: Rule, call: PolicyCall, evaluate: Evaluate | null): Promise<Judged['answer']> {
  if (!matchesTool(rule, call.tool)) return 'other_tool';
  if (evaluate === null && rule.condition?.readsInput) return 'input_unknown';
  const match = matchRule(rule, call, evaluate ?? evaluatorOf(call));
  if (typeof match === 'string' || rule.quota === null) return match;
  const until = await peekAtQuota(ctx, rule, rule.quota, call);
  return until ? { ...match, until } : 'quota_left';
}

function explanationOf(rows: readonly PolicyRule[], judged: readonly Judged[]): Explanation {
  const matching = judged.flatMap(({ rule, answer }) =>
    typeof answer === 'string' ? [] : [{ ...rule, match: answer }],
  );
  const counting = withoutReplaced(matching);
  const deciding = strongest(counting);
  const counted = new Set<string>(counting.map(({ id }) => id));
  return {
    effect: deciding?.effect ?? 'allow',
    message: !deciding || deciding.effect === 'allow' ? null : refusalText(deciding),
    isComplete: !judged.some(({ answer }) => answer === 'input_unknown'),
    considered: judged.flatMap(({ rule: { id }, answer }, at): readonly Considered[] => {
      const rule = rows[at];
      if (!rule) return [];
      if (typeof answer === 'string') return [{ rule, reason: answer, problem: null }];
      return [{ rule, reason: counted.has(id) ? 'matches' : 'replaced', problem: answer.problem ?? null }];
    }),
  };
}

async function callerOf(ctx: Ctx, { callerId, endUser }: ExplainedCall): Promise<PolicyCaller> {
  const user = endUser === null || endUser === undefined ? ctx.endUser : checkEndUser(endUser);
  if (callerId === null || callerId === undefined) return policyCallerOf({ ...ctx, endUser: user });
  const found = await findCaller(ctx, callerId);
  if (!found) throw new AppError('not_found', 'Caller not found');
  return { ...found, endUser: user, facts: { ...found.facts, end_user: user ?? '' } };
}

type Found = Omit<PolicyCaller, 'endUser'>;

async function findCaller(ctx: Ctx, id: string): Promise<Found | null> {
  const own = accountWhere(ctx.actor);
  const token = await ctx.db.stackToken.findFirst({ where: { id: toTokenId(id), endpoint: { stack: own } } });
  const endpointId = token?.endpointId ?? toEndpointId(id);
  const endpoint = await ctx.db.clientEndpoint.findFirst({ where: { id: endpointId, stack: own } });
  if (endpoint) {
    const facts = { ...NOBODY, kind: 'agent', endpoint: endpoint.id, token: token?.id ?? '' };
    return { ids: token ? [token.id, endpoint.id] : [endpoint.id], endpointId: endpoint.id, facts };
  }
  const key = await ctx.db.apiKey.findFirst({ where: { id: toApiKeyId(id), ...own } });
  if (key) return { ids: [key.id], endpointId: null, facts: { ...NOBODY, kind: 'api_key', key: key.id } };
  const user = await ctx.db.user.findFirst({ where: { id: toUserId(id), ...own } });
  return user && { ids: [user.id], endpointId: null, facts: { ...NOBODY, kind: 'user', user: user.id } };
}
