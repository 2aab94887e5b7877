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

export const APPROVALS_WEBHOOKS = graphql(`
  query ApprovalsWebhooks {
    webhooks {
      id
      name
      url
      hasInput
      disabledAt
      problem
      deliveries {
        messageId
        type
        attempts
        status
        error
        deliveredAt
        nextAt
        createdAt
      }
    }
  }
`);

export const APPROVALS_CREATE_WEBHOOK = graphql(`
  mutation ApprovalsCreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      __typename
      ... on Error {
        code
        message
      }
      ... on InvalidInputError {
        issues {
          path
          message
        }
      }
      ... on CreateWebhookPayload {
        secret
      }
    }
  }
`);

export const APPROVALS_TEST_WEBHOOK = graphql(`
  mutation ApprovalsTestWebhook($input: TestWebhookInput!) {
    testWebhook(input: $input) {
      __typename
      ... on Error {
        code
        message
      }
    }
  }
`);

export const APPROVALS_UPDATE_WEBHOOK = graphql(`
  mutation ApprovalsUpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      __typename
      ... on Error {
        code
        message
      }
    }
  }
`);

export const APPROVALS_DELETE_WEBHOOK = graphql(`
  mutation ApprovalsDeleteWebhook($input: DeleteWebhookInput!) {
    deleteWebhook(input: $input) {
      __typename
      ... on Error {
        code
        message
      }
    }
  }
`);
