import { graphql } from '../../../gql/gql.ts';

export const STACKS_SET_CREDENTIALS = graphql(`
  mutation StacksSetCredentials($input: SetCredentialsInput!) {
    setCredentials(input: $input) {
      __typename
      ...StacksFailure
      ... on SetCredentialsPayload {
        fieldIds
        notes
      }
    }
  }
`);

export const STACKS_REMOVE_CREDENTIAL = graphql(`
  mutation StacksRemoveCredential($input: DeleteCredentialInput!) {
    deleteCredential(input: $input) {
      __typename
      ...StacksFailure
      ... on DeleteCredentialPayload {
        fieldIds
      }
    }
  }
`);

export const STACKS_CONNECT_LINK = graphql(`
  mutation StacksConnectLink($input: CreateConnectLinkInput!) {
    createConnectLink(input: $input) {
      __typename
      ...StacksFailure
      ... on CreateConnectLinkPayload {
        url
        expiresAt
      }
    }
  }
`);

export const STACKS_SET_MODE = graphql(`
  mutation StacksSetMode($input: UpdateServerCredentialModeInput!) {
    updateServerCredentialMode(input: $input) {
      __typename
      ...StacksFailure
      ... on UpdateServerCredentialModePayload {
        stackServer {
          credentialMode
        }
      }
    }
  }
`);

export const STACKS_TEST_CONNECTION = graphql(`
  mutation StacksTestConnection($input: TestConnectionInput!) {
    testConnection(input: $input) {
      __typename
      ...StacksFailure
      ... on TestConnectionPayload {
        outcome
        message
        toolId
        toolIds
      }
    }
  }
`);

export const STACKS_SHARE_APPLICATION = graphql(`
  mutation StacksShareApplication($input: UpdateApplicationSharingInput!) {
    updateApplicationSharing(input: $input) {
      __typename
      ...StacksFailure
      ... on UpdateApplicationSharingPayload {
        isShared
        stackCount
      }
    }
  }
`);
