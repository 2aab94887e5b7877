import { graphql } from '../../../gql/gql.ts';

export const STACKS_TOKEN = graphql(`
  fragment StacksToken on StackToken {
    id
    name
    endUser
    tools
    networks
    callsMax
    calls
    maker: makerName
    createdAt
    expiresAt
    isRenewed
    revokedAt
    revokedAttenuations
    grantedBy
    oauthClient
    lastUsedAt
  }
`);

export const STACKS_ENDPOINT = graphql(`
  fragment StacksEndpoint on ClientEndpoint {
    id
    name
    mode
    mayProgramsWrite
    pinnedVersion
    canary {
      version
      percent
    }
    isRehearsal
    failurePercent
    url
    createdAt
    tokens(first: 20) {
      totalCount
      nodes {
        ...StacksToken
      }
    }
  }
`);

export const STACKS_ENDPOINTS = graphql(`
  query StacksEndpoints($stackId: ID!, $search: String, $orderBy: ClientEndpointOrder, $after: String) {
    stack(id: $stackId) {
      all: endpoints(first: 1) {
        totalCount
      }
      endpoints(first: 20, after: $after, filter: { search: $search, isWide: true }, orderBy: $orderBy) {
        totalCount
        nodes {
          ...StacksEndpoint
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const STACKS_ENDPOINT_FIGURES = graphql(`
  query StacksEndpointFigures($endpointId: ID!) {
    clientEndpoint(by: { id: $endpointId }) {
      versionFigures {
        version
        callCount
        failureCount
      }
    }
  }
`);

/** An endpoint's tokens after those loaded with it. */
export const STACKS_TOKENS = graphql(`
  query StacksTokens(
    $endpointId: ID!
    $search: String
    $isInForce: Boolean
    $orderBy: StackTokenOrder
    $after: String
  ) {
    clientEndpoint(by: { id: $endpointId }) {
      tokens(first: 50, after: $after, filter: { search: $search, isInForce: $isInForce }, orderBy: $orderBy) {
        totalCount
        nodes {
          ...StacksToken
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const STACKS_CREATE_ENDPOINT = graphql(`
  mutation StacksCreateEndpoint($input: CreateClientEndpointInput!) {
    createClientEndpoint(input: $input) {
      __typename
      ...StacksFailure
      ... on CreateClientEndpointPayload {
        token
        endpoint {
          name
          url
        }
      }
    }
  }
`);

export const STACKS_UPDATE_ENDPOINT = graphql(`
  mutation StacksUpdateEndpoint($input: UpdateClientEndpointInput!) {
    updateClientEndpoint(input: $input) {
      __typename
      ...StacksFailure
      ... on UpdateClientEndpointPayload {
        endpoint {
          id
        }
      }
    }
  }
`);

export const STACKS_DELETE_ENDPOINT = graphql(`
  mutation StacksDeleteEndpoint($input: DeleteClientEndpointInput!) {
    deleteClientEndpoint(input: $input) {
      __typename
      ...StacksFailure
      ... on DeleteClientEndpointPayload {
        endpointId
      }
    }
  }
`);

export const STACKS_CREATE_TOKEN = graphql(`
  mutation StacksCreateToken($input: CreateStackTokenInput!) {
    createStackToken(input: $input) {
      __typename
      ...StacksFailure
      ... on CreateStackTokenPayload {
        token
        tokenRecord {
          name
        }
      }
    }
  }
`);

export const STACKS_REVOKE_TOKEN = graphql(`
  mutation StacksRevokeToken($input: RevokeStackTokenInput!) {
    revokeStackToken(input: $input) {
      __typename
      ...StacksFailure
      ... on RevokeStackTokenPayload {
        tokenRecord {
          id
        }
      }
    }
  }
`);

export const STACKS_REVOKE_ATTENUATION = graphql(`
  mutation StacksRevokeAttenuation($input: RevokeTokenAttenuationInput!) {
    revokeTokenAttenuation(input: $input) {
      __typename
      ...StacksFailure
    }
  }
`);
