import { graphql } from '../../generated/gql/gql.ts';

export const CreateConnectLinkDocument = graphql(`
  mutation CliCreateConnectLink($input: CreateConnectLinkInput!) {
    createConnectLink(input: $input) {
      ...CliFailure
      ... on CreateConnectLinkPayload {
        url
        expiresAt
      }
    }
  }
`);

export const UpdateCredentialModeDocument = graphql(`
  mutation CliUpdateCredentialMode($input: UpdateServerCredentialModeInput!) {
    updateServerCredentialMode(input: $input) {
      ...CliFailure
      ... on UpdateServerCredentialModePayload {
        stackServer {
          credentialMode
        }
      }
    }
  }
`);

export const RefreshToolsDocument = graphql(`
  mutation CliRefreshServerTools($input: RefreshServerToolsInput!) {
    refreshServerTools(input: $input) {
      ...CliFailure
      ... on RefreshServerToolsPayload {
        toolCount
        isChanged
        heldCount
        refused {
          name
          reason
        }
      }
    }
  }
`);

export const UpdateServerRefreshDocument = graphql(`
  mutation CliUpdateServerRefresh($input: UpdateServerRefreshInput!) {
    updateServerRefresh(input: $input) {
      ...CliFailure
      ... on UpdateServerRefreshPayload {
        server {
          refresh {
            when
            stackId
            dueAt
            refreshedAt
            problem
          }
        }
      }
    }
  }
`);

export const TestConnectionDocument = graphql(`
  mutation CliTestConnection($input: TestConnectionInput!) {
    testConnection(input: $input) {
      ...CliFailure
      ... on TestConnectionPayload {
        outcome
        message
        toolId
      }
    }
  }
`);

export const UpdateApplicationSharingDocument = graphql(`
  mutation CliUpdateApplicationSharing($input: UpdateApplicationSharingInput!) {
    updateApplicationSharing(input: $input) {
      ...CliFailure
      ... on UpdateApplicationSharingPayload {
        isShared
        stackCount
      }
    }
  }
`);

export const CredentialProblemsDocument = graphql(`
  query CliCredentialProblems {
    credentialProblems {
      isComplete
      nodes {
        kind
        stackId
        stackName
        serverId
        fieldId
        fieldName
        wanted
        expiresAt
      }
    }
  }
`);
