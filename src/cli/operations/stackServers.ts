import { graphql } from '../../generated/gql/gql.ts';

/** Which credentials are stored, never their values. */
export const CredentialStatusFragment = graphql(`
  fragment CliCredentialStatus on CredentialStatus {
    hasAll
    hasRequired
    required {
      fieldId
      state
      isMoved
    }
    optional {
      fieldId
      state
      isMoved
    }
  }
`);

export const AddServerDocument = graphql(`
  mutation CliAddServer($input: AddServerToStackInput!) {
    addServerToStack(input: $input) {
      ...CliFailure
      ... on AddServerToStackPayload {
        enabledCount
        stackServer {
          lackingToolCount
          credentialStatus {
            ...CliCredentialStatus
          }
        }
      }
    }
  }
`);

export const UpdateServerToolsDocument = graphql(`
  mutation CliUpdateServerTools($input: UpdateServerToolsInput!) {
    updateServerTools(input: $input) {
      ...CliFailure
      ... on UpdateServerToolsPayload {
        enabledCount
      }
    }
  }
`);

export const RemoveServerDocument = graphql(`
  mutation CliRemoveServer($input: RemoveServerFromStackInput!) {
    removeServerFromStack(input: $input) {
      ...CliFailure
      ... on RemoveServerFromStackPayload {
        serverId
      }
    }
  }
`);

export const SetCredentialsDocument = graphql(`
  mutation CliSetCredentials($input: SetCredentialsInput!) {
    setCredentials(input: $input) {
      ...CliFailure
      ... on SetCredentialsPayload {
        fieldIds
        notes
        credentialStatus {
          ...CliCredentialStatus
        }
      }
    }
  }
`);

export const RemoveCredentialDocument = graphql(`
  mutation CliRemoveCredential($input: DeleteCredentialInput!) {
    deleteCredential(input: $input) {
      ...CliFailure
      ... on DeleteCredentialPayload {
        fieldIds
        credentialStatus {
          ...CliCredentialStatus
        }
      }
    }
  }
`);

export const StackCredentialsDocument = graphql(`
  query CliStackCredentials($id: ID!, $after: String) {
    stack(id: $id) {
      servers(first: 100, after: $after) {
        nodes {
          server {
            id: slug
            name
          }
          credentialStatus {
            ...CliCredentialStatus
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
