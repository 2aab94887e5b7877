import { graphql } from 'relay-runtime';

// Input of relay-compiler; only its output runs.
export const documents = [
  graphql`
    query queriesStackQuery($id: ID!) {
      stack(id: $id) {
        id
        name
        servers {
          nodes {
            id
            toolCount
            tools {
              nodes {
                id
                toolId
              }
            }
            server {
              id
              credentialFields {
                id
                fieldId
              }
            }
          }
        }
        tools {
          nodes {
            id
            toolId
            exposedName
          }
        }
      }
    }
  `,
  graphql`
    query queriesStacksQuery($after: String) {
      stacks(first: 2, after: $after) @connection(key: "queries_stacks") {
        edges {
          node {
            id
            name
          }
        }
      }
    }
  `,
  graphql`
    query queriesNodeQuery($id: ID!) {
      node(id: $id) {
        __typename
        id
        ... on EnabledTool {
          exposedName
        }
      }
    }
  `,
  graphql`
    mutation queriesRenameMutation($input: UpdateStackToolInput!) {
      updateStackTool(input: $input) {
        __typename
        ... on UpdateStackToolPayload {
          tool {
            id
            exposedName
          }
        }
      }
    }
  `,
  graphql`
    mutation queriesEnableMutation($input: UpdateServerToolsInput!) {
      updateServerTools(input: $input) {
        __typename
        ... on UpdateServerToolsPayload {
          stackServer {
            id
            toolCount
            tools {
              nodes {
                id
                toolId
              }
            }
          }
        }
      }
    }
  `,
  graphql`
    mutation queriesDeleteMutation($input: DeleteStackInput!, $connections: [ID!]!) {
      deleteStack(input: $input) {
        __typename
        ... on DeleteStackPayload {
          stackId @deleteEdge(connections: $connections)
        }
      }
    }
  `,
];
