import { graphql } from '../../../gql/gql.ts';

export const STACKS_CHAT_MODEL = graphql(`
  query StacksChatModel {
    chatModel {
      api
      url
      model
      keyState
    }
  }
`);

export const STACKS_SET_MODEL = graphql(`
  mutation StacksSetModel($input: UpdateChatModelInput!) {
    updateChatModel(input: $input) {
      __typename
      ...StacksFailure
      ... on UpdateChatModelPayload {
        model {
          model
        }
      }
    }
  }
`);

export const STACKS_REMOVE_MODEL = graphql(`
  mutation StacksRemoveModel {
    deleteChatModel {
      __typename
      ...StacksFailure
      ... on DeleteChatModelPayload {
        model {
          model
        }
      }
    }
  }
`);

export const STACKS_ASK_MODEL = graphql(`
  mutation StacksAskModel($input: AskModelInput!) {
    askModel(input: $input) {
      __typename
      ...StacksFailure
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
          serverId
        }
      }
    }
  }
`);
