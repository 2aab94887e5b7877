import { graphql } from '../../gql/gql.ts';

export const IMPORT_PREVIEW = graphql(`
  mutation ImportPreview($input: PreviewServerInput!) {
    previewServer(input: $input) {
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
            description
            isRequired
            isSecret
          }
          needsSignIn
          refused {
            name
            reason
          }
          replaces {
            id: slug
            name
          }
          hides {
            id: slug
            name
          }
          addedTools
          removedTools
          changedTools
          isChanged
        }
      }
    }
  }
`);

export const IMPORT_OPERATIONS = graphql(`
  mutation ImportOperations($input: PreviewOperationsInput!) {
    previewOperations(input: $input) {
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
      ... on PreviewOperationsPayload {
        title
        totalCount
        marketplaceServer {
          id: slug
          name
          tools {
            totalCount
          }
        }
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
    }
  }
`);

export const IMPORT_SAVE = graphql(`
  mutation ImportSave($input: ImportServerInput!) {
    importServer(input: $input) {
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
      ... on ImportServerPayload {
        server {
          id: slug
        }
        heldCount
      }
    }
  }
`);

export const IMPORT_SAVED = graphql(`
  query ImportSaved($id: String!) {
    server(by: { slug: $id }) {
      id: slug
      name
      isPrivate
      tools(first: 1) {
        totalCount
      }
    }
  }
`);

export const IMPORT_SEARCH = graphql(`
  mutation ImportSearch($input: PreviewOperationsInput!) {
    previewOperations(input: $input) {
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
      ... on PreviewOperationsPayload {
        operations {
          method
          path
        }
      }
    }
  }
`);
