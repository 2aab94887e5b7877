import { graphql } from '../gql/gql.ts';

export const SHELL_ME = graphql(`
  query ShellMe {
    me {
      email
    }
    viewer {
      rights
    }
  }
`);

export const SHELL_SIGN_OUT = graphql(`
  mutation ShellSignOut {
    signOut {
      __typename
    }
  }
`);
