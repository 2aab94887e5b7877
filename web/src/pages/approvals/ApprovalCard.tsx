import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { ApprovalState, ApprovalsListQuery, ApproveCallInput } from '../../gql/graphql.ts';
import { counted } from '../../records/figures.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Time } from '../../ui/Time.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { visibleJson } from '../../ui/visibleJson.ts';
import { AnnouncedCalls } from './AnnouncedCalls.tsx';
import { announcedRows } from './announced.ts';
import { CallerSummary, RuleSummary, ToolSummary } from './CallSummary.tsx';
import { APPROVALS_APPROVE, APPROVALS_DENY } from './operations.ts';

export type Approval = NonNullable<ApprovalsListQuery['approvals']>['nodes'][number];

const MINUTES = 60;

const STATES = {
  PENDING: { title: 'Waiting', badge: 'warn' },
  APPROVED: { title: 'Approved', badge: 'good' },
  DENIED: { title: 'Denied', badge: 'bad' },
  USED: { title: 'Used', badge: 'plain' },
} as const satisfies Readonly<Record<ApprovalState, object>>;

/** A used approval was approved before. */
const DECIDED: Readonly<Partial<Record<ApprovalState, string>>> = { USED: 'Approved' };

export function ApprovalCard({ approval }: { readonly approval: Approval }) {
  const { id, state, toolId, tool, input, createdAt, expiresAt } = approval;
  const { title, badge } = STATES[state];
  const announced = approval.announcedCalls && announcedRows(approval.announcedCalls, input);
  const name = announced ? `a program’s ${counted(announced.length, 'call')}` : (tool?.exposedName ?? toolId);
  return (
    <article className="card stack stack--small" aria-labelledby={id}>
      <h3 id={id}>
        {announced ? `Program with ${counted(announced.length, 'call')}` : <code>{name}</code>}{' '}
        <Badge kind={badge}>{title}</Badge>
      </h3>
      {!announced && <ToolSummary tool={tool} />}
      <p>
        Requested <Time at={createdAt} /> by <CallerSummary {...approval} />, in the stack{' '}
        <Link to="/stacks/$stackId" params={{ stackId: approval.stack.id }}>
          {approval.stack.name}
        </Link>
        . Expires <Time at={expiresAt} />.
      </p>
      <RuleSummary rule={approval.rule} />
      {announced ? <AnnouncedCalls approval={approval} rows={announced} /> : <CallInput input={input} />}
      {input === null && (
        <p className="soft">
          The input can’t be decrypted because the master key has changed. Have the agent call the tool again.
        </p>
      )}
      <Decision approval={approval} />
      {state === 'PENDING' && (
        <Answer id={id} name={name} isShown={input !== null} announced={announced?.length ?? null} />
      )}
    </article>
  );
}

const CallInput = ({ input }: { readonly input: unknown }) =>
  input === null ? null : <Code label="Call input" text={visibleJson(input)} />;

/** The decision, if there is one, and its scope. */
function Decision({ approval }: { readonly approval: Approval }) {
  const { state, isForAll, isForSession, decidedAt, deciderName, deciderId, message } = approval;
  return (
    <>
      {isForAll && <p className="soft">Allows this tool with any input until the approval expires.</p>}
      {isForSession && (
        <p className="soft">Allows this tool with any input, in the requesting session, until the approval expires.</p>
      )}
      {decidedAt !== null && (
        <p>
          {DECIDED[state] ?? STATES[state].title} <Time at={decidedAt} /> by {deciderName ?? deciderId}
          {message !== null && `: “${message}”`}
        </p>
      )}
    </>
  );
}

type AnswerProps = {
  readonly id: string;
  readonly name: string;
  readonly isShown: boolean;
  /** The number of calls that a program announced; null for one call. */
  readonly announced: number | null;
};

function Answer({ id, name, isShown, announced }: AnswerProps) {
  const [isDenying, setIsDenying] = useState(false);
  const approve = useApiMutation('approveCall', async (grant: Omit<ApproveCallInput, 'approvalId'>) => {
    payloadOf((await sendOperation(APPROVALS_APPROVE, { input: { approvalId: id, ...grant } })).approveCall);
    toast(`Approved ${name}.`);
  });
  return (
    <>
      <ErrorNotice error={approve.error} />
      <div className="row">
        {isShown && (
          <>
            <Button kind="primary" isBusy={approve.isPending} onClick={() => approve.mutate({})}>
              {announced === null ? 'Approve once' : `Approve ${counted(announced, 'call')}`}
            </Button>
            {announced === null && (
              <>
                <Button isBusy={approve.isPending} onClick={() => approve.mutate({ minutes: MINUTES })}>
                  Approve for an hour
                </Button>
                <Button isBusy={approve.isPending} onClick={() => approve.mutate({ isForSession: true })}>
                  Approve for this session
                </Button>
              </>
            )}
          </>
        )}
        <Button kind="danger" onClick={() => setIsDenying(true)}>
          Deny
        </Button>
      </div>
      {isDenying && <DenyDialog id={id} name={name} onClose={() => setIsDenying(false)} />}
    </>
  );
}

type DenyProps = { readonly id: string; readonly name: string; readonly onClose: () => void };

function DenyDialog({ id, name, onClose }: DenyProps) {
  const [message, setMessage] = useState('');
  const deny = useApiMutation('denyCall', async () => {
    payloadOf((await sendOperation(APPROVALS_DENY, { input: { approvalId: id, message } })).denyCall);
    toast(`Denied ${name}.`);
  });
  return (
    <Dialog title={`Deny ${name}?`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          deny.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <TextField
          label="Message to the agent (optional)"
          value={message}
          maxLength={500}
          onChange={(event) => setMessage(event.target.value)}
        />
        <ErrorNotice error={deny.error} />
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" isBusy={deny.isPending}>
            Deny
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
