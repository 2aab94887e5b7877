import { graphql } from '../../gql/gql.ts';

export const ACCOUNT_KEYS = graphql(`
  query AccountKeys($search: String, $isInForce: Boolean, $orderBy: ApiKeyOrder, $after: String) {
    apiKeys(first: 50, after: $after, filter: { search: $search, isInForce: $isInForce }, orderBy: $orderBy) {
      totalCount
      nodes {
        id
        name
        display
        role
        stackRoles {
          stackId
          stack {
            name
          }
          role
        }
        scopes
        tools
        networks
        callsMax
        calls
        maker: makerName
        createdAt expiresAt revokedAt lastUsedAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const ACCOUNT_KEY_TOTALS = graphql(`
  query AccountKeyTotals {
    apiKeys(first: 1) {
      totalCount
    }
  }
`);

export const ACCOUNT_CREATE_KEY = graphql(`
  mutation AccountCreateKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
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
      ... on CreateApiKeyPayload {
        key
        apiKey {
          id
          name
        }
      }
    }
  }
`);

export const ACCOUNT_REVOKE_KEY = graphql(`
  mutation AccountRevokeKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const ACCOUNT_LIMITS = graphql(`
  query AccountLimits {
    rateLimit {
      class
      limit
      remaining
      resetAt
      name
      howToRaise
    }
  }
`);

export const ACCOUNT_PEOPLE = graphql(`
  query AccountPeople($ofAccount: Boolean! = true) {
    me {
      id
      email
      hasPassword
    }
    users @include(if: $ofAccount) {
      id
      email
      role
      stackRoles {
        stackId
        stack {
          name
        }
        role
      }
      lastSignInAt
    }
    invitations @include(if: $ofAccount) {
      id
      role
      stackRoles {
        stackId
        stack {
          name
        }
        role
      }
      createdAt
      expiresAt
    }
  }
`);

export const ACCOUNT_SESSIONS = graphql(`
  query AccountSessions {
    sessions {
      id
      userAgent
      createdAt
      lastSeenAt
      isCurrent
    }
  }
`);

export const ACCOUNT_SIGN_OUT_EVERYWHERE = graphql(`
  mutation AccountSignOutEverywhere {
    signOutEverywhere {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const ACCOUNT_REVOKE_SESSION = graphql(`
  mutation AccountRevokeSession($input: RevokeSessionInput!) {
    revokeSession(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const ACCOUNT_CHANGE_PASSWORD = graphql(`
  mutation AccountChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
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
    }
  }
`);

export const ACCOUNT_PASSKEYS = graphql(`
  query AccountPasskeys {
    signInOptions {
      canUsePasskeys
    }
    passkeys {
      id
      name
      createdAt
      lastUsedAt
    }
  }
`);

export const ACCOUNT_BEGIN_PASSKEY = graphql(`
  mutation AccountBeginPasskey($input: BeginPasskeyRegistrationInput!) {
    beginPasskeyRegistration(input: $input) {
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
      ... on BeginPasskeyRegistrationPayload {
        options
      }
    }
  }
`);

export const ACCOUNT_FINISH_PASSKEY = graphql(`
  mutation AccountFinishPasskey($input: FinishPasskeyRegistrationInput!) {
    finishPasskeyRegistration(input: $input) {
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
    }
  }
`);

export const ACCOUNT_REMOVE_PASSKEY = graphql(`
  mutation AccountRemovePasskey($input: RevokePasskeyInput!) {
    revokePasskey(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);
