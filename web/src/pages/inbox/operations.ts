import { graphql } from '../../gql/gql.ts';

/** The approvals that wait longest. */
export const INBOX_APPROVALS = graphql(`
  query InboxApprovals {
    approvals(first: 5, filter: { isPending: true }, orderBy: { field: CREATED_AT, direction: ASC }) {
      totalCount
      nodes {
        ...ApprovalsRow
      }
    }
  }
`);

export const INBOX_REVIEWS = graphql(`
  query InboxReviews {
    toolChanges(first: 100) {
      nodes {
        toolId
        server {
          id: slug
          name
        }
      }
    }
    instructionChanges(first: 100) {
      nodes {
        stackId
        server {
          id: slug
          name
        }
      }
    }
  }
`);

export const INBOX_ALERTS = graphql(`
  query InboxAlerts {
    alerts(filter: { isOpen: true }) {
      ...AlertRow
    }
  }
`);
