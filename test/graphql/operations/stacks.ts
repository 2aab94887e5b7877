import { graphql } from '../../../src/generated/gql/gql.ts';

export const CreateStackDocument = graphql(`
  mutation TestCreateStack($input: CreateStackInput!) {
    createStack(input: $input) {
      __typename
      ... on CreateStackPayload {
        stack {
          id
          name
          configuration {
            isRecorded
          }
          servers {
            totalCount
          }
        }
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
            isRecorded
          }
        }
      }
      ... on UserError {
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
      ... on UserError {
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
            id: slug
          }
          tools {
            nodes {
              id: toolId
            }
          }
        }
      }
      ... on UserError {
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
      ... on UserError {
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
      ... on UserError {
        code
        message
      }
    }
  }
`);
