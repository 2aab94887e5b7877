import { graphql } from '../../gql/gql.ts';

export const RULES_LIST = graphql(`
  query RulesList($search: String, $effect: PolicyEffect, $orderBy: PolicyRuleOrder, $after: String) {
    all: policyRules(first: 1) {
      totalCount
    }
    policyRules(first: 50, after: $after, filter: { search: $search, effect: $effect }, orderBy: $orderBy) {
      totalCount
      nodes {
        id
        name
        effect
        stack {
          name
        }
        endpoint {
          name
        }
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
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const RULES_EXPLAIN = graphql(`
  query RulesExplain(
    $stackId: ID!
    $toolId: ID!
    $callerId: ID
    $input: JSON
    $address: String
    $rule: CreatePolicyRuleInput
  ) {
    explainDecision(
      stackId: $stackId
      toolId: $toolId
      callerId: $callerId
      input: $input
      address: $address
      rule: $rule
    ) {
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

export const RULES_TRY = graphql(`
  query RulesTry($rule: CreatePolicyRuleInput!) {
    tryPolicyRule(rule: $rule) {
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
      ... on PolicyDryRun {
        since
        callCount
        isComplete
        unrecordedStackCount
        groups {
          stackId
          toolId
          endpointId
          callCount
          isCertain
        }
      }
    }
  }
`);

export const RULES_CREATE = graphql(`
  mutation RulesCreate($input: CreatePolicyRuleInput!) {
    createPolicyRule(input: $input) {
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
      ... on CreatePolicyRulePayload {
        rule {
          id
        }
      }
    }
  }
`);

export const RULES_UPDATE = graphql(`
  mutation RulesUpdate($input: UpdatePolicyRuleInput!) {
    updatePolicyRule(input: $input) {
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
      ... on UpdatePolicyRulePayload {
        rule {
          id
        }
      }
    }
  }
`);

export const RULES_DELETE = graphql(`
  mutation RulesDelete($input: DeletePolicyRuleInput!) {
    deletePolicyRule(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const RULES_TOOLS = graphql(`
  query RulesTools($search: String) {
    servers(first: 10, filter: { search: $search }) {
      nodes {
        name
        slug
        tools(first: 100) {
          nodes {
            toolId
            title
          }
        }
      }
    }
  }
`);

export const RULES_CALLERS = graphql(`
  query RulesCallers($search: String, $stackId: ID!, $hasStack: Boolean!) {
    stack(by: { id: $stackId }) @include(if: $hasStack) {
      id
      name
      endpoints(first: 20, filter: { search: $search }) {
        nodes {
          id
          name
        }
      }
    }
    stacks(first: 20) @skip(if: $hasStack) {
      nodes {
        id
        name
        endpoints(first: 5, filter: { search: $search }) {
          nodes {
            id
            name
          }
        }
      }
    }
    apiKeys(first: 20, filter: { search: $search, isInForce: true }) {
      nodes {
        id
        name
      }
    }
    users {
      id
      displayName
    }
  }
`);

export const RULES_CALLER_NAMES = graphql(`
  query RulesCallerNames($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on Actor {
        displayName
      }
    }
  }
`);

export const RULES_LABELS = graphql(`
  query RulesLabels($after: String) {
    servers(first: 50, after: $after, filter: { hasResultLabels: true }, orderBy: { field: NAME, direction: ASC }) {
      totalCount
      nodes {
        name
        slug
        resultLabel
        labelledTools(first: 20) {
          totalCount
          nodes {
            toolId
            title
            resultLabel
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const RULES_SET_LABEL = graphql(`
  mutation RulesSetLabel($input: UpdateResultLabelInput!) {
    updateResultLabel(input: $input) {
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
