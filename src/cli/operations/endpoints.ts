import { graphql } from '../../generated/gql/gql.ts';

export const EndpointFragment = graphql(`
  fragment CliEndpoint on ClientEndpoint {
    id
    clientId
    stackId
    name
    mode
    mayProgramsWrite
    pinnedVersion
    canary {
      version
      percent
    }
    isRehearsal
    mayUseRecordings
    failurePercent
    failureKinds
    createdAt
  }
`);

export const TokenFragment = graphql(`
  fragment CliToken on StackToken {
    id
    name
    tools
    networks
    callsMax
    calls
    revokedAttenuations
    makerId
    createdAt
    expiresAt
    revokedAt
    lastUsedAt
  }
`);

export const ListEndpointsDocument = graphql(`
  query CliEndpoints($stackId: ID!, $search: String, $after: String) {
    stack(id: $stackId) {
      endpoints(first: 100, after: $after, filter: { search: $search }) {
        nodes {
          ...CliEndpoint
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** One endpoint, by its id or client id. */
export const FindEndpointDocument = graphql(`
  query CliEndpoint($id: ID!) {
    clientEndpoint(by: { id: $id }) {
      ...CliEndpoint
    }
  }
`);

/** The calls of an endpoint by version. */
export const EndpointFiguresDocument = graphql(`
  query CliEndpointFigures($id: ID!) {
    clientEndpoint(by: { id: $id }) {
      versionFigures {
        version
        callCount
        failureCount
      }
    }
  }
`);

export const ListTokensDocument = graphql(`
  query CliTokens($endpointId: ID!, $search: String, $isInForce: Boolean, $after: String) {
    clientEndpoint(by: { id: $endpointId }) {
      tokens(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {
        nodes {
          ...CliToken
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** A page of a stack's endpoints, each with its first tokens. Both pages are small, because their sizes multiply. */
export const ListStackTokensDocument = graphql(`
  query CliStackTokens($stackId: ID!, $search: String, $isInForce: Boolean, $after: String) {
    stack(id: $stackId) {
      endpoints(first: 20, after: $after) {
        nodes {
          id
          clientId
          tokens(first: 20, filter: { search: $search, isInForce: $isInForce }) {
            nodes {
              ...CliToken
            }
            pageInfo {
              hasNextPage
              endCursor
            }
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

export const CreateEndpointDocument = graphql(`
  mutation CliCreateEndpoint($input: CreateClientEndpointInput!) {
    createClientEndpoint(input: $input) {
      ...CliFailure
      ... on CreateClientEndpointPayload {
        token
        endpoint {
          ...CliEndpoint
        }
      }
    }
  }
`);

export const UpdateEndpointDocument = graphql(`
  mutation CliUpdateEndpoint($input: UpdateClientEndpointInput!) {
    updateClientEndpoint(input: $input) {
      ...CliFailure
      ... on UpdateClientEndpointPayload {
        endpoint {
          ...CliEndpoint
        }
      }
    }
  }
`);

export const DeleteEndpointDocument = graphql(`
  mutation CliDeleteEndpoint($input: DeleteClientEndpointInput!) {
    deleteClientEndpoint(input: $input) {
      ...CliFailure
      ... on DeleteClientEndpointPayload {
        endpointId
      }
    }
  }
`);

export const CreateTokenDocument = graphql(`
  mutation CliCreateToken($input: CreateStackTokenInput!) {
    createStackToken(input: $input) {
      ...CliFailure
      ... on CreateStackTokenPayload {
        token
        tokenRecord {
          ...CliToken
        }
      }
    }
  }
`);

export const RevokeTokenDocument = graphql(`
  mutation CliRevokeToken($input: RevokeStackTokenInput!) {
    revokeStackToken(input: $input) {
      ...CliFailure
      ... on RevokeStackTokenPayload {
        tokenRecord {
          ...CliToken
        }
      }
    }
  }
`);

export const RevokeAttenuationDocument = graphql(`
  mutation CliRevokeAttenuation($input: RevokeTokenAttenuationInput!) {
    revokeTokenAttenuation(input: $input) {
      ...CliFailure
      ... on RevokeTokenAttenuationPayload {
        tokenRecord {
          ...CliToken
        }
      }
    }
  }
`);
