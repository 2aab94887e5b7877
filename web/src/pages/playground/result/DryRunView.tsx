import { Badge } from '../../../ui/Badge.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Code } from '../../../ui/Code.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { DryRun } from './dryRun.ts';

const DECISIONS = {
  allow: { kind: 'good', title: 'Allowed' },
  ask: { kind: 'warn', title: 'Needs approval' },
  deny: { kind: 'bad', title: 'Denied' },
} as const;

type DryRunViewProps = { readonly stackId: string; readonly dryRun: DryRun };

export function DryRunView({ stackId, dryRun: { decision, message, missingCredentials, request } }: DryRunViewProps) {
  const { kind, title } = DECISIONS[decision];
  return (
    <>
      <div className="row">
        <Badge kind={kind}>{title}</Badge>
        <span className="small soft">Dry run: nothing was sent.</span>
      </div>
      {message !== null && (
        <Notice kind="warn">
          <p className="playground__text">{message}</p>
          {missingCredentials.length > 0 && (
            <ButtonLink size="small" to={`/stacks/${stackId}/credentials`}>
              Open the stack’s credentials
            </ButtonLink>
          )}
        </Notice>
      )}
      {request !== null && (
        <>
          <p className="small soft">A real call would send this request. Secrets are masked.</p>
          <Code text={request} label="Request of the dry run" isWrapped />
        </>
      )}
    </>
  );
}
