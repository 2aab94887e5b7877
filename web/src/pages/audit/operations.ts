import { graphql } from '../../gql/gql.ts';

export const AUDIT_ROW = graphql(`
  fragment AuditRow on AuditEvent {
    id
    seq
    at
    actorKind
    actorId
    actor {
      ... on User {
        email
      }
      ... on ApiKey {
        name
      }
      ... on StackToken {
        name
      }
    }
    action
    summary
    targetKind
    targetId
    stackId
    stack {
      name
    }
    details
    requestId
    hash
  }
`);

export const AUDIT_EVENTS = graphql(`
  query AuditEvents(
    $search: String
    $since: DateTime
    $until: DateTime
    $orderBy: AuditEventOrder
    $first: Int
    $after: String
  ) {
    auditEvents(filter: { search: $search, since: $since, until: $until }, orderBy: $orderBy, first: $first, after: $after) {
      nodes {
        ...AuditRow
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

export const AUDIT_COUNT = graphql(`
  query AuditCount($search: String, $since: DateTime, $until: DateTime) {
    auditEventCount(filter: { search: $search, since: $since, until: $until }) {
      count
      isExact
    }
  }
`);

export const AUDIT_LIVE = graphql(`
  subscription AuditLive {
    auditEvents {
      ...AuditRow
    }
  }
`);
