import { graphql } from '../../gql/gql.ts';

export const MARKETPLACE_SERVERS = graphql(`
  query MarketplaceServers(
    $search: String
    $category: ServerCategory
    $isVerified: Boolean
    $isPrivate: Boolean
    $takesCredentials: Boolean
    $needsAttention: Boolean
    $orderBy: ServerOrder
    $after: String
  ) {
    servers(
      filter: {
        search: $search
        category: $category
        isVerified: $isVerified
        isPrivate: $isPrivate
        takesCredentials: $takesCredentials
        needsAttention: $needsAttention
      }
      orderBy: $orderBy
      first: 48
      after: $after
    ) {
      totalCount
      nodes {
        id: slug
        name
        description
        isVerified
        isPrivate
        refresh {
          problem
        }
        tools(first: 1) {
          totalCount
        }
        credentialFields {
          id: fieldId
          isRequired
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const MARKETPLACE_TOTALS = graphql(`
  query MarketplaceTotals {
    all: servers(first: 1) {
      totalCount
    }
    failing: servers(first: 1, filter: { needsAttention: true }) {
      totalCount
    }
  }
`);

/** The stacks that already have a server. */
export const MARKETPLACE_HOLDING = graphql(`
  query MarketplaceHolding($id: String!, $after: String) {
    server(by: { slug: $id }) {
      stacks(first: 100, after: $after) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const MARKETPLACE_STACK = graphql(`
  query MarketplaceStack($id: ID!, $after: String) {
    stack(id: $id) {
      id
      name
      servers(first: 100, after: $after) {
        nodes {
          server {
            id: slug
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

export const MARKETPLACE_TOOLS = graphql(`
  query MarketplaceTools($id: String!, $after: String) {
    server(by: { slug: $id }) {
      tools(first: 100, after: $after) {
        totalCount
        nodes {
          id: toolId
          name
          title
          description
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const MARKETPLACE_CREATE_STACK = graphql(`
  mutation MarketplaceCreateStack($input: CreateStackInput!) {
    createStack(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
      ... on InvalidInputError {
        issues {
          path
          message
        }
      }
      ... on CreateStackPayload {
        stack {
          id
          name
        }
      }
    }
  }
`);

export const MARKETPLACE_ADD = graphql(`
  mutation MarketplaceAdd($input: AddServerToStackInput!) {
    addServerToStack(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
      ... on InvalidInputError {
        issues {
          path
          message
        }
      }
      ... on AddServerToStackPayload {
        enabledCount
        stackServer {
          stack {
            id
            name
          }
          server {
            id: slug
            name
          }
          tools(first: 1) {
            nodes {
              id: toolId
            }
          }
          toolCount
          lackingToolCount
          credentialStatus {
            hasRequired
            optional {
              state
            }
          }
        }
      }
    }
  }
`);
