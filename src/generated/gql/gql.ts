/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query CliViewer {\n    viewer {\n      account {\n        id\n        name\n      }\n      apiKeyId\n      scopes\n    }\n  }\n": typeof types.CliViewerDocument,
    "\n  query CliStacks($after: String) {\n    stacks(first: 100, after: $after) {\n      nodes {\n        id\n        name\n        configuration {\n          analyticsEnabled\n        }\n        servers(first: 20) {\n          totalCount\n          nodes {\n            server {\n              id\n            }\n            toolCount\n          }\n        }\n        createdAt\n        updatedAt\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CliStacksDocument,
    "\n  query CliStack($id: ID!) {\n    stack(id: $id) {\n      id\n      name\n      configuration {\n        analyticsEnabled\n      }\n      createdAt\n      updatedAt\n      servers(first: 100) {\n        totalCount\n        nodes {\n          server {\n            id\n            name\n          }\n          toolCount\n          credentialStatus {\n            required {\n              fieldId\n              state\n            }\n            optional {\n              fieldId\n              state\n            }\n            requiredAdded\n          }\n        }\n      }\n    }\n  }\n": typeof types.CliStackDocument,
    "\n  mutation CliCreateStack($input: CreateStackInput!) {\n    createStack(input: $input) {\n      ... on CreateStackPayload {\n        stack {\n          id\n          name\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.CliCreateStackDocument,
    "\n  mutation CliUpdateStack($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      ... on UpdateStackPayload {\n        stack {\n          id\n          name\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateStackDocument,
    "\n  mutation CliDeleteStack($input: DeleteStackInput!) {\n    deleteStack(input: $input) {\n      ... on DeleteStackPayload {\n        stackId\n        name\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.CliDeleteStackDocument,
    "\n  query CliServers($search: String, $after: String) {\n    servers(first: 100, search: $search, after: $after) {\n      totalCount\n      nodes {\n        id\n        name\n        description\n        isPrivate\n        isVerified\n        tools(first: 0) {\n          totalCount\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CliServersDocument,
    "\n  query CliServer($id: ID!, $after: String) {\n    server(id: $id) {\n      id\n      name\n      description\n      homepage\n      isPrivate\n      isVerified\n      scopes\n      credentialFields {\n        id\n        name\n        description\n        required\n      }\n      tools(first: 100, after: $after) {\n        totalCount\n        nodes {\n          id\n          description\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.CliServerDocument,
    "\n  mutation CliAddServer($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      ... on AddServerToStackPayload {\n        enabledCount\n        stackServer {\n          credentialStatus {\n            required {\n              fieldId\n              state\n            }\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.CliAddServerDocument,
    "\n  mutation CliUpdateServerTools($input: UpdateServerToolsInput!) {\n    updateServerTools(input: $input) {\n      ... on UpdateServerToolsPayload {\n        enabledCount\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.CliUpdateServerToolsDocument,
    "\n  mutation CliRemoveServer($input: RemoveServerFromStackInput!) {\n    removeServerFromStack(input: $input) {\n      ... on RemoveServerFromStackPayload {\n        serverId\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.CliRemoveServerDocument,
    "\n  mutation CliSetCredentials($input: SetCredentialsInput!) {\n    setCredentials(input: $input) {\n      ... on SetCredentialsPayload {\n        fieldIds\n        credentialStatus {\n          required {\n            fieldId\n            state\n          }\n          requiredAdded\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.CliSetCredentialsDocument,
    "\n  mutation CliRemoveCredential($input: RemoveCredentialInput!) {\n    removeCredential(input: $input) {\n      ... on RemoveCredentialPayload {\n        fieldIds\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.CliRemoveCredentialDocument,
    "\n  query CliStackTools($id: ID!, $format: ToolFormat!) {\n    stack(id: $id) {\n      tools(format: $format) {\n        totalCount\n        nodes {\n          id\n          serverId\n          description\n        }\n        definitions\n        warnings {\n          toolId\n          reason\n        }\n      }\n    }\n  }\n": typeof types.CliStackToolsDocument,
    "\n  mutation CliInvokeTool($input: InvokeToolInput!) {\n    invokeTool(input: $input) {\n      ... on InvokeToolPayload {\n        result\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on ToolFailedError {\n        outcome\n        fieldIds\n        retryAfterSeconds\n      }\n    }\n  }\n": typeof types.CliInvokeToolDocument,
    "\n  query CliApiKeys($after: String) {\n    apiKeys(first: 100, after: $after) {\n      nodes {\n        id\n        name\n        display\n        scopes\n        createdAt\n        expiresAt\n        revokedAt\n        lastUsedAt\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CliApiKeysDocument,
    "\n  query CliRateLimit {\n    rateLimit {\n      class\n      limit\n      remaining\n      resetAt\n    }\n  }\n": typeof types.CliRateLimitDocument,
    "query TestViewer { viewer { scopes } }": typeof types.TestViewerDocument,
};
const documents: Documents = {
    "\n  query CliViewer {\n    viewer {\n      account {\n        id\n        name\n      }\n      apiKeyId\n      scopes\n    }\n  }\n": types.CliViewerDocument,
    "\n  query CliStacks($after: String) {\n    stacks(first: 100, after: $after) {\n      nodes {\n        id\n        name\n        configuration {\n          analyticsEnabled\n        }\n        servers(first: 20) {\n          totalCount\n          nodes {\n            server {\n              id\n            }\n            toolCount\n          }\n        }\n        createdAt\n        updatedAt\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CliStacksDocument,
    "\n  query CliStack($id: ID!) {\n    stack(id: $id) {\n      id\n      name\n      configuration {\n        analyticsEnabled\n      }\n      createdAt\n      updatedAt\n      servers(first: 100) {\n        totalCount\n        nodes {\n          server {\n            id\n            name\n          }\n          toolCount\n          credentialStatus {\n            required {\n              fieldId\n              state\n            }\n            optional {\n              fieldId\n              state\n            }\n            requiredAdded\n          }\n        }\n      }\n    }\n  }\n": types.CliStackDocument,
    "\n  mutation CliCreateStack($input: CreateStackInput!) {\n    createStack(input: $input) {\n      ... on CreateStackPayload {\n        stack {\n          id\n          name\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.CliCreateStackDocument,
    "\n  mutation CliUpdateStack($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      ... on UpdateStackPayload {\n        stack {\n          id\n          name\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.CliUpdateStackDocument,
    "\n  mutation CliDeleteStack($input: DeleteStackInput!) {\n    deleteStack(input: $input) {\n      ... on DeleteStackPayload {\n        stackId\n        name\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.CliDeleteStackDocument,
    "\n  query CliServers($search: String, $after: String) {\n    servers(first: 100, search: $search, after: $after) {\n      totalCount\n      nodes {\n        id\n        name\n        description\n        isPrivate\n        isVerified\n        tools(first: 0) {\n          totalCount\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CliServersDocument,
    "\n  query CliServer($id: ID!, $after: String) {\n    server(id: $id) {\n      id\n      name\n      description\n      homepage\n      isPrivate\n      isVerified\n      scopes\n      credentialFields {\n        id\n        name\n        description\n        required\n      }\n      tools(first: 100, after: $after) {\n        totalCount\n        nodes {\n          id\n          description\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.CliServerDocument,
    "\n  mutation CliAddServer($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      ... on AddServerToStackPayload {\n        enabledCount\n        stackServer {\n          credentialStatus {\n            required {\n              fieldId\n              state\n            }\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.CliAddServerDocument,
    "\n  mutation CliUpdateServerTools($input: UpdateServerToolsInput!) {\n    updateServerTools(input: $input) {\n      ... on UpdateServerToolsPayload {\n        enabledCount\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.CliUpdateServerToolsDocument,
    "\n  mutation CliRemoveServer($input: RemoveServerFromStackInput!) {\n    removeServerFromStack(input: $input) {\n      ... on RemoveServerFromStackPayload {\n        serverId\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.CliRemoveServerDocument,
    "\n  mutation CliSetCredentials($input: SetCredentialsInput!) {\n    setCredentials(input: $input) {\n      ... on SetCredentialsPayload {\n        fieldIds\n        credentialStatus {\n          required {\n            fieldId\n            state\n          }\n          requiredAdded\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.CliSetCredentialsDocument,
    "\n  mutation CliRemoveCredential($input: RemoveCredentialInput!) {\n    removeCredential(input: $input) {\n      ... on RemoveCredentialPayload {\n        fieldIds\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.CliRemoveCredentialDocument,
    "\n  query CliStackTools($id: ID!, $format: ToolFormat!) {\n    stack(id: $id) {\n      tools(format: $format) {\n        totalCount\n        nodes {\n          id\n          serverId\n          description\n        }\n        definitions\n        warnings {\n          toolId\n          reason\n        }\n      }\n    }\n  }\n": types.CliStackToolsDocument,
    "\n  mutation CliInvokeTool($input: InvokeToolInput!) {\n    invokeTool(input: $input) {\n      ... on InvokeToolPayload {\n        result\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on ToolFailedError {\n        outcome\n        fieldIds\n        retryAfterSeconds\n      }\n    }\n  }\n": types.CliInvokeToolDocument,
    "\n  query CliApiKeys($after: String) {\n    apiKeys(first: 100, after: $after) {\n      nodes {\n        id\n        name\n        display\n        scopes\n        createdAt\n        expiresAt\n        revokedAt\n        lastUsedAt\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CliApiKeysDocument,
    "\n  query CliRateLimit {\n    rateLimit {\n      class\n      limit\n      remaining\n      resetAt\n    }\n  }\n": types.CliRateLimitDocument,
    "query TestViewer { viewer { scopes } }": types.TestViewerDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliViewer {\n    viewer {\n      account {\n        id\n        name\n      }\n      apiKeyId\n      scopes\n    }\n  }\n"): typeof import('./graphql.ts').CliViewerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStacks($after: String) {\n    stacks(first: 100, after: $after) {\n      nodes {\n        id\n        name\n        configuration {\n          analyticsEnabled\n        }\n        servers(first: 20) {\n          totalCount\n          nodes {\n            server {\n              id\n            }\n            toolCount\n          }\n        }\n        createdAt\n        updatedAt\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStacksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStack($id: ID!) {\n    stack(id: $id) {\n      id\n      name\n      configuration {\n        analyticsEnabled\n      }\n      createdAt\n      updatedAt\n      servers(first: 100) {\n        totalCount\n        nodes {\n          server {\n            id\n            name\n          }\n          toolCount\n          credentialStatus {\n            required {\n              fieldId\n              state\n            }\n            optional {\n              fieldId\n              state\n            }\n            requiredAdded\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliCreateStack($input: CreateStackInput!) {\n    createStack(input: $input) {\n      ... on CreateStackPayload {\n        stack {\n          id\n          name\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCreateStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateStack($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      ... on UpdateStackPayload {\n        stack {\n          id\n          name\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliDeleteStack($input: DeleteStackInput!) {\n    deleteStack(input: $input) {\n      ... on DeleteStackPayload {\n        stackId\n        name\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliDeleteStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliServers($search: String, $after: String) {\n    servers(first: 100, search: $search, after: $after) {\n      totalCount\n      nodes {\n        id\n        name\n        description\n        isPrivate\n        isVerified\n        tools(first: 0) {\n          totalCount\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliServersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliServer($id: ID!, $after: String) {\n    server(id: $id) {\n      id\n      name\n      description\n      homepage\n      isPrivate\n      isVerified\n      scopes\n      credentialFields {\n        id\n        name\n        description\n        required\n      }\n      tools(first: 100, after: $after) {\n        totalCount\n        nodes {\n          id\n          description\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliAddServer($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      ... on AddServerToStackPayload {\n        enabledCount\n        stackServer {\n          credentialStatus {\n            required {\n              fieldId\n              state\n            }\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliAddServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateServerTools($input: UpdateServerToolsInput!) {\n    updateServerTools(input: $input) {\n      ... on UpdateServerToolsPayload {\n        enabledCount\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateServerToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliRemoveServer($input: RemoveServerFromStackInput!) {\n    removeServerFromStack(input: $input) {\n      ... on RemoveServerFromStackPayload {\n        serverId\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliRemoveServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliSetCredentials($input: SetCredentialsInput!) {\n    setCredentials(input: $input) {\n      ... on SetCredentialsPayload {\n        fieldIds\n        credentialStatus {\n          required {\n            fieldId\n            state\n          }\n          requiredAdded\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliSetCredentialsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliRemoveCredential($input: RemoveCredentialInput!) {\n    removeCredential(input: $input) {\n      ... on RemoveCredentialPayload {\n        fieldIds\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliRemoveCredentialDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackTools($id: ID!, $format: ToolFormat!) {\n    stack(id: $id) {\n      tools(format: $format) {\n        totalCount\n        nodes {\n          id\n          serverId\n          description\n        }\n        definitions\n        warnings {\n          toolId\n          reason\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliInvokeTool($input: InvokeToolInput!) {\n    invokeTool(input: $input) {\n      ... on InvokeToolPayload {\n        result\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on ToolFailedError {\n        outcome\n        fieldIds\n        retryAfterSeconds\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliInvokeToolDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliApiKeys($after: String) {\n    apiKeys(first: 100, after: $after) {\n      nodes {\n        id\n        name\n        display\n        scopes\n        createdAt\n        expiresAt\n        revokedAt\n        lastUsedAt\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliApiKeysDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliRateLimit {\n    rateLimit {\n      class\n      limit\n      remaining\n      resetAt\n    }\n  }\n"): typeof import('./graphql.ts').CliRateLimitDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TestViewer { viewer { scopes } }"): typeof import('./graphql.ts').TestViewerDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
