import { cancelJob, getJob, type JobFacts, type JobOptions, readJobEnd, startJob } from '../core/jobs/job.ts';
import { progressOf } from '../core/jobs/jobProgress.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { requesterOf } from '../core/kernel/context.ts';
import { type StackId, toJobId, toStackId } from '../core/kernel/ids.ts';
import { resultJsonIn } from '../formats/resultJson.ts';
import { type Answer, failureMembers, failureText, headersMember } from '../wire/toolCall.ts';
import { type CallRequest, paramOf } from './request.ts';

/** `Retry-After` for a job that has not ended, in seconds. */
const POLL_SECONDS = 2;

/** Whether a request prefers not to wait for the result (RFC 7240). */
export const prefersAsync = ({ headers }: Pick<CallRequest, 'headers'>): boolean =>
  /(?:^|,)\s*respond-async\s*(?:[,;]|$)/i.test(String(headers['prefer'] ?? ''));

type NewJob = { readonly stackId: StackId; readonly toolName: string; readonly input: unknown } & JobOptions;

/** Starts a job for a call and tells where its result will be. */
export async function startedJob(ctx: Ctx, { stackId, toolName, input, ...options }: NewJob): Promise<Answer> {
  const job = await startJob(ctx, stackId, toolName, input, options);
  const { actor } = ctx;
  const place = actor.kind === 'agent' ? `/s/${actor.clientId}` : `/v1/stacks/${stackId}`;
  const headers = {
    location: `${ctx.publicUrl()}${place}/jobs/${job.id}`,
    'preference-applied': 'respond-async',
    'retry-after': String(POLL_SECONDS),
  };
  return { status: 202, body: JSON.stringify(jobBody(ctx, job)), headers };
}

export const jobBody = (ctx: Ctx, job: JobFacts) => ({
  id: job.id,
  state: job.state,
  tool_id: job.toolId,
  end_user: job.endUser,
  created_at: job.createdAt,
  started_at: job.startedAt,
  ended_at: job.endedAt,
  expires_at: job.expiresAt,
  progress: progressOf(ctx, job),
  ...(job.approvalId !== null && { pause_id: job.approvalId }),
});

/** The facts of a job and, once it has ended, its result or failure. */
async function jobAnswer(ctx: Ctx, job: JobFacts): Promise<Answer> {
  const facts = JSON.stringify(jobBody(ctx, job)).slice(0, -1);
  if (job.endedAt === null) return { status: 200, body: `${facts}}`, headers: { 'retry-after': String(POLL_SECONDS) } };
  const end = await readJobEnd(ctx, job);
  if (!end) return { status: 200, body: `${facts}}` };
  if (end.kind === 'refused') {
    const { code, message, issues } = end;
    return { status: 200, body: `${facts},"failure":${JSON.stringify({ code, message, issues })}}` };
  }
  if (end.kind !== 'ok') {
    const failure = { code: end.kind, message: failureText(end), ...failureMembers(end) };
    return { status: 200, body: `${facts},"failure":${JSON.stringify(failure)}}` };
  }
  const result = await resultJsonIn('default', end.output, requesterOf(ctx));
  return { status: 200, body: [`${facts},"result":`, result, headersMember(end.headers)] };
}

/** The stack in the address. */
const stackOf = ({ actor }: Ctx, request: CallRequest): StackId =>
  actor.kind === 'agent' ? actor.stackId : toStackId(paramOf(request, 'stack_id'));

/** GET /v1/stacks/{stack_id}/jobs/{job_id} and /s/{client_id}/jobs/{job_id} */
export const readJob = async (ctx: Ctx, request: CallRequest): Promise<Answer> =>
  jobAnswer(ctx, await getJob(ctx, toJobId(paramOf(request, 'job_id')), stackOf(ctx, request)));

/** POST /v1/stacks/{stack_id}/jobs/{job_id}/cancel and /s/{client_id}/jobs/{job_id}/cancel */
export const cancelOwnJob = async (ctx: Ctx, request: CallRequest): Promise<Answer> =>
  jobAnswer(ctx, await cancelJob(ctx, toJobId(paramOf(request, 'job_id')), stackOf(ctx, request)));
