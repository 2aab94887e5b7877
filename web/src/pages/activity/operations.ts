import { graphql } from '../../gql/gql.ts';

export const ACTIVITY_STACKS = graphql(`
  query ActivityStacks {
    stacks(first: 100) {
      nodes {
        id
        name
        rights
        configuration {
          analyticsEnabled
        }
      }
    }
  }
`);

export const ACTIVITY_RECORD = graphql(`
  mutation ActivityRecord($input: UpdateStackInput!) {
    updateStack(input: $input) {
      __typename
      ... on UpdateStackPayload {
        stack {
          id
        }
      }
      ... on InvalidInputError {
        issues {
          path
          message
        }
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

export const ACTIVITY_FIGURES = graphql(`
  query ActivityFigures($stackId: ID, $toolId: ID, $since: DateTime!, $bucketSeconds: Int!, $wholeSeconds: Int!) {
    figures: callStatistics(stackId: $stackId, toolId: $toolId, since: $since, bucketSeconds: $bucketSeconds) {
      total {
        callCount
        failureCount
        p50Ms
        p95Ms
      }
      buckets {
        start
        figures {
          callCount
          failureCount
          p50Ms
          p95Ms
        }
      }
    }
    tools: callStatistics(stackId: $stackId, since: $since, bucketSeconds: $wholeSeconds) {
      byTool {
        toolId
      }
    }
  }
`);

export const ACTIVITY_ROW = graphql(`
  fragment ActivityRow on Call {
    id
    at
    stack {
      id
      name
    }
    toolId
    outcome
    latencyMs
    inputBytes
    outputBytes
    endpoint {
      name
    }
    surface
    callerKind
    callerId
    endUser
    requestId
    traceId
    decision
    approvalId
    upstreamStatus
    queueMs
    ownMs
    upstreamMs
    error
    contents
  }
`);

export const ACTIVITY_CALLS = graphql(`
  query ActivityCalls(
    $stackId: ID
    $toolId: ID
    $outcome: [CallOutcome!]
    $isFailure: Boolean
    $since: DateTime
    $first: Int
    $after: String
  ) {
    calls(
      stackId: $stackId
      toolId: $toolId
      outcome: $outcome
      isFailure: $isFailure
      since: $since
      first: $first
      after: $after
    ) {
      nodes {
        ...ActivityRow
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

export const ACTIVITY_LIVE = graphql(`
  subscription ActivityLive($stackId: ID) {
    calls(stackId: $stackId) {
      ...ActivityRow
    }
  }
`);

export const ACTIVITY_READ_CONTENTS = graphql(`
  mutation ActivityReadContents($input: ReadCallContentsInput!) {
    readCallContents(input: $input) {
      __typename
      ... on ReadCallContentsPayload {
        contents {
          input
          output
        }
      }
      ... on Error {
        code
        message
      }
    }
  }
`);
