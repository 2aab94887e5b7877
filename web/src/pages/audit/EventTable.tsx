import { isRecord } from '../../api/isRecord.ts';
import type { AuditActorKind } from '../../gql/graphql.ts';
import { Table } from '../../ui/Table.tsx';
import { Time } from '../../ui/Time.tsx';
import type { AuditEvent } from './columns.ts';
import { storedAction } from './search.ts';

const ACTORS = {
  USER: 'Person',
  API_KEY: 'API key',
  AGENT: 'Agent',
  LINK: 'Connect link',
  OPERATOR: 'Operator',
  VISITOR: 'Visitor',
} as const satisfies Record<AuditActorKind, string>;

const hasDetails = (details: unknown): boolean => isRecord(details) && Object.keys(details).length > 0;

type EventTableProps = { readonly events: readonly AuditEvent[]; readonly label: string };

export function EventTable({ events, label }: EventTableProps) {
  return (
    <Table
      label={label}
      columns={['Time', 'Action', 'Actor', 'Target', 'Details']}
      className="table--cards audit__events"
    >
      {events.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </Table>
  );
}

/** The actor's email or name; null if deleted or nameless. */
function actorName({ actor }: AuditEvent): string | null {
  if (actor === null) return null;
  return 'email' in actor ? actor.email : actor.name;
}

function EventRow({ event }: { readonly event: AuditEvent }) {
  const { at, action, summary, actorKind, actorId, targetKind, targetId, stackId, stack } = event;
  return (
    <tr>
      <td className="audit__when" data-label="Time">
        <Time at={at} isExact />
      </td>
      <th scope="row">
        {summary}
        <code className="audit__code">{storedAction(action)}</code>
      </th>
      <td data-label="Actor">
        {actorName(event) ?? (actorKind && ACTORS[actorKind])}
        <code className="audit__code">{actorId}</code>
      </td>
      <td data-label="Target">
        {targetKind?.toLowerCase().replaceAll('_', ' ')}
        {stack !== null && (targetId === stackId ? ` ${stack.name}` : ` in ${stack.name}`)}
        <code className="audit__code">{targetId}</code>
      </td>
      <td>
        <Details event={event} />
      </td>
    </tr>
  );
}

function Details({ event: { seq, details, stackId, requestId, hash } }: { readonly event: AuditEvent }) {
  return (
    <details className="audit__details">
      <summary>Event {seq.toLocaleString('en')}</summary>
      <dl className="small">
        {hasDetails(details) && <Fact label="Changed" value={JSON.stringify(details, null, 1)} />}
        {stackId && <Fact label="Stack" value={stackId} />}
        {requestId && <Fact label="Request" value={requestId} />}
        <Fact label="Hash" value={hash} />
      </dl>
    </details>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt className="soft">{label}</dt>
      <dd className="mono">{value}</dd>
    </div>
  );
}
