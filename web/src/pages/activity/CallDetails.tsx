import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallDecision, CallerKind, CallSurface } from '../../gql/graphql.ts';
import { latencyText } from '../../records/figures.ts';
import { CallerLink } from './CallerLink.tsx';
import type { Call } from './CallList.tsx';
import type { ActivitySearch } from './search.ts';

const SURFACES = {
  ACCOUNT_API: 'Account API (/v1)',
  ENDPOINT_API: 'Endpoint, REST',
  MCP: 'Endpoint, MCP',
  GRAPHQL: 'GraphQL',
} as const satisfies Record<CallSurface, string>;

const DECISIONS = {
  ALLOWED: 'Allowed',
  DENIED: 'Denied by a rule or an approver',
  HELD: 'Held for approval',
  APPROVED: 'Approved',
} as const satisfies Record<CallDecision, string>;

const CALLERS = {
  AGENT: 'Stack token',
  API_KEY: 'API key',
  USER: 'Person',
  OPERATOR: 'Operator',
} as const satisfies Record<CallerKind, string>;

/** Details of a call; unknown ones are omitted. */
export function CallDetails({ call, search }: { readonly call: Call; readonly search: ActivitySearch }) {
  const { surface, callerKind, callerId, caller, endUser, decision, approvalId, requestId, traceId } = call;
  return (
    <dl className="facts small">
      <Fact name="Error">{call.error}</Fact>
      <Fact name="Interface">{surface && SURFACES[surface]}</Fact>
      <Fact name={callerKind ? CALLERS[callerKind] : 'Caller'}>
        {callerId && <CallerLink search={search} caller={callerId} name={caller?.displayName ?? callerId} />}
      </Fact>
      <Fact name="End user">{endUser && <EndUser endUser={endUser} call={call} search={search} />}</Fact>
      <Fact name="Rules">{decision && DECISIONS[decision]}</Fact>
      <Fact name="Approval">
        {approvalId && (
          <Link to="/inbox/approvals/$approvalId" params={{ approvalId }}>
            {approvalId}
          </Link>
        )}
      </Fact>
      <Fact name="Upstream status">{call.upstreamStatus}</Fact>
      <Fact name="Timeline">{timeline(call)}</Fact>
      <Fact name="Request">{requestId && <code>{requestId}</code>}</Fact>
      <Fact name="Trace">{traceId && <code>{traceId}</code>}</Fact>
      <Fact name="Call">
        <code>{call.id}</code>
      </Fact>
    </dl>
  );
}

type EndUserProps = { readonly endUser: string; readonly call: Call; readonly search: ActivitySearch };

/** Not a link in a call of a user, which counts for the user. */
function EndUser({ endUser, call, search }: EndUserProps) {
  return call.callerKind === 'USER' ? <code>{endUser}</code> : <CallerLink search={search} endUser={endUser} />;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The phases of the call in order, each as long as its time; null for calls of earlier releases. */
function timeline({ queueMs, ownMs, upstreamMs }: Call): ReactNode {
  if (queueMs === null || ownMs === null || upstreamMs === null) return null;
  const phases = [
    { name: 'queued', ink: 'b', ms: queueMs },
    { name: 'in Toolyard', ink: 'axis', ms: ownMs },
    { name: 'upstream', ink: 'a', ms: upstreamMs },
  ];
  return (
    <>
      <div className="activity__timeline" aria-hidden>
        {phases.map(({ name, ink, ms }) => (
          <span key={name} className={`activity__ink--${ink}`} style={{ flexGrow: ms }} />
        ))}
      </div>
      {phases.map(({ name, ms }) => `${latencyText(ms)} ${name}`).join(', ')}
    </>
  );
}
