import { graphql } from '../../generated/gql/gql.ts';

export const JobFragment = graphql(`
  fragment CliJob on Job {
    id
    state
    stackId
    toolId
    callerId
    endUser
    approvalId
    createdAt
    startedAt
    endedAt
    expiresAt
  }
`);

export const StartJobDocument = graphql(`
  mutation CliStartJob($input: StartJobInput!) {
    startJob(input: $input) {
      ...CliFailure
      ... on StartJobPayload {
        job {
          ...CliJob
        }
      }
    }
  }
`);

export const ListJobsDocument = graphql(`
  query CliJobs($stackId: ID, $after: String) {
    jobs(filter: { stackId: $stackId }, first: 100, after: $after) {
      nodes {
        ...CliJob
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const ShowJobDocument = graphql(`
  query CliJobById($id: ID!) {
    job(id: $id) {
      ...CliJob
      progress {
        progress
        total
        message
      }
      answer {
        result
        headers {
          name
          value
        }
        failure {
          code
          message
          issues {
            path
            message
          }
          outcome
          status
          retryAfterSeconds
          isRepeatable
          upstream {
            status
            code
            problems {
              field
              message
              code
            }
            contentType
            body
            isTruncated
          }
        }
      }
    }
  }
`);

export const FollowJobDocument = graphql(`
  subscription CliFollowJob($jobId: ID!) {
    jobs(jobId: $jobId) {
      state
      approvalId
      endedAt
      progress {
        progress
        total
        message
      }
    }
  }
`);

export const CancelJobDocument = graphql(`
  mutation CliCancelJob($input: CancelJobInput!) {
    cancelJob(input: $input) {
      ...CliFailure
      ... on CancelJobPayload {
        job {
          ...CliJob
        }
      }
    }
  }
`);
