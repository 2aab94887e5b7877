import { graphql } from '../../gql/gql.ts';

export const INBOX_FOLLOW = graphql(`
  subscription InboxFollow {
    inbox {
      approvalCount
      reviewCount
      alertCount
    }
  }
`);

/** For notifications: the approvals that were requested last. */
export const INBOX_NEWEST = graphql(`
  query InboxNewest {
    approvals(first: 5, filter: { isPending: true }, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes {
        id
        toolId
        tool {
          exposedName
          serverName
        }
        stack {
          name
        }
      }
    }
  }
`);
