import { graphql } from '../../gql/gql.ts';

export const HOME_STACK = graphql(`
  fragment HomeStack on Stack {
    id
    name
    attention
    servers(first: 20) {
      totalCount
      nodes {
        toolCount
      }
    }
  }
`);

/**
 * The most complete stacks: the most recently called ones without missing credentials, and the most recently called
 * ones overall.
 */
export const HOME = graphql(`
  query Home($ofAccount: Boolean! = true) {
    viewer {
      account {
        name
      }
    }
    apiKeys(first: 1, isInForce: true) @include(if: $ofAccount) {
      totalCount
      nodes {
        name
        lastUsedAt
      }
    }
    ready: stacks(first: 10, needsAttention: false, orderBy: { field: LAST_CALLED_AT, direction: DESC }) {
      nodes {
        ...HomeStack
      }
    }
    stacks(first: 10, orderBy: { field: LAST_CALLED_AT, direction: DESC }) {
      totalCount
      nodes {
        ...HomeStack
      }
    }
    calls(first: 1) {
      nodes {
        at
        toolId
      }
    }
  }
`);

export const HOME_LAST_DAY = graphql(`
  query HomeLastDay($since: DateTime!, $bucketSeconds: Int!) {
    callStatistics(since: $since, bucketSeconds: $bucketSeconds) {
      total {
        callCount
        failureCount
        p50Ms
        p95Ms
      }
      before {
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

export const CREDENTIAL_PROBLEMS = graphql(`
  query HomeCredentialProblems {
    credentialProblems {
      isComplete
      nodes {
        kind
        stackId
        stackName
        serverId
        serverName
        fieldId
        wanted
        expiresAt
      }
    }
  }
`);
