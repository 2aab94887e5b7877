import { graphql } from '../../generated/gql/gql.ts';

export const StackDocumentDocument = graphql(`
  query CliStackDocument($stackId: ID!) {
    stackDocument(stackId: $stackId) {
      name
      isRecorded
      contentDays
      contentRedactions
      servers {
        serverId
        credentialMode
        credentialFieldIds
        tools {
          toolId
          name
          description
          isPinned
        }
      }
      rules {
        name
        effect
        isDefault
        callers
        endUsers
        servers
        tools
        isReadOnly
        isDestructive
        isOpenWorld
        condition
        quota {
          calls
          bytes
          per
          of
        }
        message
        needsAnother
        isEnabled
      }
      skills
    }
  }
`);

export const StackPlanDocument = graphql(`
  query CliStackPlan($stackDocument: StackDocumentInput!) {
    stackPlan(stackDocument: $stackDocument) {
      stack {
        id
      }
      digest
      differences {
        path
        before
        after
      }
      missingCredentials {
        serverId
        fieldId
      }
    }
  }
`);

export const ApplyStackDocumentDocument = graphql(`
  mutation CliApplyStackDocument($input: ApplyStackDocumentInput!) {
    applyStackDocument(input: $input) {
      ...CliFailure
      ... on ApplyStackDocumentPayload {
        stack {
          id
          name
        }
        differences {
          path
          before
          after
        }
        missingCredentials {
          serverId
          fieldId
        }
      }
    }
  }
`);
