import { graphql } from '../../gql/gql.ts';

export const HOME = graphql(`
  query Home($ofAccount: Boolean! = true) {
    viewer {
      account {
        name
      }
    }
    apiKeys(first: 50) @include(if: $ofAccount) {
      nodes {
        name
        revokedAt
        lastUsedAt
      }
    }
    stacks(first: 20) {
      totalCount
      nodes {
        id
        name
        configuration {
          analyticsEnabled
        }
        servers(first: 20) {
          nodes {
            server {
              name
            }
            toolCount
            credentialStatus {
              requiredAdded
            }
          }
        }
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
        fieldName
        expiresAt
      }
    }
  }
`);

export const HOME_ALERTS = graphql(`
  query HomeAlerts {
    alerts(isOpen: true) {
      ...AlertRow
    }
  }
`);
