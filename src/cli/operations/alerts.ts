import { graphql } from '../../generated/gql/gql.ts';

export const AlertRulesFragment = graphql(`
  fragment CliAlertRules on AlertRules {
    muted
    failureHours
    failureCount
    failurePercent
    endDays
  }
`);

export const AlertDetailsFragment = graphql(`
  fragment CliAlertDetails on AlertDetails {
    stackName
    serverId
    serverName
    toolId
    callCount
    failureCount
    hours
    fieldId
    fieldName
    problem
    actorId
    actorName
    endpointName
    toolCount
    hasInstructions
    expiresAt
  }
`);

export const ListAlertsDocument = graphql(`
  query CliAlerts($isOpen: Boolean) {
    alerts(filter: { isOpen: $isOpen }) {
      id
      kind
      title
      stackId
      details {
        ...CliAlertDetails
      }
      startedAt
      endedAt
      toldAt
    }
  }
`);

export const AlertRulesDocument = graphql(`
  query CliAlertRules {
    alertRules {
      ...CliAlertRules
    }
  }
`);

export const UpdateAlertRulesDocument = graphql(`
  mutation CliUpdateAlertRules($input: UpdateAlertRulesInput!) {
    updateAlertRules(input: $input) {
      ...CliFailure
      ... on UpdateAlertRulesPayload {
        rules {
          ...CliAlertRules
        }
      }
    }
  }
`);
