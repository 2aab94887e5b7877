import { graphql } from '../../../gql/gql.ts';

export const STACKS_MACHINE = graphql(`
  fragment StacksMachine on MachineClient {
    id
    endpointId
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
    endpointId
    name
    issuer
    audience
    jwksUrl
    claims
    endUserClaim
    endUserPrefix
    tools
    networks
    createdAt
  }
`);

export const STACKS_MACHINES = graphql(`
  query StacksMachines($stackId: ID!, $after: String) {
    stack(id: $stackId) {
      endpoints(first: 20, after: $after) {
        nodes {
          id
          name
          url
          machineClients(first: 20) {
            totalCount
            nodes {
              ...StacksMachine
            }
          }
          trustedIssuers(first: 20) {
            totalCount
            nodes {
              ...StacksIssuer
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const STACKS_CREATE_MACHINE = graphql(`
  mutation StacksCreateMachine($input: CreateMachineClientInput!) {
    createMachineClient(input: $input) {
      __typename
      ...StacksFailure
      ... on CreateMachineClientPayload {
        secret
        machineClient {
          id
          name
        }
      }
    }
  }
`);

export const STACKS_ROTATE_MACHINE = graphql(`
  mutation StacksRotateMachine($input: RotateMachineClientInput!) {
    rotateMachineClient(input: $input) {
      __typename
      ...StacksFailure
      ... on RotateMachineClientPayload {
        secret
        machineClient {
          id
          name
        }
      }
    }
  }
`);

export const STACKS_REVOKE_MACHINE = graphql(`
  mutation StacksRevokeMachine($input: RevokeMachineClientInput!) {
    revokeMachineClient(input: $input) {
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
