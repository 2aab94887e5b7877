import { graphql } from '../../gql/gql.ts';

export const MARKETPLACE_SERVERS = graphql(`
  query MarketplaceServers($search: String, $after: String) {
    servers(search: $search, first: 48, after: $after) {
      totalCount
      nodes {
        id
        name
        description
        isVerified
        isPrivate
        tools(first: 1) {
          totalCount
        }
        credentialFields {
          id: fieldId
          required
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const MARKETPLACE_STACKS = graphql(`
  query MarketplaceStacks($after: String) {
    stacks(first: 50, after: $after) {
      nodes {
        id
        name
        rights
        servers(first: 100) {
          nodes {
            server {
              id
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

export const MARKETPLACE_STACK = graphql(`
  query MarketplaceStack($id: ID!) {
    stack(id: $id) {
      id
      name
      servers(first: 100) {
        nodes {
          server {
            id
          }
        }
      }
    }
  }
`);

export const MARKETPLACE_TOOLS = graphql(`
  query MarketplaceTools($id: ID!, $after: String) {
    server(id: $id) {
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
      ... on Error {
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
      ... on Error {
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
          server {
            id
            name
          }
          tools(first: 1) {
            nodes {
              id
            }
          }
          credentialStatus {
            requiredAdded
            required {
              fieldId
            }
            optional {
              state
            }
          }
        }
      }
    }
  }
`);
