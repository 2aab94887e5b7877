import { graphql } from '../../../gql/gql.ts';

export const ACTIVITY_ROW = graphql(`
  fragment ActivityRow on Call {
    id
    at
    stack {
      id
      name
    }
    serverId
    toolId
    outcome
    latencyMs
    inputBytes
    outputBytes
    endpointId
    endpoint {
      name
    }
    surface
    callerKind
    callerId
    caller {
      displayName
    }
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
    $serverId: ID
    $toolId: ID
    $callerId: ID
    $endUser: String
    $outcome: [CallOutcome!]
    $isFailure: Boolean
    $since: DateTime
    $until: DateTime
    $orderBy: CallOrder
    $first: Int
    $after: String
  ) {
    calls(
      filter: {
        stackId: $stackId
        serverId: $serverId
        toolId: $toolId
        callerId: $callerId
        endUser: $endUser
        outcome: $outcome
        isFailure: $isFailure
        since: $since
        until: $until
      }
      orderBy: $orderBy
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

export const ACTIVITY_COUNT = graphql(`
  query ActivityCount(
    $stackId: ID
    $serverId: ID
    $toolId: ID
    $callerId: ID
    $endUser: String
    $outcome: [CallOutcome!]
    $isFailure: Boolean
    $since: DateTime
    $until: DateTime
  ) {
    callCount(
      filter: {
        stackId: $stackId
        serverId: $serverId
        toolId: $toolId
        callerId: $callerId
        endUser: $endUser
        outcome: $outcome
        isFailure: $isFailure
        since: $since
        until: $until
      }
    ) {
      count
      isExact
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
