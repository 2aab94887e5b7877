import { graphql } from '../../gql/gql.ts';

export const SERVER = graphql(`
  query Server($id: String!) {
    viewer {
      account {
        heldChanges
      }
    }
    server(by: { slug: $id }) {
      heldChanges
      areHintsTrusted
      isMcp
      id: slug
      name
      description
      category
      homepage
      isVerified
      isPrivate
      isRefreshable
      refresh {
        when
        stackId
        dueAt
        refreshedAt
        problem
      }
      scopes
      updatedAt
      credentialFields {
        id: fieldId
        name
        description
        isRequired
        toolCount
        isSecret
        link
      }
    }
  }
`);

export const SERVER_HOLD = graphql(`
  mutation ServerHold($input: UpdateServerHeldChangesInput!) {
    updateServerHeldChanges(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const SERVER_HINTS = graphql(`
  mutation ServerHints($input: UpdateToolHintsInput!) {
    updateToolHints(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const SERVER_HINT_TRUST = graphql(`
  mutation ServerHintTrust($input: UpdateServerHintTrustInput!) {
    updateServerHintTrust(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const SERVER_TOOLS = graphql(`
  query ServerTools($id: String!, $after: String) {
    server(by: { slug: $id }) {
      tools(first: 100, after: $after) {
        totalCount
        nodes {
          id: toolId
          name
          title
          description
          annotations
          method
          selection
          hints {
            isReadOnly
            isDestructive
            isIdempotent
            isConfirmed
            isUsedByRules
          }
          inputSchema
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const SERVER_DOCUMENT = graphql(`
  query ServerDocument($id: String!) {
    server(by: { slug: $id }) {
      document
    }
  }
`);

export const SERVER_REFRESH = graphql(`
  mutation ServerRefresh($input: RefreshServerToolsInput!) {
    refreshServerTools(input: $input) {
      __typename
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
      ... on RefreshServerToolsPayload {
        isChanged
        toolCount
        heldCount
        refused {
          name
          reason
        }
      }
    }
  }
`);

export const SERVER_SCHEDULE = graphql(`
  mutation ServerSchedule($input: UpdateServerRefreshInput!) {
    updateServerRefresh(input: $input) {
      __typename
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
      ... on UpdateServerRefreshPayload {
        server {
          id: slug
        }
      }
    }
  }
`);

export const SERVER_DUPLICATE = graphql(`
  mutation ServerDuplicate($input: DuplicateServerInput!) {
    duplicateServer(input: $input) {
      __typename
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
      ... on DuplicateServerPayload {
        server {
          id: slug
          name
        }
      }
    }
  }
`);

export const SERVER_CHANGE_ID = graphql(`
  mutation ServerChangeId($input: UpdateServerInput!) {
    updateServer(input: $input) {
      __typename
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
      ... on UpdateServerPayload {
        server {
          id: slug
        }
      }
    }
  }
`);

export const SERVER_REMOVE = graphql(`
  mutation ServerRemove($input: DeleteServerInput!) {
    deleteServer(input: $input) {
      __typename
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
      ... on DeleteServerPayload {
        serverId
      }
    }
  }
`);
