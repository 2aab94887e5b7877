import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { ApprovalState, ApprovalsListQuery, ApproveCallInput } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Time } from '../../ui/Time.tsx';
import { visibleJson } from '../../ui/visibleJson.ts';
import { AskedBecause, AskedBy, AskedTool } from './AskedCall.tsx';
import { APPROVALS_APPROVE, APPROVALS_DENY } from './operations.ts';

export type Approval = NonNullable<ApprovalsListQuery['approvals']>['nodes'][number];

const MINUTES = 60;

const STATES = {
  PENDING: { title: 'Waiting', badge: 'warn' },
  APPROVED: { title: 'Approved', badge: 'good' },
  DENIED: { title: 'Denied', badge: 'bad' },
  USED: { title: 'Made', badge: 'plain' },
} as const satisfies Readonly<Record<ApprovalState, object>>;

/** What has been decided; an approval that is used up was given first. */
const DECIDED: Readonly<Partial<Record<ApprovalState, string>>> = { USED: 'Approved' };

/** One call: what it will do, who asks and why, and what can be answered. */
export function ApprovalCard({ approval }: { readonly approval: Approval }) {
  const { id, state, toolId, tool, input, rule, createdAt, expiresAt } = approval;
  const { title, badge } = STATES[state];
  return (
    <article className="card stack stack--small" aria-labelledby={id}>
      <h3 id={id}>
        <code>{tool?.exposedName ?? toolId}</code> <Badge kind={badge}>{title}</Badge>
      </h3>
      <AskedTool tool={tool} />
      <p>
        Asked <Time at={createdAt} /> by <AskedBy {...approval} />, in the stack{' '}
        <Link to="/stacks/$stackId" params={{ stackId: approval.stack.id }}>
          {approval.stack.name}
        </Link>
        . Ends <Time at={expiresAt} />.
      </p>
      <AskedBecause rule={rule} />
      {input === null ? (
        <p className="soft">
          The input can be opened no more: the master key was changed since. Let it be asked again.
        </p>
      ) : (
        <Code label="Input of the call" text={visibleJson(input)} />
      )}
      {approval.isForAll && <p className="soft">For every input of this tool until it ends.</p>}
      {approval.isForSession && (
        <p className="soft">For every input of this tool in the session that asked, until it ends.</p>
      )}
      {approval.decidedAt !== null && (
        <p>
          {DECIDED[state] ?? title} <Time at={approval.decidedAt} /> by {approval.deciderName ?? approval.deciderId}
          {approval.message !== null && `: “${approval.message}”`}
        </p>
      )}
      {state === 'PENDING' && <Answer id={id} isShown={input !== null} />}
    </article>
  );
}

function Answer({ id, isShown }: { readonly id: string; readonly isShown: boolean }) {
  const [isDenying, setIsDenying] = useState(false);
  const approve = useApiMutation('approveCall', async (grant: Omit<ApproveCallInput, 'approvalId'>) =>
    payloadOf((await sendOperation(APPROVALS_APPROVE, { input: { approvalId: id, ...grant } })).approveCall),
  );
  return (
    <>
      <ErrorNotice error={approve.error} />
      <div className="row">
        {isShown && (
          <>
            <Button kind="primary" isBusy={approve.isPending} onClick={() => approve.mutate({})}>
              Approve once
            </Button>
            <Button isBusy={approve.isPending} onClick={() => approve.mutate({ minutes: MINUTES })}>
              Approve for an hour
            </Button>
            <Button isBusy={approve.isPending} onClick={() => approve.mutate({ isForSession: true })}>
              Approve for this session
            </Button>
          </>
        )}
        <Button kind="danger" onClick={() => setIsDenying(true)}>
          Deny
        </Button>
      </div>
      {isDenying && <DenyDialog id={id} onClose={() => setIsDenying(false)} />}
    </>
  );
}

function DenyDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [message, setMessage] = useState('');
  const deny = useApiMutation('denyCall', async () =>
    payloadOf((await sendOperation(APPROVALS_DENY, { input: { approvalId: id, message } })).denyCall),
  );
  return (
    <Dialog title="Deny the call?" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          deny.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <TextField
          label="What the agent is told"
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
