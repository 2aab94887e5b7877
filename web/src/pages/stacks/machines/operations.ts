import { graphql } from '../../../gql/gql.ts';

export const STACKS_MACHINE = graphql(`
  fragment StacksMachine on ServiceAccount {
    id
    endpoint {
      id
      name
    }
    name
    endUser
    tools
    networks
    hasSecret
    thumbprints
    createdAt
    expiresAt
    rotatedAt
  }
`);

export const STACKS_ISSUER = graphql(`
  fragment StacksIssuer on TrustedIssuer {
    id
    endpoint {
      name
      url
    }
    name
    issuer
    audience
    jwksUrl
    claims {
      name
      values
    }
    endUserClaim
    endUserPrefix
    tools
    networks
    createdAt
  }
`);

export const STACKS_MACHINES = graphql(`
  query StacksMachines(
    $stackId: ID!
    $search: String
    $isInForce: Boolean
    $orderBy: ServiceAccountOrder
    $after: String
  ) {
    stack(id: $stackId) {
      all: serviceAccounts(first: 1) {
        totalCount
      }
      serviceAccounts(first: 25, after: $after, filter: { search: $search, isInForce: $isInForce }, orderBy: $orderBy) {
        totalCount
        nodes {
          ...StacksMachine
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const STACKS_ISSUERS = graphql(`
  query StacksIssuers($stackId: ID!, $search: String, $orderBy: TrustedIssuerOrder, $after: String) {
    stack(id: $stackId) {
      all: trustedIssuers(first: 1) {
        totalCount
      }
      trustedIssuers(first: 25, after: $after, filter: { search: $search }, orderBy: $orderBy) {
        totalCount
        nodes {
          ...StacksIssuer
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** A stack's endpoints for a select. The page size fits into a plain select without a search. */
export const STACKS_PICK_ENDPOINTS = graphql(`
  query StacksPickEndpoints($stackId: ID!, $search: String) {
    stack(id: $stackId) {
      endpoints(first: 50, filter: { search: $search }, orderBy: { field: NAME }) {
        totalCount
        nodes {
          id
          name
          url
        }
      }
    }
  }
`);

export const STACKS_CREATE_MACHINE = graphql(`
  mutation StacksCreateMachine($input: CreateServiceAccountInput!) {
    createServiceAccount(input: $input) {
      __typename
      ...StacksFailure
      ... on CreateServiceAccountPayload {
        secret
        serviceAccount {
          id
          name
        }
      }
    }
  }
`);

export const STACKS_ROTATE_MACHINE = graphql(`
  mutation StacksRotateMachine($input: RotateServiceAccountInput!) {
    rotateServiceAccount(input: $input) {
      __typename
      ...StacksFailure
      ... on RotateServiceAccountPayload {
        secret
        serviceAccount {
          id
          name
        }
      }
    }
  }
`);

export const STACKS_REVOKE_MACHINE = graphql(`
  mutation StacksRevokeMachine($input: RevokeServiceAccountInput!) {
    revokeServiceAccount(input: $input) {
      __typename
      ...StacksFailure
    }
  }
`);

export const STACKS_TRUST_ISSUER = graphql(`
  mutation StacksTrustIssuer($input: CreateTrustedIssuerInput!) {
    createTrustedIssuer(input: $input) {
      __typename
      ...StacksFailure
      ... on CreateTrustedIssuerPayload {
        trustedIssuer {
          id
        }
      }
    }
  }
`);

export const STACKS_DELETE_ISSUER = graphql(`
  mutation StacksDeleteIssuer($input: DeleteTrustedIssuerInput!) {
    deleteTrustedIssuer(input: $input) {
      __typename
      ...StacksFailure
    }
  }
`);
