import { graphql } from '../../../gql/gql.ts';

export const STACKS_LIST = graphql(`
  query StacksList($after: String) {
    stacks(first: 50, after: $after) {
      totalCount
      nodes {
        id
        name
        rights
        createdAt
        servers(first: 40) {
          totalCount
          nodes {
            toolCount
            server {
              name
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const STACKS_TEMPLATES = graphql(`
  query StacksTemplates {
    stackTemplates {
      id
      name
      description
      servers {
        serverId
        server {
          name
          credentialFields {
            name
            required
          }
        }
        toolIds
      }
      rules {
        name
      }
    }
  }
`);

export const STACKS_CREATE = graphql(`
  mutation StacksCreate($input: CreateStackInput!) {
    createStack(input: $input) {
      __typename
      ...StacksFailure
      ... on CreateStackPayload {
        stack {
          id
        }
      }
    }
  }
`);
