import { graphql } from '../../../gql/gql.ts';

export const STACKS_SERVER_TOOLS = graphql(`
  query StacksServerTools($serverId: String!, $after: String) {
    server(by: { slug: $serverId }) {
      tools(first: 100, after: $after) {
        totalCount
        nodes {
          id: toolId
          name
          title
          description
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** Every enabled tool of the stack, as agents see it. */
export const STACKS_ENABLED_TOOLS = graphql(`
  query StacksEnabledTools($stackId: ID!) {
    stack(id: $stackId) {
      tools {
        nodes {
          id: toolId
          serverId
          exposedName
          description
          isPinned
          credentialSets {
            fieldIds
          }
        }
      }
    }
  }
`);

export const STACKS_SET_TOOLS = graphql(`
  mutation StacksSetTools($input: UpdateServerToolsInput!) {
    updateServerTools(input: $input) {
      __typename
      ...StacksFailure
      ... on UpdateServerToolsPayload {
        enabledCount
      }
    }
  }
`);

export const STACKS_UPDATE_TOOL = graphql(`
  mutation StacksUpdateTool($input: UpdateStackToolInput!) {
    updateStackTool(input: $input) {
      __typename
      ...StacksFailure
      ... on UpdateStackToolPayload {
        tool {
          id
        }
      }
    }
  }
`);

export const STACKS_ADD_SERVER = graphql(`
  mutation StacksAddServer($input: AddServerToStackInput!) {
    addServerToStack(input: $input) {
      __typename
      ...StacksFailure
      ... on AddServerToStackPayload {
        enabledCount
      }
    }
  }
`);

export const STACKS_REMOVE_SERVER = graphql(`
  mutation StacksRemoveServer($input: RemoveServerFromStackInput!) {
    removeServerFromStack(input: $input) {
      __typename
      ...StacksFailure
      ... on RemoveServerFromStackPayload {
        serverId
      }
    }
  }
`);

export const STACKS_REFRESH_TOOLS = graphql(`
  mutation StacksRefreshTools($input: RefreshServerToolsInput!) {
    refreshServerTools(input: $input) {
      __typename
      ...StacksFailure
      ... on RefreshServerToolsPayload {
        isChanged
        toolCount
        refused {
          name
          reason
        }
      }
    }
  }
`);

export const STACKS_PICK = graphql(`
  query StacksPick($search: String, $after: String) {
    servers(first: 20, filter: { search: $search }, after: $after) {
      nodes {
        id: slug
        name
        description
        isPrivate
        tools(first: 1) {
          totalCount
        }
        credentialFields {
          id: fieldId
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
