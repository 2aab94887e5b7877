import { graphql } from '../../gql/gql.ts';

export const JOBS_ROW = graphql(`
  fragment JobsRow on Job {
    id
    state
    toolId
    stack {
      id
      name
      rights
    }
    caller {
      displayName
    }
    callerId
    endUser
    approvalId
    progress {
      progress
      total
      message
    }
    createdAt
    endedAt
  }
`);

export const JOBS_LIST = graphql(`
  query JobsList($stackId: ID, $states: [JobState!], $first: Int, $after: String) {
    jobs(filter: { stackId: $stackId, states: $states }, first: $first, after: $after) {
      nodes {
        ...JobsRow
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

export const JOBS_LIVE = graphql(`
  subscription JobsLive($stackId: ID) {
    jobs(stackId: $stackId) {
      ...JobsRow
    }
  }
`);

export const JOBS_ANSWER = graphql(`
  query JobsAnswer($id: ID!) {
    job(id: $id) {
      answer {
        result
        failure {
          message
        }
      }
    }
  }
`);

export const JOBS_CANCEL = graphql(`
  mutation JobsCancel($input: CancelJobInput!) {
    cancelJob(input: $input) {
      __typename
      ... on CancelJobPayload {
        job {
          ...JobsRow
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);
