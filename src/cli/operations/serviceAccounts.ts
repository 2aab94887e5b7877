import { graphql } from '../../generated/gql/gql.ts';

export const ServiceAccountFragment = graphql(`
  fragment CliServiceAccount on ServiceAccount {
    id
    endpointId
    name
    endUser
    tools
    networks
    hasSecret
    thumbprints
    makerId
    createdAt
    expiresAt
    rotatedAt
  }
`);

export const ListServiceAccountsDocument = graphql(`
  query CliServiceAccounts($endpointId: ID!, $search: String, $isInForce: Boolean, $after: String) {
    clientEndpoint(by: { id: $endpointId }) {
      serviceAccounts(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {
        nodes {
          ...CliServiceAccount
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const CreateServiceAccountDocument = graphql(`
  mutation CliCreateServiceAccount($input: CreateServiceAccountInput!) {
    createServiceAccount(input: $input) {
      ...CliFailure
      ... on CreateServiceAccountPayload {
        serviceAccount {
          ...CliServiceAccount
        }
        secret
      }
    }
  }
`);

export const RotateServiceAccountDocument = graphql(`
  mutation CliRotateServiceAccount($input: RotateServiceAccountInput!) {
    rotateServiceAccount(input: $input) {
      ...CliFailure
      ... on RotateServiceAccountPayload {
        serviceAccount {
          ...CliServiceAccount
        }
        secret
      }
    }
  }
`);

export const RevokeServiceAccountDocument = graphql(`
  mutation CliRevokeServiceAccount($input: RevokeServiceAccountInput!) {
    revokeServiceAccount(input: $input) {
      ...CliFailure
      ... on RevokeServiceAccountPayload {
        serviceAccountId
      }
    }
  }
`);
