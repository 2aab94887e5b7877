import { graphql } from '../../gql/gql.ts';

export const APPROVALS_LIST = graphql(`
  query ApprovalsList {
    approvals(first: 100) {
      totalCount
      nodes {
        id
        state
        stackId
        toolId
        input
        rule {
          id
          name
          message
        }
        callerKind
        callerId
        endUser
        isForAll
        message
        deciderId
        decidedAt
        createdAt
        expiresAt
      }
    }
  }
`);

export const APPROVALS_APPROVE = graphql(`
  mutation ApprovalsApprove($input: ApproveCallInput!) {
    approveCall(input: $input) {
      __typename
      ... on Error {
        code
        message
      }
    }
  }
`);

export const APPROVALS_DENY = graphql(`
  mutation ApprovalsDeny($input: DenyCallInput!) {
    denyCall(input: $input) {
      __typename
      ... on Error {
        code
        message
      }
    }
  }
`);
