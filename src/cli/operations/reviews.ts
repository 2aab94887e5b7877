import { graphql } from '../../generated/gql/gql.ts';

export const ToolChangeFragment = graphql(`
  fragment CliToolChange on ToolChange {
    toolId
    server {
      id: slug
      digest
    }
    kind
    isRefused
    stackIds
    beforeDigest
    afterDigest
    changedAt
    changes {
      kind
      path
      difference
    }
  }
`);

export const ListInstructionChangesDocument = graphql(`
  query CliInstructionChanges($serverId: ID, $search: String, $after: String) {
    instructionChanges(filter: { serverId: $serverId, search: $search }, first: 100, after: $after) {
      nodes {
        server {
          id: slug
          digest
        }
        stackId
        before
        after
        skillChanges {
          uri
          before
          after
        }
        isRefused
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const ListToolChangesDocument = graphql(`
  query CliToolChanges(
    $serverId: ID
    $search: String
    $changeKind: ToolChangeKind
    $orderBy: ToolChangeOrder
    $after: String
  ) {
    toolChanges(
      filter: { serverId: $serverId, search: $search, changeKind: $changeKind }
      first: 100
      after: $after
      orderBy: $orderBy
    ) {
      nodes {
        ...CliToolChange
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const ShowToolChangesDocument = graphql(`
  query CliShowToolChanges($serverId: ID, $after: String) {
    toolChanges(filter: { serverId: $serverId }, first: 20, after: $after) {
      nodes {
        ...CliToolChange
        before
        after
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const AcceptToolChangesDocument = graphql(`
  mutation CliAcceptToolChanges($input: AcceptToolChangesInput!) {
    acceptToolChanges(input: $input) {
      ...CliFailure
      ... on AcceptToolChangesPayload {
        toolIds
        removedToolIds
        hasInstructions
      }
    }
  }
`);

export const RefuseToolChangesDocument = graphql(`
  mutation CliRefuseToolChanges($input: RefuseToolChangesInput!) {
    refuseToolChanges(input: $input) {
      ...CliFailure
      ... on RefuseToolChangesPayload {
        toolIds
        hasInstructions
      }
    }
  }
`);

export const UpdateServerHeldChangesDocument = graphql(`
  mutation CliUpdateServerHeldChanges($input: UpdateServerHeldChangesInput!) {
    updateServerHeldChanges(input: $input) {
      ...CliFailure
      ... on UpdateServerHeldChangesPayload {
        server {
          heldChanges
        }
      }
    }
  }
`);

export const UpdateHeldChangesDocument = graphql(`
  mutation CliUpdateHeldChanges($input: UpdateHeldChangesInput!) {
    updateHeldChanges(input: $input) {
      ...CliFailure
      ... on UpdateHeldChangesPayload {
        account {
          heldChanges
        }
      }
    }
  }
`);
