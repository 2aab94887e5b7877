import { graphql } from '../../../gql/gql.ts';

export const STACKS_USAGE = graphql(`
  query StacksUsage($stackId: ID!, $since: DateTime!, $bucketSeconds: Int!) {
    callStatistics(stackId: $stackId, since: $since, bucketSeconds: $bucketSeconds) {
      total {
        callCount
        failureCount
        p50Ms
        p95Ms
      }
      before {
        total {
          callCount
          failureCount
          p50Ms
          p95Ms
        }
      }
      buckets {
        start
        figures {
          callCount
          failureCount
        }
      }
      byTool {
        toolId
        figures {
          callCount
          failureCount
          p50Ms
          p95Ms
        }
      }
    }
  }
`);
