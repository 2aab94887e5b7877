import { graphql } from '../../generated/gql/gql.ts';

export const ApprovalFragment = graphql(`
  fragment CliApproval on Approval {
    id
    state
    stackId
    toolId
    tool {
      exposedName
      title
      description
      annotations
      serverId
    }
    input
    announcedCalls {
      toolId
      tool {
        description
      }
      isMade
    }
    rule {
      id
      name
      message
      condition
    }
    callerId
    caller: callerDetails {
      kind
      name
      endpointId
      endpointName
      serviceAccount
      trustedIssuer
      person
    }
    endUser
    isForAll
    isForSession
    message
    deciderName
    decidedAt
    createdAt
    expiresAt
  }
`);

export const ListApprovalsDocument = graphql(`
  query CliApprovals($state: ApprovalState, $search: String, $orderBy: ApprovalOrder, $after: String) {
    approvals(filter: { state: $state, search: $search }, first: 100, after: $after, orderBy: $orderBy) {
      nodes {
        ...CliApproval
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const ShowApprovalDocument = graphql(`
  query CliApprovalById($id: ID!) {
    approval(id: $id) {
      ...CliApproval
    }
  }
`);

export const ApproveCallDocument = graphql(`
  mutation CliApproveCall($input: ApproveCallInput!) {
    approveCall(input: $input) {
      ...CliFailure
      ... on ApproveCallPayload {
        approval {
          ...CliApproval
        }
      }
    }
  }
`);

export const DenyCallDocument = graphql(`
  mutation CliDenyCall($input: DenyCallInput!) {
    denyCall(input: $input) {
      ...CliFailure
      ... on DenyCallPayload {
        approval {
          ...CliApproval
        }
      }
    }
  }
`);
