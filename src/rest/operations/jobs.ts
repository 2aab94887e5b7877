import { listJobs } from '../../core/jobs/job.ts';
import { jobStates } from '../../core/jobs/jobState.ts';
import { getStack } from '../../core/kernel/findStack.ts';
import { toStackId } from '../../core/kernel/ids.ts';
import { cancelOwnJob, jobBody, readJob } from '../jobs.ts';
import { FAILURE_MEMBERS, ISSUE } from '../openapi/failures.ts';
import { freeObject, list, text, timestamp } from '../openapi/parts.ts';
import { type Noun, operation, pagedList, place, ref } from '../operation.ts';
import { NO_STACK, STACK } from './stacks.ts';
import { CLIENT } from './tools.ts';

const TAG = 'Jobs';
const OWN_TAG = 'Stack Specific endpoints';
const NO_JOB = 'Job not found';
const JOB = { job_id: 'The job, `job_…`.' };
const JOB_ID = 'job_019abf02-7c7e-7c1e-8a55-0d9a2c2b7a11';

const nullable = (schema: ReturnType<typeof timestamp>) => ({ ...schema, type: ['string', 'null'] });

const EXAMPLE = {
  id: JOB_ID,
  state: 'succeeded',
  tool_id: 'linear_create_issue',
  end_user: null,
  created_at: '2026-11-29T10:00:00.000Z',
  started_at: '2026-11-29T10:00:00.020Z',
  ended_at: '2026-11-29T10:04:10.000Z',
  expires_at: '2026-11-30T10:04:10.000Z',
  progress: null,
  result: { id: 'ENG-42' },
};
const { result: _, ...LISTED } = EXAMPLE;

const READ = {
  summary: 'Get a job',
  description:
    'The state of a job and, once it has ended, its `result` or `failure`. Only the caller that started the job receives them. Until the job ends, `Retry-After` says how long to wait before the next request. A job is kept for a day after it ends.',
  success: { description: 'The job.', schema: ref('Job'), example: EXAMPLE },
  answer: readJob,
} as const;
const CANCEL = {
  summary: 'Cancel a job',
  description:
    'Cancels a job that has not ended. A waiting job then never starts. The call of a running job is aborted, although its service may already have acted. An ended job stays unchanged.',
  success: { description: 'The job as it is now.', schema: ref('Job'), example: { ...LISTED, state: 'cancelled' } },
  answer: cancelOwnJob,
} as const;

/** Operations on jobs: calls with `Prefer: respond-async`. */
export const jobOperations: Noun = {
  schemas: {
    Job: {
      type: 'object',
      description: 'A call that runs in the background.',
      properties: {
        id: text('Its id, `job_…`.'),
        state: {
          type: 'string',
          enum: jobStates,
          description: 'Its state. `waiting` also covers the wait for an approval.',
        },
        tool_id: text('The tool’s unique name.'),
        end_user: { type: ['string', 'null'], description: 'The end user of the call.' },
        created_at: timestamp('When it was accepted.'),
        started_at: nullable(timestamp('When it first started.')),
        ended_at: nullable(timestamp('When it ended.')),
        expires_at: timestamp('When it is deleted.'),
        progress: {
          type: ['object', 'null'],
          description: 'The last progress that the tool reported: `progress`, `total` and `message`.',
          additionalProperties: true,
        },
        pause_id: text('The approval that the call waits for or has used.'),
        result: freeObject('The tool’s result, once it has succeeded.'),
        headers: {
          type: 'object',
          description: 'The failure, as in the response of a call.',
          additionalProperties: { type: 'string' },
        },
        failure: {
          type: 'object',
          description: 'Why there is no result.',
          properties: {
            code: text('The error’s code in the error documentation.'),
            message: text('The problem.'),
            issues: list(ISSUE, 'The reasons why its input was refused.'),
            ...FAILURE_MEMBERS,
          },
          required: ['code', 'message'],
        },
      },
      required: ['id', 'state', 'tool_id', 'created_at', 'expires_at'],
    },
  },
  operations: [
    pagedList({
      id: 'list_jobs',
      ...place(`${STACK.path}/jobs`, STACK.parameters),
      right: 'read',
      failure: 'Failed to list jobs',
      tag: TAG,
      summary: 'List jobs of a stack',
      description: 'The jobs of a stack, newest first, without their results.',
      success: { description: 'The jobs.', schema: { type: 'array', items: ref('Job') }, example: [LISTED] },
      notFound: [NO_STACK],
      async read(ctx, { stack_id }, page) {
        const { id: stackId } = await getStack(ctx, toStackId(stack_id), { select: { id: true } });
        return listJobs(ctx, { stackId }, page);
      },
      bodyOf: (job, ctx) => jobBody(ctx, job),
    }),
    operation({
      id: 'get_job',
      method: 'GET',
      ...place(`${STACK.path}/jobs/{job_id}`, { ...STACK.parameters, ...JOB }),
      right: 'read',
      failure: 'Failed to get job',
      tag: TAG,
      ...READ,
      notFound: [NO_STACK, NO_JOB],
    }),
    operation({
      id: 'cancel_job',
      method: 'POST',
      ...place(`${STACK.path}/jobs/{job_id}/cancel`, { ...STACK.parameters, ...JOB }),
      right: 'invoke',
      failure: 'Failed to cancel job',
      tag: TAG,
      ...CANCEL,
      notFound: [NO_STACK, NO_JOB],
    }),
    operation({
      id: 'get_own_job',
      surface: 'stack',
      method: 'GET',
      ...place(`${CLIENT.path}/jobs/{job_id}`, { ...CLIENT.parameters, ...JOB }),
      limitClass: 'list_tools',
      right: null,
      failure: 'Internal error',
      tag: OWN_TAG,
      ...READ,
      notFound: [NO_JOB],
    }),
    operation({
      id: 'cancel_own_job',
      surface: 'stack',
      method: 'POST',
      ...place(`${CLIENT.path}/jobs/{job_id}/cancel`, { ...CLIENT.parameters, ...JOB }),
      limitClass: 'call_tool',
      right: null,
      failure: 'Internal error',
      tag: OWN_TAG,
      ...CANCEL,
      notFound: [NO_JOB],
    }),
  ],
};
