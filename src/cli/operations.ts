import { graphql } from '../generated/gql/gql.ts';

/** What the command line asks the API, typed by `npm run generate`. */
export const ViewerDocument = graphql(`
  query CliViewer {
    viewer {
      account {
        id
        name
      }
      apiKeyId
      scopes
    }
  }
`);

export const ListStacksDocument = graphql(`
  query CliStacks($after: String) {
    stacks(first: 100, after: $after) {
      nodes {
        id
        name
        configuration {
          analyticsEnabled
        }
        servers(first: 20) {
          totalCount
          nodes {
            server {
              id
            }
            toolCount
          }
        }
        createdAt
        updatedAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const ShowStackDocument = graphql(`
  query CliStack($id: ID!) {
    stack(id: $id) {
      id
      name
      configuration {
        analyticsEnabled
      }
      createdAt
      updatedAt
      servers(first: 100) {
        totalCount
        nodes {
          server {
            id
            name
          }
          toolCount
          credentialStatus {
            required {
              fieldId
              state
            }
            optional {
              fieldId
              state
            }
            requiredAdded
          }
        }
      }
    }
  }
`);

export const CreateStackDocument = graphql(`
  mutation CliCreateStack($input: CreateStackInput!) {
    createStack(input: $input) {
      ... on CreateStackPayload {
        stack {
          id
          name
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
  mutation CliUpdateStack($input: UpdateStackInput!) {
    updateStack(input: $input) {
      ... on UpdateStackPayload {
        stack {
          id
          name
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

export const DeleteStackDocument = graphql(`
  mutation CliDeleteStack($input: DeleteStackInput!) {
    deleteStack(input: $input) {
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

export const ListServersDocument = graphql(`
  query CliServers($search: String, $after: String) {
    servers(first: 100, search: $search, after: $after) {
      totalCount
      nodes {
        id
        name
        description
        isPrivate
        isVerified
        tools(first: 0) {
          totalCount
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const ShowServerDocument = graphql(`
  query CliServer($id: ID!, $after: String) {
    server(id: $id) {
      id
      name
      description
      homepage
      isPrivate
      isVerified
      scopes
      credentialFields {
        id
        name
        description
        required
      }
      tools(first: 100, after: $after) {
        totalCount
        nodes {
          id
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

export const AddServerDocument = graphql(`
  mutation CliAddServer($input: AddServerToStackInput!) {
    addServerToStack(input: $input) {
      ... on AddServerToStackPayload {
        enabledCount
        stackServer {
          credentialStatus {
            required {
              fieldId
              state
            }
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

export const UpdateServerToolsDocument = graphql(`
  mutation CliUpdateServerTools($input: UpdateServerToolsInput!) {
    updateServerTools(input: $input) {
      ... on UpdateServerToolsPayload {
        enabledCount
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

export const RemoveServerDocument = graphql(`
  mutation CliRemoveServer($input: RemoveServerFromStackInput!) {
    removeServerFromStack(input: $input) {
      ... on RemoveServerFromStackPayload {
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
  mutation CliSetCredentials($input: SetCredentialsInput!) {
    setCredentials(input: $input) {
      ... on SetCredentialsPayload {
        fieldIds
        credentialStatus {
          required {
            fieldId
            state
          }
          requiredAdded
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

export const RemoveCredentialDocument = graphql(`
  mutation CliRemoveCredential($input: RemoveCredentialInput!) {
    removeCredential(input: $input) {
      ... on RemoveCredentialPayload {
        fieldIds
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

export const StackToolsDocument = graphql(`
  query CliStackTools($id: ID!, $format: ToolFormat!) {
    stack(id: $id) {
      tools(format: $format) {
        totalCount
        nodes {
          id
          serverId
          description
        }
        definitions
        warnings {
          toolId
          reason
        }
      }
    }
  }
`);

export const InvokeToolDocument = graphql(`
  mutation CliInvokeTool($input: InvokeToolInput!) {
    invokeTool(input: $input) {
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
        retryAfterSeconds
      }
    }
  }
`);

export const ListApiKeysDocument = graphql(`
  query CliApiKeys($after: String) {
    apiKeys(first: 100, after: $after) {
      nodes {
        id
        name
        display
        scopes
        createdAt
        expiresAt
        revokedAt
        lastUsedAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const RateLimitDocument = graphql(`
  query CliRateLimit {
    rateLimit {
      class
      limit
      remaining
      resetAt
    }
  }
`);
