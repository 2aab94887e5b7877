import { graphql } from '../../generated/gql/gql.ts';

export const ApiKeyFragment = graphql(`
  fragment CliApiKey on ApiKey {
    id
    name
    display
    role
    scopes
    stackRoles {
      stackId
      role
    }
    tools
    networks
    callsMax
    calls
    makerId
    createdAt
    expiresAt
    revokedAt
    lastUsedAt
  }
`);

export const ListApiKeysDocument = graphql(`
  query CliApiKeys($search: String, $isInForce: Boolean, $after: String) {
    apiKeys(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {
      nodes {
        ...CliApiKey
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const CreateApiKeyDocument = graphql(`
  mutation CliCreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      ...CliFailure
      ... on CreateApiKeyPayload {
        key
        apiKey {
          ...CliApiKey
        }
      }
    }
  }
`);

export const RevokeApiKeyDocument = graphql(`
  mutation CliRevokeApiKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      ...CliFailure
      ... on RevokeApiKeyPayload {
        apiKey {
          ...CliApiKey
        }
      }
    }
  }
`);
