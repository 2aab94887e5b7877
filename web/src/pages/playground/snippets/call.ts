import type { JsonObject } from '../json.ts';

/** One call of the playground, as the programs that make it again need it. */
export type SnippetCall = {
  /** Where the API is, without a slash at the end. */
  readonly baseUrl: string;
  readonly stackId: string;
  /** The tool by its stable id. */
  readonly toolId: string;
  readonly input: JsonObject;
  /** JMESPath; empty for the whole result. */
  readonly select: string;
  /** Null for a result in one piece. */
  readonly maxBytes: number | null;
  /** Empty for the stack's own credentials. */
  readonly endUser: string;
  /** `…/s/client_…`; null while the stack has no client endpoint. */
  readonly endpointUrl: string | null;
};

export type Snippet = {
  readonly code: string;
  /** Where it goes, or how it is run. */
  readonly note: string;
  /** The variable that holds the secret it needs, and which secret that is. */
  readonly secret: 'apiKey' | 'stackToken';
};

export const API_KEY_VARIABLE = 'TOOLYARD_API_KEY';
export const STACK_TOKEN_VARIABLE = 'TOOLYARD_TOKEN';

const stackUrl = ({ baseUrl, stackId }: SnippetCall): string => `${baseUrl}/v1/stacks/${encodeURIComponent(stackId)}`;

export const toolsUrl = (call: SnippetCall): string => `${stackUrl(call)}/tools`;

export const invokeUrl = (call: SnippetCall): string => `${toolsUrl(call)}/${encodeURIComponent(call.toolId)}/invoke`;

export const endpointUrlOf = ({ baseUrl, endpointUrl }: SnippetCall): string => endpointUrl ?? `${baseUrl}/s/client_…`;

/** The body of the REST call. */
export const bodyOf = ({ input, select, maxBytes }: SnippetCall): JsonObject => ({
  tool_input: input,
  ...(select && { select }),
  ...(maxBytes !== null && { max_bytes: maxBytes }),
});

/** What to ask a model so that it makes this call. */
export const promptOf = ({ toolId, input }: SnippetCall): string =>
  `Call the tool ${toolId} with ${JSON.stringify(input)} and say what it answers.`;

export const END_USER_HEADER = 'X-End-User';
