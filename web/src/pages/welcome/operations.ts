import { graphql } from '../../gql/gql.ts';

export const INVITED_TO = graphql(`
  query InvitedTo($secret: String!) {
    invitedTo(secret: $secret) {
      accountName
    }
  }
`);

export const ACCEPT_INVITATION = graphql(`
  mutation AcceptInvitation($input: AcceptInvitationInput!) {
    acceptInvitation(input: $input) {
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
      ... on AcceptInvitationPayload {
        user {
          id
        }
      }
    }
  }
`);
