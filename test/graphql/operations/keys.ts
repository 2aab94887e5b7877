import { graphql } from '../../../src/generated/gql/gql.ts';

export const CreateClientEndpointDocument = graphql(`
  mutation TestCreateClientEndpoint($input: CreateClientEndpointInput!) {
    createClientEndpoint(input: $input) {
      __typename
      ... on CreateClientEndpointPayload {
        endpoint {
          id
          clientId
          name
        }
        token
        tokenRecord {
          id
          expiresAt
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const DeleteClientEndpointDocument = graphql(`
  mutation TestDeleteClientEndpoint($input: DeleteClientEndpointInput!) {
    deleteClientEndpoint(input: $input) {
      __typename
      ... on DeleteClientEndpointPayload {
        endpointId
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const CreateStackTokenDocument = graphql(`
  mutation TestCreateStackToken($input: CreateStackTokenInput!) {
    createStackToken(input: $input) {
      __typename
      ... on CreateStackTokenPayload {
        token
        tokenRecord {
          id
          name
          expiresAt
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const RevokeStackTokenDocument = graphql(`
  mutation TestRevokeStackToken($input: RevokeStackTokenInput!) {
    revokeStackToken(input: $input) {
      __typename
      ... on RevokeStackTokenPayload {
        tokenRecord {
          id
          revokedAt
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const CreateApiKeyDocument = graphql(`
  mutation TestCreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      __typename
      ... on CreateApiKeyPayload {
        key
        apiKey {
          id
          name
          display
          scopes
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const RevokeApiKeyDocument = graphql(`
  mutation TestRevokeApiKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      __typename
      ... on RevokeApiKeyPayload {
        apiKey {
          id
          revokedAt
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);
