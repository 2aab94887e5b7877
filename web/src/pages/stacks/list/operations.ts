import { graphql } from '../../../gql/gql.ts';

export const STACKS_LIST = graphql(`
  query StacksList($search: String, $needsAttention: Boolean, $orderBy: StackOrder, $after: String) {
    stacks(
      first: 50
      after: $after
      filter: { search: $search, isWide: true, needsAttention: $needsAttention }
      orderBy: $orderBy
    ) {
      totalCount
      nodes {
        id
        name
        rights
        createdAt
        lastCalledAt
        attention
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

export const STACKS_TOTALS = graphql(`
  query StacksTotals {
    all: stacks(first: 1) {
      totalCount
    }
    needing: stacks(first: 1, filter: { needsAttention: true }) {
      totalCount
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
            isRequired
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
