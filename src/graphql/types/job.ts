import {
  cancelJob,
  countJobs,
  findJob,
  JOB_SELECT,
  type JobFacts,
  listJobs,
  readJobEnd,
  startJob,
} from '../../core/jobs/job.ts';
import { progressOf } from '../../core/jobs/jobProgress.ts';
import { type JobState, toJobState } from '../../core/jobs/jobState.ts';
import { toJobId, toStackId } from '../../core/kernel/ids.ts';
import { AppError } from '../../core/lib/errors.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { ownStackOf } from '../found.ts';
import { withoutNulls, withStack } from '../input.ts';
import { BY_AGE, ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { placedToolNamed } from '../references.ts';
import { forEndUser, OPTION_DESCRIPTIONS, ToolCallAnswer, toCallAnswer } from './invoke.ts';
import { Node } from './node.ts';
import { Stack } from './stack.ts';
import { ToolProgress } from './toolProgress.ts';

const STATE_VALUES = {
  WAITING: { value: 'waiting', description: 'It waits for a free slot, an approval, or answers from its MCP client.' },
  RUNNING: { value: 'running', description: 'Its call is being made.' },
  SUCCEEDED: { value: 'succeeded', description: 'It ended with a result.' },
  FAILED: { value: 'failed', description: 'It ended with a failure.' },
  CANCELLED: { value: 'cancelled', description: 'It was cancelled.' },
  OUTCOME_UNKNOWN: {
    value: 'outcome_unknown',
    description: 'Its request was sent and may have taken effect, but no complete answer arrived.',
  },
} as const satisfies { [K in JobState as Uppercase<K>]: { value: K; description: string } };

const JobStateEnum = builder.enumType('JobState', { description: 'The state of a job.', values: STATE_VALUES });

/** The cost of a result, which may take megabytes. */
const ANSWER_COST = 20;

export const Job = builder.prismaObject('Job', {
  interfaces: [Node],
  select: JOB_SELECT,
  description:
    'A call that runs in the background, on any instance. It is kept for a day after it ends. The caller’s rights are checked again when it starts.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The job’s id, `job_…`.' }),
    state: t.field({ type: JobStateEnum, description: 'Its state.', resolve: ({ state }) => toJobState(state) }),
    stackId: t.exposeID('stackId', { description: 'The stack whose tool is called.' }),
    stack: t.field({
      type: Stack,
      description: 'The stack whose tool is called.',
      resolve: ({ stackId }, _args, context) => ownStackOf(context, stackId),
    }),
    toolId: t.exposeID('toolId', { description: 'The tool’s stable id, regardless of its name in the stack.' }),
    callerId: t.exposeID('callerId', { description: 'The id of the stack token, key or person that started it.' }),
    endUser: t.exposeString('endUser', { nullable: true, description: 'The end user of the call.' }),
    approvalId: t.exposeID('approvalId', {
      nullable: true,
      description: 'The approval that the call waits for or has used.',
    }),
    progress: t.field({
      type: ToolProgress,
      nullable: true,
      description: 'The last progress that the tool reported while it runs.',
      resolve: (job, _args, { app }) => progressOf(app, job),
    }),
    answer: t.field({
      type: ToolCallAnswer,
      nullable: true,
      complexity: ANSWER_COST,
      description: 'Its result or failure once it has ended, for the caller that started it. Null for others.',
      resolve: async (job, _args, context) => {
        const end = await readJobEnd(context.app, job);
        if (!end) return null;
        const answer =
          end.kind === 'refused'
            ? { error: new AppError(end.code, end.message, end.issues ? { issues: end.issues } : {}) }
            : { outcome: end };
        return toCallAnswer(context, { ...answer, record: null });
      },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was accepted.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When it first started.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it is deleted.' }),
  }),
});

const JobOrder = orderOf('Job', 'jobs', BY_AGE);

const JobFilter = builder.inputType('JobFilter', {
  description: 'Conditions on jobs, all of which apply.',
  fields: (t) => ({
    stackId: t.id({ description: 'Only results for this stack.' }),
    states: t.field({ type: [JobStateEnum], description: 'Only results in one of these states.' }),
  }),
});

builder.queryFields((t) => ({
  job: t.field({
    type: Job,
    nullable: true,
    description: 'One job of the account; null when there is none with this id.',
    extensions: { limitClass: 'default' },
    args: { id: t.arg.id({ required: true, description: 'The job’s id, `job_…`.' }) },
    resolve: (_root, { id }, { app }) => findJob(app, toJobId(id)),
  }),
  jobs: t.prismaConnection(
    {
      type: 'Job',
      cursor: 'id',
      nullable: true,
      description: 'The jobs of the account. The subscription `jobs` sends each change.',
      extensions: { limitClass: 'default' },
      args: {
        filter: t.arg({ type: JobFilter, description: 'The jobs to return; all by default.' }),
        orderBy: t.arg({ type: JobOrder, description: ordered('newest first') }),
      },
      totalCount: (_root, { filter }, { app }) => countJobs(app, withStack(filter ?? {})),
      resolve: (load, _root, { orderBy, filter }, { app }) =>
        listJobs(app, withStack(filter ?? {}), load, orderBy?.direction),
    },
    pageOf('Job', 'jobs'),
    edgeOf('Job', 'jobs'),
  ),
}));

const StartJobInput = builder.inputType('StartJobInput', {
  description: 'A call of a tool that runs as a job.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack that enables the tool.' }),
    toolId: t.id({ required: true, description: 'The tool’s unique name; it must be enabled in the stack.' }),
    toolInput: t.field({
      type: 'JSON',
      required: true,
      description: 'The tool’s input, which must match its `inputSchema`: an object, or its JSON text.',
    }),
    idempotencyKey: t.string({
      description: 'Your key for this call. The same call with the same key returns the same job.',
    }),
    select: t.string({ description: OPTION_DESCRIPTIONS.select }),
    maxBytes: t.int({ description: OPTION_DESCRIPTIONS.maxBytes }),
    endUser: t.string({
      description: 'The end user of the call. Servers may use that user’s credentials instead of the stack’s.',
    }),
  }),
});

const CancelJobInput = builder.inputType('CancelJobInput', {
  description: 'A job to cancel.',
  fields: (t) => ({ jobId: t.id({ required: true, description: 'The job’s id, `job_…`.' }) }),
});

const payload = (name: string, description: string) =>
  builder.objectRef<{ readonly job: JobFacts }>(name).implement({
    description,
    fields: (t) => ({ job: t.field({ type: Job, description: 'The job.', resolve: ({ job }) => job }) }),
  });
const StartJobPayload = payload('StartJobPayload', 'A job was accepted. It runs even if this answer is lost.');
const CancelJobPayload = payload('CancelJobPayload', 'A job was cancelled, or had already ended.');

builder.mutationFields((t) => ({
  startJob: t.field({
    type: StartJobPayload,
    nullable: true,
    description: 'Calls an enabled tool of a stack without waiting for its result.',
    extensions: { limitClass: 'invoke' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: StartJobInput, required: true, description: 'The call.' }) },
    resolve: async (_root, { input: { stackId, toolId, toolInput, endUser, ...options } }, { app }) => {
      const stack = toStackId(stackId);
      const name = await placedToolNamed(app, stack, toolId);
      return { job: await startJob(forEndUser(app, endUser), stack, name, toolInput, withoutNulls(options)) };
    },
  }),
  cancelJob: t.field({
    type: CancelJobPayload,
    nullable: true,
    description: 'Cancels a job that has not ended. The service may already have acted on its request.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: CancelJobInput, required: true, description: 'The job.' }) },
    resolve: async (_root, { input: { jobId } }, { app }) => ({ job: await cancelJob(app, toJobId(jobId)) }),
  }),
}));
