import { graphql } from '../../generated/gql/gql.ts';

export const StackVersionsDocument = graphql(`
  query CliStackVersions($stackId: ID!, $after: String) {
    stack(id: $stackId) {
      versions(first: 100, after: $after) {
        nodes {
          id
          number
          createdAt
          action
          actor {
            displayName
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const StackVersionDocument = graphql(`
  query CliStackVersion($stackId: ID!, $number: Int!) {
    stack(id: $stackId) {
      name
      version(number: $number) {
        id
        rollBackPlan {
          digest
          differences {
            path
            before
            after
          }
          missingCredentials {
            serverId
            fieldId
          }
          unavailable
        }
      }
    }
  }
`);

export const StackVersionDifferencesDocument = graphql(`
  query CliStackVersionDifferences($stackId: ID!, $number: Int!, $since: Int!) {
    stack(id: $stackId) {
      name
      version(number: $number) {
        differences(from: $since) {
          path
          before
          after
        }
      }
    }
  }
`);

export const RollBackStackDocument = graphql(`
  mutation CliRollBackStack($input: RollBackStackInput!) {
    rollBackStack(input: $input) {
      ...CliFailure
      ... on RollBackStackPayload {
        stack {
          name
        }
        differences {
          path
          before
          after
        }
        missingCredentials {
          serverId
          fieldId
        }
        unavailable
      }
    }
  }
`);
