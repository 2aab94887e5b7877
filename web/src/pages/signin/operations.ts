import { graphql } from '../../gql/gql.ts';

export const SIGN_IN_OPTIONS = graphql(`
  query SignInOptions {
    signInOptions {
      hasUsers
      singleSignOn {
        label
        url
      }
    }
  }
`);

export const SIGN_IN = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      __typename
      ... on Error {
        message
      }
      ... on SignInPayload {
        user {
          id
        }
      }
    }
  }
`);
