import { graphql } from '../../generated/gql/gql.ts';

export const CallFragment = graphql(`
  fragment CliCall on Call {
    id
    at
    stackId
    serverId
    toolId
    outcome
    latencyMs
    inputBytes
    outputBytes
    surface
    endpointId
    callerKind
    callerId
    endUser
    requestId
    traceId
    decision
    approvalId
    upstreamStatus
    queueMs
    ownMs
    upstreamMs
    error
    contents
  }
`);

export const FollowCallsDocument = graphql(`
  subscription CliFollowCalls($stackId: ID) {
    calls(stackId: $stackId) {
      ...CliCall
    }
  }
`);

export const ListCallsDocument = graphql(`
  query CliCalls($stackId: ID, $toolId: ID, $isFailure: Boolean, $first: Int!) {
    calls(stackId: $stackId, toolId: $toolId, isFailure: $isFailure, first: $first) {
      nodes {
        ...CliCall
      }
    }
  }
`);

export const ReadCallContentsDocument = graphql(`
  mutation CliReadCallContents($input: ReadCallContentsInput!) {
    readCallContents(input: $input) {
      ...CliFailure
      ... on ReadCallContentsPayload {
        contents {
          callId
          input
          output
          expiresAt
        }
      }
    }
  }
`);
