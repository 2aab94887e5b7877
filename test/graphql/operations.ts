import { graphql } from '../../src/generated/gql/gql.ts';
export const X = graphql(`query TestViewer { viewer { scopes } }`);
