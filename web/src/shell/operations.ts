import { graphql } from '../gql/gql.ts';

export const SHELL_ME = graphql(`
  query ShellMe {
    me {
      email
    }
    viewer {
      role
      rights
      rightsSomewhere
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
