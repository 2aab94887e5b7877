import { graphql } from '../../gql/gql.ts';

export const ALERT_ROW = graphql(`
  fragment AlertRow on Alert {
    id
    kind
    title
    path
    startedAt
    endedAt
  }
`);
