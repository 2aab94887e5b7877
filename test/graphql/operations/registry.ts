import { graphql } from '../../../src/generated/gql/gql.ts';

export const RegistryServersDocument = graphql(`
  query TestRegistryServers($search: String, $first: Int, $after: String) {
    registryServers(search: $search, first: $first, after: $after) {
      registryUrl
      endCursor
      unreadCount
      nodes {
        name
        title
        description
        version
        status
        updatedAt
        website
        repository
        remotes {
          type
          url
        }
        packages {
          registryType
          identifier
          version
          transport
        }
        way
        reason
        commandLine
        credentialFields {
          id
          name
          isRequired
          isSecret
        }
        documentUrl
      }
    }
  }
`);

export const RegistryServerDocument = graphql(`
  query TestRegistryServer($name: String!, $version: String) {
    registryServer(name: $name, version: $version) {
      name
      version
      documentUrl
    }
  }
`);
