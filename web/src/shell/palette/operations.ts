import { graphql } from '../../gql/gql.ts';

export const PALETTE_FOUND = graphql(`
  query PaletteFound($search: String) {
    stacks(filter: { search: $search }, first: 6) {
      nodes {
        id
        name
      }
    }
    servers(filter: { search: $search }, first: 6) {
      nodes {
        id: slug
        name
      }
    }
  }
`);

export const PALETTE_TOOLS = graphql(`
  query PaletteTools($id: ID!) {
    stack(id: $id) {
      id
      name
      tools {
        nodes {
          id: toolId
          exposedName
          title
          serverName
        }
      }
    }
  }
`);
