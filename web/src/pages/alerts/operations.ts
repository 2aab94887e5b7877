import { graphql } from '../../gql/gql.ts';

export const ALERTS_LIST = graphql(`
  query AlertsList {
    alerts {
      ...AlertRow
    }
  }
`);

export const ALERTS_BOUND = graphql(`
  query AlertsBound {
    viewer {
      limits {
        name
        max
      }
    }
  }
`);

export const ALERTS_RULES = graphql(`
  query AlertsRules {
    alertRules {
      muted
      failureHours
      failureCount
      failurePercent
      endDays
    }
  }
`);

export const ALERTS_UPDATE_RULES = graphql(`
  mutation AlertsUpdateRules($input: UpdateAlertRulesInput!) {
    updateAlertRules(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
      ... on InvalidInputError {
        issues {
          path
          message
        }
      }
    }
  }
`);

export const ALERTS_MAIL = graphql(`
  query AlertsMail {
    alertMail {
      state
      address
    }
  }
`);

export const ALERTS_UPDATE_MAIL = graphql(`
  mutation AlertsUpdateMail($input: UpdateAlertMailInput!) {
    updateAlertMail(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
      ... on UpdateAlertMailPayload {
        mail {
          state
        }
      }
    }
  }
`);
