import { graphql } from '../../gql/gql.ts';

/** The error fields of every mutation on these pages. */
export const STACKS_FAILURE = graphql(`
  fragment StacksFailure on UserError {
    code
    message
    ... on InvalidInputError {
      issues {
        path
        message
      }
    }
  }
`);

export const STACKS_HEAD = graphql(`
  query StacksHead($stackId: ID!) {
    stack(id: $stackId) {
      id
      name
      rights
      createdAt
      updatedAt
      configuration {
        isRecorded
        contentDays
        contentRedactions
      }
    }
  }
`);

export const STACKS_KEEP_CONTENTS = graphql(`
  mutation StacksKeepContents($input: UpdateCallContentsInput!) {
    updateCallContents(input: $input) {
      __typename
      ...StacksFailure
      ... on UpdateCallContentsPayload {
        stack {
          id
        }
      }
    }
  }
`);

export const STACKS_UPDATE = graphql(`
  mutation StacksUpdate($input: UpdateStackInput!) {
    updateStack(input: $input) {
      __typename
      ...StacksFailure
      ... on UpdateStackPayload {
        stack {
          id
        }
      }
    }
  }
`);

export const STACKS_DUPLICATE = graphql(`
  mutation StacksDuplicate($input: DuplicateStackInput!) {
    duplicateStack(input: $input) {
      __typename
      ...StacksFailure
      ... on DuplicateStackPayload {
        stack {
          id
        }
      }
    }
  }
`);

export const STACKS_DELETE = graphql(`
  mutation StacksDelete($input: DeleteStackInput!) {
    deleteStack(input: $input) {
      __typename
      ...StacksFailure
      ... on DeleteStackPayload {
        name
      }
    }
  }
`);

/** A server in the stack, for its row and credential form. Never includes values. */
export const STACKS_SERVER = graphql(`
  fragment StacksServer on StackServer {
    credentialMode
    toolCount
    lackingToolCount(endUser: $endUser)
    removedToolIds
    server {
      id: slug
      name
      description
      isRefreshable
      scopes
      credentialChoices {
        fieldIds
        toolCount
      }
      credentialFields {
        id: fieldId
        name
        description
        isRequired
        toolCount
        isSecret
        mayBeEmpty
        link
        signIn {
          redirectUrl
          providerUrl
          scopes
          clientFieldIds
        }
      }
      tools(first: 1) {
        totalCount
      }
    }
    credentialStatus(endUser: $endUser) {
      hasRequired
      required {
        ...StacksField
      }
      optional {
        ...StacksField
      }
    }
  }
`);

export const STACKS_FIELD = graphql(`
  fragment StacksField on CredentialFieldStatus {
    fieldId
    state
    canConnect
    isMoved
    isShared
    oauthState
    expiresAt
  }
`);

export const STACKS_SERVERS = graphql(`
  query StacksServers($stackId: ID!, $endUser: String, $after: String) {
    stack(id: $stackId) {
      servers(first: 25, after: $after) {
        totalCount
        nodes {
          ...StacksServer
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);
