import { graphql } from '../../src/generated/gql/gql.ts';

/** The operations of the tests below, typed by `npm run generate` as any client's are. */
export const CreateStackDocument = graphql(`
  mutation TestCreateStack($input: CreateStackInput!) {
    createStack(input: $input) {
      __typename
      ... on CreateStackPayload {
        stack {
          id
          name
          configuration {
            analyticsEnabled
          }
          servers {
            totalCount
          }
        }
      }
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
    }
  }
`);

export const UpdateStackDocument = graphql(`
  mutation TestUpdateStack($input: UpdateStackInput!) {
    updateStack(input: $input) {
      __typename
      ... on UpdateStackPayload {
        stack {
          name
          configuration {
            analyticsEnabled
          }
        }
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

export const DeleteStackDocument = graphql(`
  mutation TestDeleteStack($input: DeleteStackInput!) {
    deleteStack(input: $input) {
      __typename
      ... on DeleteStackPayload {
        stackId
        name
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

export const AddServerDocument = graphql(`
  mutation TestAddServer($input: AddServerToStackInput!) {
    addServerToStack(input: $input) {
      __typename
      ... on AddServerToStackPayload {
        enabledCount
        stackServer {
          server {
            id
          }
          tools {
            nodes {
              id
            }
          }
        }
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

export const UpdateServerToolsDocument = graphql(`
  mutation TestUpdateServerTools($input: UpdateServerToolsInput!) {
    updateServerTools(input: $input) {
      __typename
      ... on UpdateServerToolsPayload {
        enabledCount
        stackServer {
          toolCount
        }
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

export const RemoveServerFromStackDocument = graphql(`
  mutation TestRemoveServerFromStack($input: RemoveServerFromStackInput!) {
    removeServerFromStack(input: $input) {
      __typename
      ... on RemoveServerFromStackPayload {
        stackId
        serverId
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

export const SetCredentialsDocument = graphql(`
  mutation TestSetCredentials($input: SetCredentialsInput!) {
    setCredentials(input: $input) {
      __typename
      ... on SetCredentialsPayload {
        serverId
        fieldIds
        credentialStatus {
          requiredAdded
        }
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

export const RemoveCredentialDocument = graphql(`
  mutation TestRemoveCredential($input: RemoveCredentialInput!) {
    removeCredential(input: $input) {
      __typename
      ... on RemoveCredentialPayload {
        fieldIds
        credentialStatus {
          requiredAdded
        }
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

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
      ... on Error {
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
      ... on Error {
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
      ... on Error {
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
      ... on Error {
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
      ... on Error {
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
      ... on Error {
        code
        message
      }
    }
  }
`);

export const ImportServerDocument = graphql(`
  mutation TestImportServer($input: ImportServerInput!) {
    importServer(input: $input) {
      __typename
      ... on ImportServerPayload {
        server {
          id
          isPrivate
        }
        isChanged
        toolCount
      }
      ... on Error {
        code
        message
      }
      ... on InvalidInputError {
        issues {
          path
        }
      }
    }
  }
`);

export const RemoveServerDocument = graphql(`
  mutation TestRemoveServer($input: RemoveServerInput!) {
    removeServer(input: $input) {
      __typename
      ... on RemoveServerPayload {
        serverId
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

export const InvokeToolDocument = graphql(`
  mutation TestInvokeTool($input: InvokeToolInput!) {
    invokeTool(input: $input) {
      __typename
      ... on InvokeToolPayload {
        result
      }
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
      ... on ToolFailedError {
        outcome
        fieldIds
        status
        retryAfterSeconds
      }
    }
  }
`);
