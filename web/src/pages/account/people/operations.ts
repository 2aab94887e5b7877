import { graphql } from '../../../gql/gql.ts';

export const ACCOUNT_WITHDRAW = graphql(`
  mutation AccountWithdraw($input: RevokeInvitationInput!) {
    revokeInvitation(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const ACCOUNT_INVITE = graphql(`
  mutation AccountInvite($input: CreateInvitationInput!) {
    createInvitation(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
      ... on CreateInvitationPayload {
        url
      }
    }
  }
`);

export const ACCOUNT_UPDATE_ROLE = graphql(`
  mutation AccountUpdateRole($input: UpdateUserRoleInput!) {
    updateUserRole(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const ACCOUNT_REMOVE_USER = graphql(`
  mutation AccountRemoveUser($input: DeleteUserInput!) {
    deleteUser(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const ACCOUNT_SIGN_OUT_USER = graphql(`
  mutation AccountSignOutUser($input: SignOutUserInput!) {
    signOutUser(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);
