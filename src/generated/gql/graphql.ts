/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A server to add to a stack, and which of its tools to enable. */
export type AddServerToStackInput = {
  /** Enables every tool of the server. */
  enableAllTools?: boolean | null | undefined;
  /** The ids of the tools to enable; counts only when not all are. None when left out. */
  enabledTools?: Array<string | number> | null | undefined;
  /** The server’s id. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
};

/** A new stack. */
export type CreateStackInput = {
  /** How it shall behave; analytics are off by default. */
  configuration?: StackConfigurationInput | null | undefined;
  /** 1 to 100 characters, unique within the account. */
  name: string;
};

/** Whether a credential is stored. */
export type CredentialState =
  /** A value is stored. */
  | 'ADDED'
  /** No value is stored. */
  | 'MISSING';

/** A stack to delete, for good. */
export type DeleteStackInput = {
  /** The stack to delete. */
  stackId: string | number;
};

/** What kind of failure a mutation reports; stable, unlike its message. */
export type FailureCode =
  /** The name is taken. */
  | 'ALREADY_EXISTS'
  /** The API key may not do this. */
  | 'FORBIDDEN'
  /** The input breaks a rule; `issues` says which. */
  | 'INVALID_INPUT'
  /** What the input names does not exist, or is another account’s. */
  | 'NOT_FOUND'
  /** The tool did not succeed; `outcome` says how. */
  | 'TOOL_FAILED';

/** A call of a tool. */
export type InvokeToolInput = {
  /** The stack whose credentials to use. */
  stackId: string | number;
  /** The tool’s unique name; it must be enabled in the stack. */
  toolId: string | number;
  /** The tool’s input, as its `inputSchema` says. */
  toolInput: unknown;
};

/** What is counted together. GraphQL and REST spend from the same counters. */
export type RateLimitClass =
  /** Everything else. */
  | 'DEFAULT'
  /** Tool calls. */
  | 'INVOKE'
  /** Creation and updates of stacks. */
  | 'STACKS';

/** A stored credential to remove. */
export type RemoveCredentialInput = {
  /** The field whose value to remove. */
  fieldId: string | number;
  /** The server’s id, or its exact name, as the stack has it. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
};

/** A server to take out of a stack. */
export type RemoveServerFromStackInput = {
  /** The server’s id, or its exact name, as the stack has it. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
};

/** Credentials of a server in a stack. */
export type SetCredentialsInput = {
  /** An object from field id to value, text of at most 16 KiB. Fields that it does not name stay. */
  credentials: unknown;
  /** The server’s id, or its exact name, as the stack has it. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
};

/** How a stack shall behave. What is left out stays as it is. */
export type StackConfigurationInput = {
  /** Whether to record sizes, duration and outcome of tool calls. */
  analyticsEnabled?: boolean | null | undefined;
};

/** How a tool call ended without success. */
export type ToolFailureOutcome =
  /** The installation does not allow calls to this address. */
  | 'ADDRESS_REFUSED'
  /** The answer broke the protocol or a size limit. */
  | 'BAD_ANSWER'
  /** The call was given up before it ended. */
  | 'CANCELLED'
  /** Required credentials are missing or unreadable. */
  | 'MISSING_CREDENTIALS'
  /** The service did not answer in time. */
  | 'TIMED_OUT'
  /** The tool ran and said that it failed. */
  | 'TOOL_ERROR'
  /** The service could not be reached. */
  | 'UNREACHABLE'
  /** The service answered with an error. */
  | 'UPSTREAM_ERROR'
  /** The service asks to slow down. */
  | 'UPSTREAM_RATE_LIMITED'
  /** The service refused the credentials or the permission. */
  | 'UPSTREAM_REFUSED';

/** The shape in which a model’s provider or framework takes tool definitions. */
export type ToolFormat =
  /** Anthropic, Messages. */
  | 'ANTHROPIC'
  /** Name, description, `input_schema` and server. */
  | 'DEFAULT'
  /** Google Gemini. */
  | 'GEMINI'
  /** LangChain. */
  | 'LANGCHAIN'
  /** Model Context Protocol. */
  | 'MCP'
  /** OpenAI, Chat Completions. */
  | 'OPENAI'
  /** OpenAI, Responses. */
  | 'OPENAI_RESPONSES'
  /** OpenAI strict mode, where a schema qualifies for it. */
  | 'OPENAI_STRICT'
  /** Vercel AI SDK. */
  | 'VERCEL';

/** The tools of a server that shall be enabled in a stack. */
export type UpdateServerToolsInput = {
  /** The ids of all tools to enable; every other is disabled. */
  enabledTools: Array<string | number>;
  /** The server’s id, or its exact name, as the stack has it. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
};

/** A change to a stack. What is left out stays as it is. */
export type UpdateStackInput = {
  /** How it shall behave from now on. */
  configuration?: StackConfigurationInput | null | undefined;
  /** Its new name, 1 to 100 characters. */
  name?: string | null | undefined;
  /** The stack to change. */
  stackId: string | number;
};

export type CliViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type CliViewerQuery = { viewer: { apiKeyId: string, scopes: Array<string>, account: { id: string, name: string } } | null };

export type CliStacksQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type CliStacksQuery = { stacks: { nodes: Array<{ id: string, name: string, createdAt: string, updatedAt: string, configuration: { analyticsEnabled: boolean }, servers: { totalCount: number, nodes: Array<{ toolCount: number, server: { id: string } }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CliStackQueryVariables = Exact<{
  id: string | number;
}>;


export type CliStackQuery = { stack: { id: string, name: string, createdAt: string, updatedAt: string, configuration: { analyticsEnabled: boolean }, servers: { totalCount: number, nodes: Array<{ toolCount: number, server: { id: string, name: string }, credentialStatus: { requiredAdded: boolean, required: Array<{ fieldId: string, state: CredentialState }>, optional: Array<{ fieldId: string, state: CredentialState }> } }> } } | null };

export type CliCreateStackMutationVariables = Exact<{
  input: CreateStackInput;
}>;


export type CliCreateStackMutation = { createStack:
    | { code: FailureCode, message: string }
    | { stack: { id: string, name: string } }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
   | null };

export type CliUpdateStackMutationVariables = Exact<{
  input: UpdateStackInput;
}>;


export type CliUpdateStackMutation = { updateStack:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { stack: { id: string, name: string } }
   | null };

export type CliDeleteStackMutationVariables = Exact<{
  input: DeleteStackInput;
}>;


export type CliDeleteStackMutation = { deleteStack:
    | { stackId: string, name: string }
    | { code: FailureCode, message: string }
   | null };

export type CliServersQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type CliServersQuery = { servers: { totalCount: number, nodes: Array<{ id: string, name: string, description: string, isPrivate: boolean, isVerified: boolean, tools: { totalCount: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CliServerQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type CliServerQuery = { server: { id: string, name: string, description: string, homepage: string | null, isPrivate: boolean, isVerified: boolean, scopes: Array<string>, credentialFields: Array<{ id: string, name: string, description: string, required: boolean }>, tools: { totalCount: number, nodes: Array<{ id: string, description: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CliAddServerMutationVariables = Exact<{
  input: AddServerToStackInput;
}>;


export type CliAddServerMutation = { addServerToStack:
    | { enabledCount: number, stackServer: { credentialStatus: { required: Array<{ fieldId: string, state: CredentialState }> } } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
   | null };

export type CliUpdateServerToolsMutationVariables = Exact<{
  input: UpdateServerToolsInput;
}>;


export type CliUpdateServerToolsMutation = { updateServerTools:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { enabledCount: number }
   | null };

export type CliRemoveServerMutationVariables = Exact<{
  input: RemoveServerFromStackInput;
}>;


export type CliRemoveServerMutation = { removeServerFromStack:
    | { code: FailureCode, message: string }
    | { serverId: string }
   | null };

export type CliSetCredentialsMutationVariables = Exact<{
  input: SetCredentialsInput;
}>;


export type CliSetCredentialsMutation = { setCredentials:
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { fieldIds: Array<string>, credentialStatus: { requiredAdded: boolean, required: Array<{ fieldId: string, state: CredentialState }> } }
   | null };

export type CliRemoveCredentialMutationVariables = Exact<{
  input: RemoveCredentialInput;
}>;


export type CliRemoveCredentialMutation = { removeCredential:
    | { code: FailureCode, message: string }
    | { fieldIds: Array<string> }
   | null };

export type CliStackToolsQueryVariables = Exact<{
  id: string | number;
  format: ToolFormat;
}>;


export type CliStackToolsQuery = { stack: { tools: { totalCount: number, definitions: Array<unknown>, nodes: Array<{ id: string, serverId: string, description: string }>, warnings: Array<{ toolId: string, reason: string }> } } | null };

export type CliInvokeToolMutationVariables = Exact<{
  input: InvokeToolInput;
}>;


export type CliInvokeToolMutation = { invokeTool:
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { result: unknown }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, outcome: ToolFailureOutcome, fieldIds: Array<string>, retryAfterSeconds: number | null }
   | null };

export type CliApiKeysQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type CliApiKeysQuery = { apiKeys: { nodes: Array<{ id: string, name: string, display: string, scopes: Array<string>, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CliRateLimitQueryVariables = Exact<{ [key: string]: never; }>;


export type CliRateLimitQuery = { rateLimit: Array<{ class: RateLimitClass, limit: number, remaining: number, resetAt: string }> | null };

export type TestViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type TestViewerQuery = { viewer: { scopes: Array<string> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const CliViewerDocument = new TypedDocumentString(`
    query CliViewer {
  viewer {
    account {
      id
      name
    }
    apiKeyId
    scopes
  }
}
    `) as unknown as TypedDocumentString<CliViewerQuery, CliViewerQueryVariables>;
export const CliStacksDocument = new TypedDocumentString(`
    query CliStacks($after: String) {
  stacks(first: 100, after: $after) {
    nodes {
      id
      name
      configuration {
        analyticsEnabled
      }
      servers(first: 20) {
        totalCount
        nodes {
          server {
            id
          }
          toolCount
        }
      }
      createdAt
      updatedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<CliStacksQuery, CliStacksQueryVariables>;
export const CliStackDocument = new TypedDocumentString(`
    query CliStack($id: ID!) {
  stack(id: $id) {
    id
    name
    configuration {
      analyticsEnabled
    }
    createdAt
    updatedAt
    servers(first: 100) {
      totalCount
      nodes {
        server {
          id
          name
        }
        toolCount
        credentialStatus {
          required {
            fieldId
            state
          }
          optional {
            fieldId
            state
          }
          requiredAdded
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CliStackQuery, CliStackQueryVariables>;
export const CliCreateStackDocument = new TypedDocumentString(`
    mutation CliCreateStack($input: CreateStackInput!) {
  createStack(input: $input) {
    ... on CreateStackPayload {
      stack {
        id
        name
      }
    }
    ... on Error {
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
    `) as unknown as TypedDocumentString<CliCreateStackMutation, CliCreateStackMutationVariables>;
export const CliUpdateStackDocument = new TypedDocumentString(`
    mutation CliUpdateStack($input: UpdateStackInput!) {
  updateStack(input: $input) {
    ... on UpdateStackPayload {
      stack {
        id
        name
      }
    }
    ... on Error {
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
    `) as unknown as TypedDocumentString<CliUpdateStackMutation, CliUpdateStackMutationVariables>;
export const CliDeleteStackDocument = new TypedDocumentString(`
    mutation CliDeleteStack($input: DeleteStackInput!) {
  deleteStack(input: $input) {
    ... on DeleteStackPayload {
      stackId
      name
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CliDeleteStackMutation, CliDeleteStackMutationVariables>;
export const CliServersDocument = new TypedDocumentString(`
    query CliServers($search: String, $after: String) {
  servers(first: 100, search: $search, after: $after) {
    totalCount
    nodes {
      id
      name
      description
      isPrivate
      isVerified
      tools(first: 0) {
        totalCount
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<CliServersQuery, CliServersQueryVariables>;
export const CliServerDocument = new TypedDocumentString(`
    query CliServer($id: ID!, $after: String) {
  server(id: $id) {
    id
    name
    description
    homepage
    isPrivate
    isVerified
    scopes
    credentialFields {
      id
      name
      description
      required
    }
    tools(first: 100, after: $after) {
      totalCount
      nodes {
        id
        description
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CliServerQuery, CliServerQueryVariables>;
export const CliAddServerDocument = new TypedDocumentString(`
    mutation CliAddServer($input: AddServerToStackInput!) {
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
    ... on Error {
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
    `) as unknown as TypedDocumentString<CliAddServerMutation, CliAddServerMutationVariables>;
export const CliUpdateServerToolsDocument = new TypedDocumentString(`
    mutation CliUpdateServerTools($input: UpdateServerToolsInput!) {
  updateServerTools(input: $input) {
    ... on UpdateServerToolsPayload {
      enabledCount
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CliUpdateServerToolsMutation, CliUpdateServerToolsMutationVariables>;
export const CliRemoveServerDocument = new TypedDocumentString(`
    mutation CliRemoveServer($input: RemoveServerFromStackInput!) {
  removeServerFromStack(input: $input) {
    ... on RemoveServerFromStackPayload {
      serverId
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CliRemoveServerMutation, CliRemoveServerMutationVariables>;
export const CliSetCredentialsDocument = new TypedDocumentString(`
    mutation CliSetCredentials($input: SetCredentialsInput!) {
  setCredentials(input: $input) {
    ... on SetCredentialsPayload {
      fieldIds
      credentialStatus {
        required {
          fieldId
          state
        }
        requiredAdded
      }
    }
    ... on Error {
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
    `) as unknown as TypedDocumentString<CliSetCredentialsMutation, CliSetCredentialsMutationVariables>;
export const CliRemoveCredentialDocument = new TypedDocumentString(`
    mutation CliRemoveCredential($input: RemoveCredentialInput!) {
  removeCredential(input: $input) {
    ... on RemoveCredentialPayload {
      fieldIds
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CliRemoveCredentialMutation, CliRemoveCredentialMutationVariables>;
export const CliStackToolsDocument = new TypedDocumentString(`
    query CliStackTools($id: ID!, $format: ToolFormat!) {
  stack(id: $id) {
    tools(format: $format) {
      totalCount
      nodes {
        id
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
    `) as unknown as TypedDocumentString<CliStackToolsQuery, CliStackToolsQueryVariables>;
export const CliInvokeToolDocument = new TypedDocumentString(`
    mutation CliInvokeTool($input: InvokeToolInput!) {
  invokeTool(input: $input) {
    ... on InvokeToolPayload {
      result
    }
    ... on Error {
      code
      message
    }
    ... on InvalidInputError {
      issues {
        path
        message
      }
    }
    ... on ToolFailedError {
      outcome
      fieldIds
      retryAfterSeconds
    }
  }
}
    `) as unknown as TypedDocumentString<CliInvokeToolMutation, CliInvokeToolMutationVariables>;
export const CliApiKeysDocument = new TypedDocumentString(`
    query CliApiKeys($after: String) {
  apiKeys(first: 100, after: $after) {
    nodes {
      id
      name
      display
      scopes
      createdAt
      expiresAt
      revokedAt
      lastUsedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<CliApiKeysQuery, CliApiKeysQueryVariables>;
export const CliRateLimitDocument = new TypedDocumentString(`
    query CliRateLimit {
  rateLimit {
    class
    limit
    remaining
    resetAt
  }
}
    `) as unknown as TypedDocumentString<CliRateLimitQuery, CliRateLimitQueryVariables>;
export const TestViewerDocument = new TypedDocumentString(`
    query TestViewer {
  viewer {
    scopes
  }
}
    `) as unknown as TypedDocumentString<TestViewerQuery, TestViewerQueryVariables>;