/** Initial tabs, from a first query to a tool call. */
export const EXAMPLES: readonly { readonly query: string; readonly variables?: string }[] = [
  {
    query: `# If you’re signed in, press play.
# Otherwise enter an API key at the top.
query FirstLook {
  viewer {
    account {
      name
    }
    rights
  }
  servers(first: 10) {
    totalCount
    nodes {
      id
      name
      description
      tools(first: 3) {
        totalCount
        nodes {
          id
          description
        }
      }
    }
  }
  stacks {
    nodes {
      id
      name
    }
  }
}
`,
  },
  {
    query: `mutation CreateStack($input: CreateStackInput!) {
  createStack(input: $input) {
    ... on CreateStackPayload {
      stack {
        id
        name
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
`,
    variables: `{
  "input": { "name": "My first stack" }
}
`,
  },
  {
    query: `# Put the id of your stack into the variables below.
mutation AddServer($input: AddServerToStackInput!) {
  addServerToStack(input: $input) {
    ... on AddServerToStackPayload {
      enabledCount
      stackServer {
        credentialStatus {
          required {
            fieldId
            state
          }
        }
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
`,
    variables: `{
  "input": { "stackId": "stack_…", "serverId": "everything", "hasAllTools": true }
}
`,
  },
  {
    query: `# For servers that need credentials. Values are never shown again.
mutation SetCredentials($input: SetCredentialsInput!) {
  setCredentials(input: $input) {
    ... on SetCredentialsPayload {
      fieldIds
      credentialStatus {
        hasRequired
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
`,
    variables: `{
  "input": {
    "stackId": "stack_…",
    "serverId": "linear",
    "credentialValues": [{ "fieldId": "linear_api_key", "value": "lin_api_…" }]
  }
}
`,
  },
  {
    query: `# Put the id of your stack into the variables below.
mutation CallTool($input: InvokeToolInput!) {
  invokeTool(input: $input) {
    ... on InvokeToolPayload {
      result
    }
    ... on ToolFailedError {
      outcome
      message
      fieldIds
    }
    ... on InvalidInputError {
      message
      issues {
        path
        message
      }
    }
    ... on NotFoundError {
      message
    }
  }
}
`,
    variables: `{
  "input": {
    "stackId": "stack_…",
    "toolId": "everything_echo",
    "toolInput": { "message": "Hello" }
  }
}
`,
  },
  {
    query: `# Press play, then call a tool to see it here.
subscription WatchCalls($stackId: ID) {
  calls(stackId: $stackId) {
    at
    toolId
    outcome
    latencyMs
  }
}
`,
    variables: `{
  "stackId": null
}
`,
  },
];
