import type { ReactNode } from 'react';
import { useMayInAccount } from '../../shell/useMay.ts';
import { ToolHints } from '../../ui/ToolHints.tsx';
import { visibleText } from '../../ui/visibleJson.ts';
import { matchOf } from '../rules/words.ts';
import type { Approval } from './ApprovalCard.tsx';

/** What the tool of the call does, as its server describes it, and whether that has changed since the call. */
export function AskedTool({ tool }: Pick<Approval, 'tool'>) {
  if (!tool)
    return (
      <p className="soft">
        The tool is not what it was when it was called, or is not enabled any more: an approval would count for no call.
      </p>
    );
  const { title, description, annotations, serverName } = tool;
  return (
    <>
      <p className="row">
        {title !== null && <strong>{visibleText(title)}</strong>} <span className="soft">of {serverName}</span>{' '}
        <ToolHints annotations={annotations} isFull />
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
        <summary>All of the description</summary>
        <p className="own-lines">{text}</p>
      </details>
    </>
  );
}

/** Who calls, by the names that people have given: what is an id is there for looking things up. */
export function AskedBy({ caller, callerId, endUser }: Pick<Approval, 'caller' | 'callerId' | 'endUser'>) {
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

function callerOf({ kind, name, endpointName, machineClient, trustedIssuer, person }: Approval['caller']): ReactNode {
  if (kind === 'USER') return <>{person ?? 'a person who was removed'}</>;
  if (kind === 'OPERATOR') return <>the operator</>;
  const credential = name === null ? 'deleted since' : `“${name}”`;
  if (kind === 'API_KEY')
    return (
      <>
        the API key {credential}
        {person !== null && ` of ${person}`}
      </>
    );
  return (
    <>
      the agent <strong>{endpointName ?? 'deleted since'}</strong>
      {machineClient !== null && `, as the machine client “${machineClient}”`}
      {trustedIssuer !== null && `, as somebody whom “${trustedIssuer}” has signed in`}, with its token {credential}
    </>
  );
}

/** Which rule asks, and which calls it is for. */
export function AskedBecause({ rule }: Pick<Approval, 'rule'>) {
  // A person with roles in single stacks only does not see all of a rule of the account.
  const isTold = useMayInAccount('READ') || rule.stackId !== null;
  return (
    <p>
      Asked because of the rule “{rule.name}”
      {isTold ? (
        <>
          , which is for <code>{matchOf(rule)}</code>
        </>
      ) : (
        ' of the account'
      )}
      .{rule.message !== null && <span className="soft"> {rule.message}</span>}
    </p>
  );
}
