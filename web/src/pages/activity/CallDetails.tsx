import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallDecision, CallerKind, CallSurface } from '../../gql/graphql.ts';
import { latencyText } from '../../records/figures.ts';
import type { Call } from './CallList.tsx';

const SURFACES = {
  ACCOUNT_API: 'Account API (/v1)',
  ENDPOINT_API: 'Endpoint, REST',
  MCP: 'Endpoint, MCP',
  GRAPHQL: 'GraphQL',
} as const satisfies Record<CallSurface, string>;

const DECISIONS = {
  ALLOWED: 'Allowed',
  DENIED: 'Denied by a rule, or by the person whom it asked',
  HELD: 'Held: somebody has to answer first',
  APPROVED: 'Approved by a person',
} as const satisfies Record<CallDecision, string>;

const CALLERS = {
  AGENT: 'Stack token',
  API_KEY: 'API key',
  USER: 'Person',
  OPERATOR: 'Operator',
} as const satisfies Record<CallerKind, string>;

/** Who made a call, what was decided about it, where its time went and why it failed; what is not known is left out. */
export function CallDetails({ call }: { readonly call: Call }) {
  const { surface, callerKind, callerId, endUser, decision, approvalId, requestId, traceId } = call;
  return (
    <dl className="facts small">
      <Fact name="Why it failed">{call.error}</Fact>
      <Fact name="Came through">{surface && SURFACES[surface]}</Fact>
      <Fact name={callerKind ? CALLERS[callerKind] : 'Caller'}>{callerId && <code>{callerId}</code>}</Fact>
      <Fact name="End user">{endUser && <code>{endUser}</code>}</Fact>
      <Fact name="Rules">{decision && DECISIONS[decision]}</Fact>
      <Fact name="Approval">
        {approvalId && (
          <Link to="/approvals/$approvalId" params={{ approvalId }}>
            {approvalId}
          </Link>
        )}
      </Fact>
      <Fact name="Upstream answered">{call.upstreamStatus}</Fact>
      <Fact name="Time">{timesOf(call)}</Fact>
      <Fact name="Request">{requestId && <code>{requestId}</code>}</Fact>
      <Fact name="Trace">{traceId && <code>{traceId}</code>}</Fact>
      <Fact name="Call">
        <code>{call.id}</code>
      </Fact>
    </dl>
  );
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

/** Where the time of a call went; null for a call of an earlier release. */
const timesOf = ({ queueMs, ownMs, upstreamMs }: Call): string | null =>
  queueMs === null || ownMs === null || upstreamMs === null
    ? null
    : `${latencyText(queueMs)} waiting, ${latencyText(ownMs)} here, ${latencyText(upstreamMs)} at the upstream`;
