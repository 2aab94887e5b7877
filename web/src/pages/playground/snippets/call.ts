import type { JsonObject } from '../json.ts';

/** A playground call, for code snippets. */
export type SnippetCall = {
  /** API base URL without a trailing slash. */
  readonly baseUrl: string;
  readonly stackId: string;
  /** The tool's stable ID. */
  readonly toolId: string;
  readonly input: JsonObject;
  /** JMESPath; empty for the whole result. */
  readonly select: string;
  /** Null for a result in one part. */
  readonly maxBytes: number | null;
  /** Empty for the stack's own credentials. */
  readonly endUser: string;
  /** `…/s/client_…`; null while the stack has no client endpoint. */
  readonly endpointUrl: string | null;
};

export type Snippet = {
  readonly code: string;
  /** Where to put the code, or how to run it. */
  readonly note: string;
  /** The environment variable for the required secret. */
  readonly secret: 'apiKey' | 'stackToken';
};

export const API_KEY_VARIABLE = 'TOOLYARD_API_KEY';
export const STACK_TOKEN_VARIABLE = 'TOOLYARD_TOKEN';

const stackUrl = ({ baseUrl, stackId }: SnippetCall): string => `${baseUrl}/v1/stacks/${encodeURIComponent(stackId)}`;

export const toolsUrl = (call: SnippetCall): string => `${stackUrl(call)}/tools`;

export const invokeUrl = (call: SnippetCall): string => `${toolsUrl(call)}/${encodeURIComponent(call.toolId)}/invoke`;

export const endpointUrlOf = ({ baseUrl, endpointUrl }: SnippetCall): string => endpointUrl ?? `${baseUrl}/s/client_…`;

export const bodyOf = ({ input, select, maxBytes }: SnippetCall): JsonObject => ({
  tool_input: input,
  ...(select && { select }),
  ...(maxBytes !== null && { max_bytes: maxBytes }),
});

/** A prompt that makes a model call this tool. */
export const promptOf = ({ toolId, input }: SnippetCall): string =>
  `Call the tool ${toolId} with ${JSON.stringify(input)} and report the result.`;

export const END_USER_HEADER = 'X-End-User';
