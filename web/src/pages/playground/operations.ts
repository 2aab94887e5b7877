import { graphql } from '../../gql/gql.ts';

export const PLAYGROUND_STACK = graphql(`
  query PlaygroundStack($id: ID!) {
    stack(id: $id) {
      id
      name
      configuration {
        isRecorded
      }
      endpoints(first: 1) {
        nodes {
          url
        }
      }
      tools {
        nodes {
          id: toolId
          exposedName
          name
          title
          description
          serverId
          serverName
          inputSchema
        }
      }
    }
  }
`);

export const PLAYGROUND_PROGRESS = graphql(`
  subscription PlaygroundProgress($progressId: ID!) {
    toolProgress(progressId: $progressId) {
      progress
      total
      message
    }
  }
`);

export const PLAYGROUND_INVOKE = graphql(`
  mutation PlaygroundInvoke($input: InvokeToolInput!) {
    invokeTool(input: $input) {
      __typename
      ... on InvokeToolPayload {
        result
      }
      ... on ToolFailedError {
        message
        outcome
        status
        fieldIds
        connectUrl
        retryAfterSeconds
      }
      ... on InvalidInputError {
        code
        message
        issues {
          path
          message
        }
      }
      ... on NotFoundError {
        code
        message
      }
      ... on ForbiddenError {
        code
        message
      }
    }
  }
`);

export const PLAYGROUND_UPLOAD = graphql(`
  mutation PlaygroundUpload($input: CreateFileUploadInput!) {
    createFileUpload(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
      ... on CreateFileUploadPayload {
        handle
        upload {
          url
        }
      }
    }
  }
`);
