import { graphql } from '../../generated/gql/gql.ts';

export const StackRowFragment = graphql(`
  fragment CliStackRow on Stack {
    id
    name
    configuration {
      isRecorded
    }
    createdAt
    updatedAt
  }
`);

export const ListStacksDocument = graphql(`
  query CliStacks(
    $search: String
    $needsAttention: Boolean
    $isRecorded: Boolean
    $orderBy: StackOrder
    $after: String
  ) {
    stacks(
      first: 100
      after: $after
      filter: {
        search: $search
        isWide: true
        needsAttention: $needsAttention
        isRecorded: $isRecorded
      }
      orderBy: $orderBy
    ) {
      nodes {
        ...CliStackRow
        servers(first: 20) {
          totalCount
          nodes {
            server {
              id: slug
            }
            toolCount
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

export const StackByNameDocument = graphql(`
  query CliStackByName($name: String!) {
    stack(by: { name: $name }) {
      id
    }
  }
`);

/** Reads only the fields needed to choose a stack. */
export const StackNamesDocument = graphql(`
  query CliStackNames($after: String) {
    stacks(first: 100, after: $after) {
      nodes {
        id
        name
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const ShowStackDocument = graphql(`
  query CliStack($id: ID!) {
    stack(id: $id) {
      ...CliStackRow
      servers(first: 100) {
        totalCount
        nodes {
          server {
            id: slug
            name
          }
          toolCount
          lackingToolCount
          credentialStatus {
            hasRequired
            required {
              fieldId
              state
              isMoved
            }
            optional {
              fieldId
              state
              isMoved
            }
          }
        }
      }
    }
  }
`);

export const CreateStackDocument = graphql(`
  mutation CliCreateStack($input: CreateStackInput!) {
    createStack(input: $input) {
      ...CliFailure
      ... on CreateStackPayload {
        stack {
          ...CliStackRow
        }
      }
    }
  }
`);

export const StackTemplatesDocument = graphql(`
  query CliStackTemplates {
    stackTemplates {
      id
      name
      description
      servers {
        serverId
        server {
          id: slug
        }
        toolIds
      }
      rules {
        name
        effect
        toolIds
      }
    }
  }
`);

export const DuplicateStackDocument = graphql(`
  mutation CliDuplicateStack($input: DuplicateStackInput!) {
    duplicateStack(input: $input) {
      ...CliFailure
      ... on DuplicateStackPayload {
        stack {
          ...CliStackRow
        }
      }
    }
  }
`);

export const UpdateStackDocument = graphql(`
  mutation CliUpdateStack($input: UpdateStackInput!) {
    updateStack(input: $input) {
      ...CliFailure
      ... on UpdateStackPayload {
        stack {
          ...CliStackRow
        }
      }
    }
  }
`);

export const DeleteStackDocument = graphql(`
  mutation CliDeleteStack($input: DeleteStackInput!) {
    deleteStack(input: $input) {
      ...CliFailure
      ... on DeleteStackPayload {
        stackId
        name
      }
    }
  }
`);

export const StackToolsDocument = graphql(`
  query CliStackTools($id: ID!, $format: ToolFormat!, $isDeferred: Boolean!) {
    stack(id: $id) {
      tools(format: $format, isDeferred: $isDeferred) {
        nodes {
          id: toolId
          serverId
          description
        }
        definitions
        warnings {
          toolId
          reason
        }
      }
    }
  }
`);

export const ToolProgressDocument = graphql(`
  subscription CliToolProgress($progressId: ID!) {
    toolProgress(progressId: $progressId) {
      progress
      total
      message
    }
  }
`);

export const InvokeToolDocument = graphql(`
  mutation CliInvokeTool($input: InvokeToolInput!) {
    invokeTool(input: $input) {
      ...CliFailure
      ... on ToolFailedError {
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
      ... on InvokeToolPayload {
        result
        headers {
          name
          value
        }
      }
    }
  }
`);

export const UpdateCallContentsDocument = graphql(`
  mutation CliUpdateCallContents($input: UpdateCallContentsInput!) {
    updateCallContents(input: $input) {
      ...CliFailure
      ... on UpdateCallContentsPayload {
        stack {
          id
          name
          configuration {
            contentDays
            contentRedactions
          }
        }
      }
    }
  }
`);

export const DeleteCallContentsDocument = graphql(`
  mutation CliDeleteCallContents($input: DeleteCallContentsInput!) {
    deleteCallContents(input: $input) {
      ...CliFailure
      ... on DeleteCallContentsPayload {
        count
      }
    }
  }
`);
