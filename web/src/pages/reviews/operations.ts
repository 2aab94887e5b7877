import { graphql } from '../../gql/gql.ts';

export const REVIEWS_LIST = graphql(`
  query ReviewsList($search: String, $changeKind: ToolChangeKind, $orderBy: ToolChangeOrder, $after: String) {
    all: toolChanges(first: 1) {
      totalCount
    }
    allInstructions: instructionChanges(first: 1) {
      totalCount
    }
    toolChanges(first: 50, after: $after, filter: { search: $search, changeKind: $changeKind }, orderBy: $orderBy) {
      totalCount
      nodes {
        toolId
        server {
          id: slug
          name
          digest
        }
        kind
        isRefused
        stackIds
        beforeDigest
        afterDigest
        before
        after
        changedAt
        changes {
          kind
          path
          difference
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const REVIEWS_INSTRUCTIONS = graphql(`
  query ReviewsInstructions($search: String) {
    instructionChanges(first: 100, filter: { search: $search }) {
      totalCount
      nodes {
        server {
          id: slug
          name
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
    }
  }
`);

export const REVIEWS_HELD_KINDS = graphql(`
  query ReviewsHeldKinds {
    viewer {
      account {
        heldChanges
      }
    }
  }
`);

export const REVIEWS_HOLD = graphql(`
  mutation ReviewsHold($input: UpdateHeldChangesInput!) {
    updateHeldChanges(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const REVIEWS_ACCEPT = graphql(`
  mutation ReviewsAccept($input: AcceptToolChangesInput!) {
    acceptToolChanges(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const REVIEWS_REFUSE = graphql(`
  mutation ReviewsRefuse($input: RefuseToolChangesInput!) {
    refuseToolChanges(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);
