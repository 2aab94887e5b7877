import { graphql } from '../../gql/gql.ts';

export const APPROVALS_ROW = graphql(`
  fragment ApprovalsRow on Approval {
    id
    state
    stack {
      id
      name
    }
    toolId
    tool {
      exposedName
      title
      description
      annotations
      isConfirmed
      serverName
    }
    input
    announcedCalls {
      toolId
      tool {
        exposedName
        title
        description
        annotations
        isConfirmed
        serverName
      }
      ruleId
      isMade
    }
    rule {
      name
      message
      stackId
      callers: callerIds
      endUsers
      servers
      tools
      isReadOnly
      isDestructive
      isOpenWorld
      condition
      quota {
        calls
        bytes
        per
        of
      }
    }
    callerId
    caller: callerDetails {
      kind
      name
      endpointName
      serviceAccount
      trustedIssuer
      person
    }
    endUser
    isForAll
    isForSession
    message
    deciderId
    deciderName
    decidedAt
    createdAt
    expiresAt
  }
`);

export const APPROVALS_LIST = graphql(`
  query ApprovalsList($search: String, $isPending: Boolean, $orderBy: ApprovalOrder, $after: String) {
    all: approvals(first: 1) {
      totalCount
    }
    waiting: approvals(first: 1, filter: { isPending: true }) {
      totalCount
    }
    approvals(first: 50, after: $after, filter: { search: $search, isPending: $isPending }, orderBy: $orderBy) {
      totalCount
      nodes {
        ...ApprovalsRow
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const APPROVALS_ONE = graphql(`
  query ApprovalsOne($id: ID!) {
    approval(id: $id) {
      ...ApprovalsRow
    }
  }
`);

export const APPROVALS_APPROVE = graphql(`
  mutation ApprovalsApprove($input: ApproveCallInput!) {
    approveCall(input: $input) {
      __typename
      ... on UserError {
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
      ... on UserError {
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
      events
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
      ... on UserError {
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
      ... on UserError {
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
      ... on UserError {
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
      ... on UserError {
        code
        message
      }
    }
  }
`);
