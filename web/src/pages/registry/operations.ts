import { graphql } from '../../gql/gql.ts';

export const REGISTRY_SERVERS = graphql(`
  query RegistryServers($search: String, $after: String) {
    registryServers(search: $search, first: 30, after: $after) {
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
        }
        way
        reason
        commandLine
        credentialFields {
          id
          name
          isRequired
        }
        documentUrl
      }
    }
  }
`);
