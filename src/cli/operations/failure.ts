import { graphql } from '../../generated/gql/gql.ts';

/** The failures of a mutation; the other documents spread it. */
export const FailureFragment = graphql(`
  fragment CliFailure on Error {
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
