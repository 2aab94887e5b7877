import { graphql } from '../gql/gql.ts';

export const PICK_STACK = graphql(`
  fragment PickStack on Stack {
    id
    name
    rights
  }
`);

/** Stacks for a select. The page size fits into a plain select without a search. */
export const PICK_STACKS = graphql(`
  query PickStacks($search: String, $orderBy: StackOrder) {
    stacks(first: 50, filter: { search: $search }, orderBy: $orderBy) {
      totalCount
      nodes {
        ...PickStack
      }
    }
  }
`);

/** Stacks that contain a server, for a select. */
export const PICK_SERVER_STACKS = graphql(`
  query PickServerStacks($serverId: String!, $search: String, $orderBy: ServerStackOrder) {
    server(by: { slug: $serverId }) {
      stacks(first: 50, filter: { search: $search }, orderBy: $orderBy) {
        totalCount
        nodes {
          ...PickStack
        }
      }
    }
  }
`);

export const PICKED_STACK = graphql(`
  query PickedStack($id: ID!) {
    stack(id: $id) {
      ...PickStack
    }
  }
`);
