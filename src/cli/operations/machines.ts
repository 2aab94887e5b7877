import { graphql } from '../../generated/gql/gql.ts';

export const MachineClientFragment = graphql(`
  fragment CliMachineClient on MachineClient {
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

export const ListMachineClientsDocument = graphql(`
  query CliMachineClients($endpointId: ID!, $search: String, $isInForce: Boolean, $after: String) {
    clientEndpoint(by: { id: $endpointId }) {
      machineClients(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {
        nodes {
          ...CliMachineClient
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const CreateMachineClientDocument = graphql(`
  mutation CliCreateMachineClient($input: CreateMachineClientInput!) {
    createMachineClient(input: $input) {
      ...CliFailure
      ... on CreateMachineClientPayload {
        machineClient {
          ...CliMachineClient
        }
        secret
      }
    }
  }
`);

export const RotateMachineClientDocument = graphql(`
  mutation CliRotateMachineClient($input: RotateMachineClientInput!) {
    rotateMachineClient(input: $input) {
      ...CliFailure
      ... on RotateMachineClientPayload {
        machineClient {
          ...CliMachineClient
        }
        secret
      }
    }
  }
`);

export const RevokeMachineClientDocument = graphql(`
  mutation CliRevokeMachineClient($input: RevokeMachineClientInput!) {
    revokeMachineClient(input: $input) {
      ...CliFailure
      ... on RevokeMachineClientPayload {
        machineClientId
      }
    }
  }
`);
