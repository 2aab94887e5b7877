import { graphql } from '../../../src/generated/gql/gql.ts';

export const SetCredentialsDocument = graphql(`
  mutation TestSetCredentials($input: SetCredentialsInput!) {
    setCredentials(input: $input) {
      __typename
      ... on SetCredentialsPayload {
        serverId
        fieldIds
        credentialStatus {
          hasRequired
        }
      }
      ... on UserError {
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
          hasRequired
        }
      }
      ... on UserError {
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
          id: slug
          isPrivate
        }
        isChanged
        toolCount
      }
      ... on UserError {
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
      ... on UserError {
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
      ... on ToolFailedError {
        outcome
        fieldIds
        status
        retryAfterSeconds
      }
    }
  }
`);
