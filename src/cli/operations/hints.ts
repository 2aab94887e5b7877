import { graphql } from '../../generated/gql/gql.ts';

export const UpdateToolHintsDocument = graphql(`
  mutation CliUpdateToolHints($input: UpdateToolHintsInput!) {
    updateToolHints(input: $input) {
      ...CliFailure
      ... on UpdateToolHintsPayload {
        tool {
          toolId
          hints {
            isReadOnly
            isDestructive
            isIdempotent
            isConfirmed
            isUsedByRules
          }
        }
      }
    }
  }
`);

export const UpdateHintTrustDocument = graphql(`
  mutation CliUpdateServerHintTrust($input: UpdateServerHintTrustInput!) {
    updateServerHintTrust(input: $input) {
      ...CliFailure
      ... on UpdateServerHintTrustPayload {
        server {
          id
          areHintsTrusted
        }
      }
    }
  }
`);

export const UpdateResultLabelDocument = graphql(`
  mutation CliUpdateResultLabel($input: UpdateResultLabelInput!) {
    updateResultLabel(input: $input) {
      ...CliFailure
      ... on UpdateResultLabelPayload {
        server {
          id
          resultLabel
        }
        tool {
          toolId
          resultLabel
        }
      }
    }
  }
`);
