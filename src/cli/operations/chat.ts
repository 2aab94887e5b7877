import { graphql } from '../../generated/gql/gql.ts';

export const ChatModelDocument = graphql(`
  query CliChatModel {
    chatModel {
      api
      url
      model
      keyState
      updatedAt
    }
  }
`);

export const UpdateChatModelDocument = graphql(`
  mutation CliUpdateChatModel($input: UpdateChatModelInput!) {
    updateChatModel(input: $input) {
      ...CliFailure
      ... on UpdateChatModelPayload {
        model {
          api
          url
          model
          keyState
        }
      }
    }
  }
`);

export const DeleteChatModelDocument = graphql(`
  mutation CliDeleteChatModel {
    deleteChatModel {
      ...CliFailure
      ... on DeleteChatModelPayload {
        model {
          model
        }
      }
    }
  }
`);

export const AskModelDocument = graphql(`
  mutation CliAskModel($input: AskModelInput!) {
    askModel(input: $input) {
      ...CliFailure
      ... on AskModelPayload {
        model
        text
        isCut
        inputTokens
        picks {
          ref
          name
          toolId
          toolInput
          inputText
        }
        offered {
          name
        }
      }
    }
  }
`);
