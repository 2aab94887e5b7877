import { graphql } from '../../generated/gql/gql.ts';

export const CallFragment = graphql(`
  fragment CliCall on Call {
    id
    at
    stackId
    serverId
    toolId
    outcome
    latencyMs
    inputBytes
    outputBytes
    surface
    endpointId
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

export const FollowCallsDocument = graphql(`
  subscription CliFollowCalls($stackId: ID) {
    calls(stackId: $stackId) {
      ...CliCall
    }
  }
`);

export const ListCallsDocument = graphql(`
  query CliCalls(
    $stackId: ID
    $serverId: ID
    $toolId: ID
    $callerId: ID
    $isFailure: Boolean
    $since: DateTime
    $until: DateTime
    $first: Int!
  ) {
    calls(
      filter: {
        stackId: $stackId
        serverId: $serverId
        toolId: $toolId
        callerId: $callerId
        isFailure: $isFailure
        since: $since
        until: $until
      }
      first: $first
    ) {
      nodes {
        ...CliCall
      }
    }
  }
`);

export const RankToolsDocument = graphql(`
  query CliTools(
    $stackId: ID
    $serverId: ID
    $since: DateTime!
    $until: DateTime
    $orderBy: ToolRanking!
    $first: Int!
  ) {
    toolStatistics(
      stackId: $stackId
      serverId: $serverId
      since: $since
      until: $until
      orderBy: $orderBy
      first: $first
    ) {
      toolId
      serverId
      figures {
        callCount
        failureCount
        meanMs
        p50Ms
        p95Ms
      }
      mainFailure {
        outcome
        callCount
      }
    }
  }
`);

export const RankCallersDocument = graphql(`
  query CliCallers(
    $by: UsageBreakdown!
    $stackId: ID
    $since: DateTime!
    $until: DateTime!
    $bucketSeconds: Int!
    $first: Int!
  ) {
    usageStatistics(
      by: $by
      stackId: $stackId
      since: $since
      until: $until
      bucketSeconds: $bucketSeconds
      first: $first
    ) {
      callerId
      caller {
        displayName
      }
      endUser
      callCount
      failureCount
    }
  }
`);

export const ReadCallContentsDocument = graphql(`
  mutation CliReadCallContents($input: ReadCallContentsInput!) {
    readCallContents(input: $input) {
      ...CliFailure
      ... on ReadCallContentsPayload {
        contents {
          callId
          input
          output
          expiresAt
        }
      }
    }
  }
`);
