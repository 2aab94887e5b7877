import { graphql } from '../../generated/gql/gql.ts';

export const TrustedIssuerFragment = graphql(`
  fragment CliTrustedIssuer on TrustedIssuer {
    id
    endpointId
    name
    issuer
    audience
    jwksUrl
    claims {
      name
      values
    }
    endUserClaim
    endUserPrefix
    tools
    networks
    createdAt
  }
`);

export const ListTrustedIssuersDocument = graphql(`
  query CliTrustedIssuers($endpointId: ID!, $search: String, $after: String) {
    clientEndpoint(by: { id: $endpointId }) {
      trustedIssuers(first: 100, after: $after, filter: { search: $search }) {
        nodes {
          ...CliTrustedIssuer
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const CreateTrustedIssuerDocument = graphql(`
  mutation CliCreateTrustedIssuer($input: CreateTrustedIssuerInput!) {
    createTrustedIssuer(input: $input) {
      ...CliFailure
      ... on CreateTrustedIssuerPayload {
        trustedIssuer {
          ...CliTrustedIssuer
        }
      }
    }
  }
`);

export const DeleteTrustedIssuerDocument = graphql(`
  mutation CliDeleteTrustedIssuer($input: DeleteTrustedIssuerInput!) {
    deleteTrustedIssuer(input: $input) {
      ...CliFailure
      ... on DeleteTrustedIssuerPayload {
        trustedIssuerId
      }
    }
  }
`);
