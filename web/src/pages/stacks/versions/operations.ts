import { graphql } from '../../../gql/gql.ts';

export const STACKS_VERSION = graphql(`
  fragment StacksVersion on StackVersion {
    id
    number
    createdAt
    action
    actor {
      displayName
    }
  }
`);

export const STACKS_DIFFERENCE = graphql(`
  fragment StacksDifference on StackDifference {
    path
    before
    after
  }
`);

export const STACKS_VERSIONS = graphql(`
  query StacksVersions($stackId: ID!, $after: String) {
    stack(id: $stackId) {
      versions(first: 25, after: $after) {
        nodes {
          ...StacksVersion
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const STACKS_VERSION_DIFFERENCES = graphql(`
  query StacksVersionDifferences($stackId: ID!, $number: Int!, $from: Int) {
    stack(id: $stackId) {
      version(number: $number) {
        differences(from: $from) {
          ...StacksDifference
        }
      }
    }
  }
`);

export const STACKS_ROLL_BACK_PLAN = graphql(`
  query StacksRollBackPlan($stackId: ID!, $number: Int!) {
    stack(id: $stackId) {
      version(number: $number) {
        rollBackPlan {
          digest
          differences {
            ...StacksDifference
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

export const STACKS_ROLL_BACK = graphql(`
  mutation StacksRollBack($input: RollBackStackInput!) {
    rollBackStack(input: $input) {
      __typename
      ...StacksFailure
      ... on RollBackStackPayload {
        stack {
          id
        }
      }
    }
  }
`);
