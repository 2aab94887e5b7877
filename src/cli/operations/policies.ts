import { graphql } from '../../generated/gql/gql.ts';

export const PolicyRuleFragment = graphql(`
  fragment CliPolicyRule on PolicyRule {
    id
    name
    effect
    stackId
    endpointId
    isDefault
    callers: callerIds
    endUsers
    servers
    tools
    isReadOnly
    isDestructive
    isOpenWorld
    condition
    quota {
      calls
      bytes
      per
      of
    }
    message
    isEnabled
    createdAt
  }
`);

export const ListPolicyRulesDocument = graphql(`
  query CliPolicyRules($search: String, $effect: PolicyEffect, $after: String) {
    policyRules(first: 100, after: $after, filter: { search: $search, effect: $effect }) {
      nodes {
        ...CliPolicyRule
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const CreatePolicyRuleDocument = graphql(`
  mutation CliCreatePolicyRule($input: CreatePolicyRuleInput!) {
    createPolicyRule(input: $input) {
      ...CliFailure
      ... on CreatePolicyRulePayload {
        rule {
          ...CliPolicyRule
        }
      }
    }
  }
`);

export const UpdatePolicyRuleDocument = graphql(`
  mutation CliUpdatePolicyRule($input: UpdatePolicyRuleInput!) {
    updatePolicyRule(input: $input) {
      ...CliFailure
      ... on UpdatePolicyRulePayload {
        rule {
          ...CliPolicyRule
        }
      }
    }
  }
`);

export const DeletePolicyRuleDocument = graphql(`
  mutation CliDeletePolicyRule($input: DeletePolicyRuleInput!) {
    deletePolicyRule(input: $input) {
      ...CliFailure
      ... on DeletePolicyRulePayload {
        rule {
          ...CliPolicyRule
        }
      }
    }
  }
`);

export const ExplainDecisionDocument = graphql(`
  query CliExplainDecision(
    $stackId: ID!
    $toolId: ID!
    $callerId: ID
    $attenuated: String
    $endUser: String
    $input: JSON
    $results: [PassedResultInput!]
    $address: String
    $rule: CreatePolicyRuleInput
  ) {
    explainDecision(
      stackId: $stackId
      toolId: $toolId
      callerId: $callerId
      attenuated: $attenuated
      endUser: $endUser
      input: $input
      results: $results
      address: $address
      rule: $rule
    ) {
      ...CliFailure
      ... on PolicyExplanation {
        effect
        refusal
        isComplete
        considered {
          reason
          problem
          isTried
          rule {
            id
            name
            effect
          }
        }
      }
    }
  }
`);

export const TryPolicyRuleDocument = graphql(`
  query CliTryPolicyRule($rule: CreatePolicyRuleInput!, $days: Int) {
    tryPolicyRule(rule: $rule, days: $days) {
      ...CliFailure
      ... on PolicyDryRun {
        since
        callCount
        isComplete
        unrecordedStackCount
        groups {
          stackId
          serverId
          toolId
          endpointId
          callCount
          isCertain
        }
      }
    }
  }
`);
