import { graphql } from '../../gql/gql.ts';

export const HOME = graphql(`
  query Home {
    firstSteps {
      hasOwnServer
      hasOwnCredential
      hasConnectedAgent
      hasAgentCall
      hasRule
      stackId
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
