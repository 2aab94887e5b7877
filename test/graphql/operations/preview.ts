import { graphql } from '../../../src/generated/gql/gql.ts';

export const PreviewServerDocument = graphql(`
  mutation TestPreviewServer($input: PreviewServerInput!) {
    previewServer(input: $input) {
      __typename
      ... on PreviewServerPayload {
        server {
          id
          name
          description
          homepage
          document
          digest
          toolCount
          tools {
            id
            name
            title
            description
            inputSchema
            annotations
          }
          credentialFields {
            id
            name
            isRequired
            isSecret
            canConnect
          }
          needsSignIn
          refused {
            name
            reason
          }
          replaces {
            id: slug
            name
            isPrivate
          }
          hides {
            id: slug
            isPrivate
          }
          addedTools
          removedTools
          changedTools
          isChanged
        }
      }
      ... on UserError {
        code
        message
      }
      ... on InvalidInputError {
        issues {
          path
        }
      }
    }
  }
`);

export const PreviewOperationsDocument = graphql(`
  mutation TestPreviewOperations($input: PreviewOperationsInput!) {
    previewOperations(input: $input) {
      __typename
      ... on PreviewOperationsPayload {
        title
        totalCount
        operations {
          method
          path
          operationId
          name
          summary
          tags
          isDeprecated
          isReadOnly
          isDestructive
          credentials
          tokens
          weights {
            openai
            anthropic
            gemini
            mcp
          }
          isProposed
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
