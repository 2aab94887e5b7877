import { graphql } from '../../gql/gql.ts';

/** The first stacks that don't record calls, and whether any stack does. */
export const ACTIVITY_STACKS = graphql(`
  query ActivityStacks {
    silent: stacks(first: 100, filter: { isRecorded: false }) {
      totalCount
      nodes { id name rights configuration { isRecorded } }
    }
    recorded: stacks(first: 1, filter: { isRecorded: true }) {
      totalCount
    }
  }
`);

export const ACTIVITY_STACK = graphql(`
  query ActivityStack($id: ID!) {
    stack(id: $id) { id name rights configuration { isRecorded } }
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
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const ACTIVITY_FIGURES = graphql(`
  query ActivityFigures(
    $stackId: ID
    $serverId: ID
    $toolId: ID
    $since: DateTime!
    $until: DateTime
    $bucketSeconds: Int!
  ) {
    callStatistics(
      stackId: $stackId
      serverId: $serverId
      toolId: $toolId
      since: $since
      until: $until
      bucketSeconds: $bucketSeconds
    ) {
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
  }
`);

export const ACTIVITY_COMPARED = graphql(`
  query ActivityCompared(
    $stackId: ID
    $serverId: ID
    $toolId: ID
    $since: DateTime!
    $until: DateTime
    $wholeSeconds: Int!
  ) {
    callStatistics(
      stackId: $stackId
      serverId: $serverId
      toolId: $toolId
      since: $since
      until: $until
      bucketSeconds: $wholeSeconds
    ) {
      before {
        recordedSince
        total {
          callCount
          failureCount
          p50Ms
          p95Ms
        }
      }
    }
  }
`);

export const ACTIVITY_CALLED = graphql(`
  query ActivityCalled($stackId: ID, $serverId: ID, $since: DateTime!, $until: DateTime, $search: String) {
    toolStatistics(
      stackId: $stackId
      serverId: $serverId
      since: $since
      until: $until
      search: $search
      orderBy: CALLS
      first: 50
    ) {
      toolId
      serverId
    }
  }
`);

export const ACTIVITY_TOOLS = graphql(`
  query ActivityTools(
    $stackId: ID
    $serverId: ID
    $since: DateTime!
    $until: DateTime
    $orderBy: ToolRanking!
    $callsMin: Int!
  ) {
    toolStatistics(
      stackId: $stackId
      serverId: $serverId
      since: $since
      until: $until
      orderBy: $orderBy
      callsMin: $callsMin
      first: 10
    ) {
      toolId
      serverId
      figures {
        callCount
        failureCount
        meanMs
        p95Ms
      }
      mainFailure {
        outcome
        callCount
      }
    }
  }
`);

export const ACTIVITY_USAGE = graphql(`
  query ActivityUsage(
    $usageBy: UsageBreakdown!
    $stackId: ID
    $since: DateTime!
    $until: DateTime
    $bucketSeconds: Int!
  ) {
    usageStatistics(
      by: $usageBy
      stackId: $stackId
      since: $since
      until: $until
      bucketSeconds: $bucketSeconds
      first: 8
    ) {
      toolId
      serverId
      ...ActivityCaller
      callCount
      failureCount
      buckets {
        start
        callCount
        failureCount
      }
    }
  }
`);

/** The agents and people with the most calls, to choose one. */
export const ACTIVITY_CALLERS = graphql(`
  query ActivityCallers($stackId: ID, $since: DateTime!, $until: DateTime, $wholeSeconds: Int!) {
    agents: usageStatistics(
      by: AGENT
      stackId: $stackId
      since: $since
      until: $until
      bucketSeconds: $wholeSeconds
      first: 50
    ) {
      ...ActivityCaller
    }
    people: usageStatistics(
      by: PERSON
      stackId: $stackId
      since: $since
      until: $until
      bucketSeconds: $wholeSeconds
      first: 50
    ) {
      ...ActivityCaller
    }
  }
`);

export const ACTIVITY_CALLER = graphql(`
  fragment ActivityCaller on UsageFigures {
    callerId
    caller {
      __typename
      displayName
      ... on ClientEndpoint {
        stack {
          name
        }
      }
    }
    endUser
  }
`);

/** The calls of one agent or person over time. */
export const ACTIVITY_OF_CALLER = graphql(`
  query ActivityOfCaller(
    $usageBy: UsageBreakdown!
    $stackId: ID
    $callerId: ID
    $endUser: String
    $since: DateTime!
    $until: DateTime
    $bucketSeconds: Int!
  ) {
    usageStatistics(
      by: $usageBy
      stackId: $stackId
      callerId: $callerId
      endUser: $endUser
      since: $since
      until: $until
      bucketSeconds: $bucketSeconds
      first: 1
    ) {
      callCount
      failureCount
      buckets {
        start
        callCount
        failureCount
      }
    }
  }
`);

export const ACTIVITY_CALLER_NAME = graphql(`
  query ActivityCallerName($id: ID!) {
    node(id: $id) {
      __typename
      ... on Actor {
        displayName
      }
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
      ... on UserError {
        code
        message
      }
    }
  }
`);
