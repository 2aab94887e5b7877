import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { JobState } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { Time } from '../../ui/Time.tsx';
import { visibleJson } from '../../ui/visibleJson.ts';
import type { Job } from './latest.ts';
import { JOBS_ANSWER, JOBS_CANCEL } from './operations.ts';
import { hasEnded } from './search.ts';

const STATES = {
  WAITING: { kind: 'plain', text: 'Waiting' },
  RUNNING: { kind: 'accent', text: 'Running' },
  SUCCEEDED: { kind: 'good', text: 'Succeeded' },
  FAILED: { kind: 'bad', text: 'Failed' },
  CANCELLED: { kind: 'plain', text: 'Cancelled' },
  OUTCOME_UNKNOWN: { kind: 'warn', text: 'Outcome unknown' },
} as const satisfies Record<JobState, unknown>;

const COLUMNS = ['Tool', 'State', 'Stack', 'Caller', 'Created', { unseen: 'Actions' }];

type JobTableProps = { readonly jobs: readonly Job[]; readonly onChanged: (job: Job) => void };

export function JobTable({ jobs, onChanged }: JobTableProps) {
  const [cancelling, setCancelling] = useState<Job | null>(null);
  return (
    <>
      <Table label="Jobs table" columns={COLUMNS}>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} onCancel={() => setCancelling(job)} />
        ))}
      </Table>
      {cancelling && <CancelDialog job={cancelling} onChanged={onChanged} onClose={() => setCancelling(null)} />}
    </>
  );
}

type JobRowProps = { readonly job: Job; readonly onCancel: () => void };

function JobRow({ job, onCancel }: JobRowProps) {
  const { id, state, toolId, stack, caller, callerId, endUser, createdAt, endedAt } = job;
  const [isOpen, setIsOpen] = useState(false);
  const resultId = useId();
  return (
    <>
      <tr>
        <th scope="row">
          <Link to="/playground" search={{ stack: stack.id, tool: toolId }} title="Open in the playground">
            {toolId}
          </Link>
          <div className="soft small">
            <code>{id}</code>
          </div>
        </th>
        <td data-label="State">
          <Badge kind={STATES[state].kind}>{STATES[state].text}</Badge>
          <JobDetail job={job} />
        </td>
        <td data-label="Stack">
          <Link to="/stacks/$stackId" params={{ stackId: stack.id }}>
            {stack.name}
          </Link>
        </td>
        <td data-label="Caller">
          <div>
            {caller?.displayName ?? <code>{callerId}</code>}
            {endUser !== null && <div className="soft small">for {endUser}</div>}
          </div>
        </td>
        <td data-label="Created">
          <div>
            <Time at={createdAt} />
            {endedAt !== null && (
              <div className="soft small">
                ended <Time at={endedAt} />
              </div>
            )}
          </div>
        </td>
        <td className="number">
          {hasEnded(state) ? (
            <Button
              size="small"
              aria-expanded={isOpen}
              aria-controls={resultId}
              aria-label={`Result of ${toolId}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              Result
            </Button>
          ) : (
            stack.rights.includes('INVOKE') && (
              <Button size="small" kind="danger" onClick={onCancel}>
                Cancel<span className="visually-hidden"> {toolId}</span>
              </Button>
            )
          )}
        </td>
      </tr>
      {isOpen && hasEnded(state) && (
        <tr id={resultId}>
          <td colSpan={COLUMNS.length}>
            <JobResult job={job} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The progress of an active job, or its approval. */
function JobDetail({ job: { state, approvalId, progress } }: { readonly job: Job }) {
  if (state === 'WAITING' && approvalId !== null) {
    return (
      <div className="small">
        <Link to="/inbox/approvals/$approvalId" params={{ approvalId }}>
          Waits for an approval
        </Link>
      </div>
    );
  }
  if (state !== 'RUNNING' || progress === null) return null;
  const { progress: done, total, message } = progress;
  return (
    <div className="small">
      {total !== null && total > 0 && (
        <progress className="jobs__progress" aria-label="Progress" value={done} max={total} />
      )}
      <span className="soft">{message ?? (total === null ? `${done.toLocaleString('en')} so far` : '')}</span>
    </div>
  );
}

function JobResult({ job: { id, toolId } }: { readonly job: Job }) {
  const answer = useApiQuery(JOBS_ANSWER, { id });
  return (
    <Loaded query={answer} lines={2}>
      {({ job }) => {
        if (!job?.answer) return <p className="soft small">Only the caller that started the job gets its result.</p>;
        const { result, failure } = job.answer;
        if (failure) return <Notice kind="bad">{failure.message}</Notice>;
        return <Code label={`Result of ${toolId}`} text={visibleJson(result)} />;
      }}
    </Loaded>
  );
}

type CancelProps = Pick<JobTableProps, 'onChanged'> & { readonly job: Job; readonly onClose: () => void };

function CancelDialog({ job: { id, toolId, state }, onChanged, onClose }: CancelProps) {
  const cancel = useApiMutation('cancelJob', async () =>
    payloadOf((await sendOperation(JOBS_CANCEL, { input: { jobId: id } })).cancelJob),
  );
  const close = ({ job }: { readonly job: Job }) => {
    onChanged(job);
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Cancel ${toolId}?`}
      action="Cancel job"
      sending={cancel}
      onConfirm={() => cancel.mutate(undefined, { onSuccess: close })}
      onClose={onClose}
    >
      <p>
        {state === 'WAITING'
          ? 'The call never starts. You can’t undo this.'
          : 'Toolyard aborts the call, but the service may already have acted.'}
      </p>
    </ConfirmDialog>
  );
}
