import { graphql } from '../../generated/gql/gql.ts';

/** The failures of a mutation; the other documents spread it. */
export const FailureFragment = graphql(`
  fragment CliFailure on UserError {
    code
    message
    ... on InvalidInputError {
      issues {
        path
        message
      }
    }
  }
`);
