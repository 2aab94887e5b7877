import type { CliFollowJobSubscription, CliJobByIdQuery, CliJobFragment } from '../../generated/gql/graphql.ts';
import { type Api, allNodes, apiAddressOf, connectApi, payloadOf, refusalError } from '../api.ts';
import { callError, resultOfCall } from '../callAnswer.ts';
import { command, group, loaded, type Run } from '../command.ts';
import { CliError } from '../exit.ts';
import { follow } from '../follow.ts';
import { API_ARGS, type ApiArgs } from '../input.ts';
import { CancelJobDocument, FollowJobDocument, ListJobsDocument, ShowJobDocument } from '../operations/jobs.ts';
import { fields, table } from '../output.ts';
import { progressText } from '../showProgress.ts';
import { stackIdOf } from '../stackRef.ts';

const JOB_ARG = { type: 'positional', required: true, description: 'Job id, job_…' } as const;

type JobWithAnswer = NonNullable<CliJobByIdQuery['job']>;

export const jobJson = (job: CliJobFragment) => ({
  job_id: job.id,
  state: job.state.toLowerCase(),
  stack_id: job.stackId,
  tool_id: job.toolId,
  caller_id: job.callerId,
  end_user: job.endUser,
  approval_id: job.approvalId,
  created_at: job.createdAt,
  started_at: job.startedAt,
  ended_at: job.endedAt,
  expires_at: job.expiresAt,
});

export const jobText = (job: CliJobFragment): string =>
  fields({
    Job: job.id,
    State: job.state.toLowerCase(),
    Tool: job.toolId,
    Stack: job.stackId,
    Caller: `${job.callerId}${job.endUser === null ? '' : ` for ${job.endUser}`}`,
    ...(job.approvalId !== null && { Approval: job.approvalId }),
    Created: job.createdAt,
    Started: job.startedAt,
    Ended: job.endedAt,
  });

/** @throws CliError not_found */
async function getJob(api: Api, id: string): Promise<JobWithAnswer> {
  const { job } = await api(ShowJobDocument, { id });
  if (!job) throw new CliError('not_found', 'Job not found');
  return job;
}

const list = command({
  description: 'List jobs, newest first',
  examples: ['toolyard job list', 'toolyard job list --stack demo --json'],
  args: {
    stack: { type: 'string', valueHint: 'STACK', description: 'Only jobs of this stack, by id or exact name' },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const stackId = args.stack === undefined ? null : await stackIdOf(api, args.stack);
    const jobs = await allNodes(async (after) => (await api(ListJobsDocument, { stackId, after })).jobs);
    const rows = jobs.map((job) => [job.id, job.state.toLowerCase(), job.toolId, job.createdAt, job.endedAt]);
    return {
      json: jobs.map(jobJson),
      text: table(['JOB', 'STATE', 'TOOL', 'CREATED', 'ENDED'], rows, 'No jobs'),
    };
  },
});

/** A job’s result, or the error of its failure; null before its end, and for callers that did not start it. */
function endOf({ answer }: JobWithAnswer): ReturnType<typeof resultOfCall> | CliError | null {
  if (!answer) return null;
  const { failure, ...result } = answer;
  if (!failure) return resultOfCall(result);
  const { outcome } = failure;
  return outcome === null ? refusalError(failure) : callError({ ...failure, outcome });
}

const show = command({
  description: 'Show a job, with its result or failure once it ends',
  examples: ['toolyard job show job_…'],
  args: { job: JOB_ARG, ...API_ARGS },
  async run(args, run) {
    const job = await getJob(connectApi(args, run), args.job);
    const end = endOf(job);
    const [json, text] = [jobJson(job), jobText(job)];
    if (end === null) return { json, text };
    if (!(end instanceof CliError)) return { json: { ...json, ...end.json }, text: `${text}\n\n${end.text}` };
    const failure = { code: end.code, message: end.message, ...end.details };
    return { json: { ...json, failure }, text: `${text}\n\n${end.message}` };
  },
});

/** Interval of reads that find a job deleted with its stack, which no event reports. */
const CHECK_MS = 30_000;
const ENDED = new Error('The job has ended');

type HeardJob = CliFollowJobSubscription['jobs'];

/** A job once it has ended; shows its progress at a terminal. @throws CliError not_found, also once it is deleted */
async function readEnded(args: ApiArgs, run: Run, id: string): Promise<JobWithAnswer> {
  const api = connectApi(args, run);
  const over = new AbortController();
  let lastText = '';
  const hear = ({ state, approvalId, endedAt, progress }: HeardJob): void => {
    if (endedAt !== null) over.abort(ENDED);
    const text = state === 'WAITING' && approvalId ? `Waits for ${approvalId}` : progress && progressText(progress);
    if (run.ask && !run.isJson && text && text !== lastText) run.notice(text);
    lastText = text || lastText;
  };
  const read = async (): Promise<void> => hear(await getJob(api, id));
  const check = setInterval(() => {
    read().catch((error: unknown) => {
      if (error instanceof CliError && error.code === 'not_found') over.abort(error);
    });
  }, CHECK_MS);
  await follow(
    FollowJobDocument,
    { jobId: id },
    {
      server: apiAddressOf(args, run),
      signal: AbortSignal.any([run.signal, over.signal]),
      onEvent: ({ jobs }) => hear(jobs),
      onBegin: read,
      onInterruption: (reason, ms) => run.notice(`${reason}. Retrying in ${Math.ceil(ms / 1_000)} s`),
    },
  )
    .catch((error: unknown) => {
      if (error !== ENDED) throw error;
    })
    .finally(() => clearInterval(check));
  return getJob(api, id);
}

const wait = command({
  description: 'Wait for a job and print its result; Ctrl-C stops waiting, not the job',
  examples: ['toolyard job wait job_…', 'toolyard job wait job_… --json'],
  args: { job: JOB_ARG, ...API_ARGS },
  async run(args, run) {
    const job = await readEnded(args, run, args.job);
    const end = endOf(job);
    if (end instanceof CliError) throw end;
    if (end) return { json: { ...jobJson(job), ...end.json }, text: end.text };
    const text = `The job is ${job.state.toLowerCase()}. Only the caller that started it can read its result`;
    return { json: jobJson(job), text, isFailure: job.state !== 'SUCCEEDED' };
  },
});

const cancel = command({
  description: 'Cancel a job that has not ended; its service may already have acted',
  examples: ['toolyard job cancel job_…'],
  args: { job: JOB_ARG, ...API_ARGS },
  async run(args, run) {
    const input = { jobId: args.job };
    const { job } = payloadOf((await connectApi(args, run)(CancelJobDocument, { input })).cancelJob);
    return { json: jobJson(job), text: jobText(job) };
  },
});

/** `toolyard job`: calls that run without their caller waiting. */
export const job = group({
  description: 'Jobs: calls that run in the background (API)',
  examples: [...list.examples.slice(0, 1), ...show.examples, ...wait.examples.slice(0, 1), ...cancel.examples],
  commands: loaded({ list, show, wait, cancel }),
});
