import { graphql } from '../../gql/gql.ts';

export const SIGN_IN_OPTIONS = graphql(`
  query SignInOptions {
    signInOptions {
      hasUsers
      canUsePasskeys
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
      ... on UserError {
        code
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

export const SIGN_IN_BEGIN_PASSKEY = graphql(`
  mutation SignInBeginPasskey {
    beginPasskeySignIn {
      __typename
      ... on UserError {
        code
        message
      }
      ... on BeginPasskeySignInPayload {
        options
      }
    }
  }
`);

export const SIGN_IN_FINISH_PASSKEY = graphql(`
  mutation SignInFinishPasskey($input: FinishPasskeySignInInput!) {
    finishPasskeySignIn(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);
