import type { AuditEventsQuery } from '../../gql/graphql.ts';
import type { Column } from '../../records/csv.ts';
import { storedAction, storedActor, storedTarget } from './search.ts';

export type AuditEvent = NonNullable<AuditEventsQuery['auditEvents']>['nodes'][number];

export const AUDIT_COLUMNS: readonly Column<AuditEvent>[] = [
  { name: 'seq', of: ({ seq }) => seq },
  { name: 'at', of: ({ at }) => at },
  { name: 'actor_kind', of: ({ actorKind }) => storedActor(actorKind) },
  { name: 'actor_id', of: ({ actorId }) => actorId },
  { name: 'action', of: ({ action }) => storedAction(action) },
  { name: 'summary', of: ({ summary }) => summary },
  { name: 'target_kind', of: ({ targetKind }) => storedTarget(targetKind) },
  { name: 'target_id', of: ({ targetId }) => targetId },
  { name: 'stack_id', of: ({ stackId }) => stackId },
  { name: 'details', of: ({ details }) => JSON.stringify(details) },
  { name: 'request_id', of: ({ requestId }) => requestId },
  { name: 'hash', of: ({ hash }) => hash },
];
