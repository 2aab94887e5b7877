import { graphql } from '../../generated/gql/gql.ts';

/** What every mutation says when it fails; the other documents spread it. */
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
