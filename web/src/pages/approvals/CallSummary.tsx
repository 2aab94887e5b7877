import type { ReactNode } from 'react';
import { useMayInAccount } from '../../shell/useMay.ts';
import { ToolHints } from '../../ui/ToolHints.tsx';
import { visibleText } from '../../ui/visibleJson.ts';
import { matchOf } from '../rules/words.ts';
import type { Approval } from './ApprovalCard.tsx';

export function ToolSummary({ tool }: Pick<Approval, 'tool'>) {
  if (!tool)
    return (
      <p className="soft">The tool has changed or was disabled since this call. Approving it would have no effect.</p>
    );
  const { title, description, annotations, isConfirmed, serverName } = tool;
  return (
    <>
      <p className="row">
        {title !== null && <strong>{visibleText(title)}</strong>} <span className="soft">of {serverName}</span>{' '}
        <ToolHints annotations={annotations} isFull isConfirmed={isConfirmed} />
      </p>
      {description !== '' && <Description text={visibleText(description)} />}
    </>
  );
}

const CHARS_AT_FIRST = 500;

function Description({ text }: { readonly text: string }) {
  if (text.length <= CHARS_AT_FIRST) return <p className="own-lines">{text}</p>;
  return (
    <>
      <p className="own-lines">{text.slice(0, CHARS_AT_FIRST)}…</p>
      <details>
        <summary>Full description</summary>
        <p className="own-lines">{text}</p>
      </details>
    </>
  );
}

/** The caller by name, with the ID for lookups. */
export function CallerSummary({ caller, callerId, endUser }: Pick<Approval, 'caller' | 'callerId' | 'endUser'>) {
  return (
    <>
      {callerOf(caller)} <code className="small">{callerId}</code>
      {endUser !== null && (
        <>
          {' '}
          for the end user <code>{endUser}</code>
        </>
      )}
    </>
  );
}

function callerOf({ kind, name, endpointName, serviceAccount, trustedIssuer, person }: Approval['caller']): ReactNode {
  if (kind === 'USER') return <>{person ?? 'a removed person'}</>;
  if (kind === 'OPERATOR') return <>the operator</>;
  const credential = name === null ? '(deleted)' : `“${name}”`;
  if (kind === 'API_KEY')
    return (
      <>
        the API key {credential}
        {person !== null && ` of ${person}`}
      </>
    );
  return (
    <>
      the agent <strong>{endpointName ?? '(deleted)'}</strong>
      {serviceAccount !== null && `, through the service account “${serviceAccount}”`}
      {trustedIssuer !== null && `, signed in by “${trustedIssuer}”`}, using the token {credential}
    </>
  );
}

export function RuleSummary({ rule }: Pick<Approval, 'rule'>) {
  // People with roles in single stacks don't see the details of account rules.
  const canSeeMatch = useMayInAccount('READ') || rule.stackId !== null;
  return (
    <p>
      Held by the rule “{rule.name}”
      {canSeeMatch ? (
        <>
          , which matches <code>{matchOf(rule)}</code>
        </>
      ) : (
        ' of the account'
      )}
      .{rule.message !== null && <span className="soft"> {rule.message}</span>}
    </p>
  );
}
