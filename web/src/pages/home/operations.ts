import { graphql } from '../../gql/gql.ts';

export const HOME = graphql(`
  query Home {
    viewer {
      account {
        id
        name
      }
    }
  }
`);
