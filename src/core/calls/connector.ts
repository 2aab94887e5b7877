import type { AccountId, StackId } from '../ids.ts';
import type { JsonObject, JsonValue } from '../lib/json.ts';
import type { Connector as ConnectorDocument, Placement, ToolRequest } from '../marketplace/document.ts';

/** A credential opened for one call, with where its value goes. Never logged, never kept. */
export type OpenCredential = {
  readonly fieldId: string;
  readonly value: string;
  readonly placement: Placement | null;
};

/** One call of one tool: everything a connector needs, and the only thing it gets. */
export type ToolCall = {
  readonly accountId: AccountId;
  readonly stackId: StackId;
  /** Whose credentials are used, and whose state the server keeps: an end user, or `""` for the stack itself. */
  readonly owner: string;
  /** Row id of the server; its connector document is `connector`. */
  readonly serverId: string;
  readonly connector: ConnectorDocument;
  /** The upstream's own name of the tool. */
  readonly toolName: string;
  /** How an HTTP tool's request is built; null for MCP tools. */
  readonly request: ToolRequest | null;
  readonly input: JsonObject;
  readonly credentials: readonly OpenCredential[];
  /** Aborted at the deadline or when the caller is gone. */
  readonly signal: AbortSignal;
  /** Takes the call's secrets out of a text that is then cut or rewritten: what is left of one is not found later. */
  readonly scrub: (text: string) => string;
  readonly onProgress?: (progress: { progress: number; total?: number; message?: string }) => void;
};

/** What a tool gave back, before it is put into the shape a surface documents. */
export type ToolOutput =
  | {
      readonly type: 'mcp';
      readonly content: readonly JsonObject[];
      readonly structuredContent?: JsonObject;
      readonly meta?: JsonObject;
    }
  | { readonly type: 'json'; readonly value: JsonValue }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'binary'; readonly base64: string; readonly contentType: string };

/**
 * How a call ended. An upstream being down is an outcome, not an exception: every surface has its own way to say it.
 * `message` is the cause alone, in words that follow "failed: ", fit for the caller: no secret, no URL query, no stack trace.
 */
export type ToolOutcome =
  | { readonly kind: 'ok'; readonly output: ToolOutput }
  /** The tool said that it failed, with what it gave beside; or, without an output, cannot be called with this input. */
  | { readonly kind: 'tool_error'; readonly message: string; readonly output?: ToolOutput }
  | {
      readonly kind: 'missing_credentials';
      readonly message: string;
      readonly fieldIds: readonly string[];
      /** Where a person can sign in for them, once; absent where that is not all that is missing, or not the caller's. */
      readonly connectUrl?: string;
    }
  /** The upstream refused the credentials or the permission (401, 403). */
  | { readonly kind: 'upstream_refused'; readonly message: string; readonly status?: number }
  | { readonly kind: 'upstream_rate_limited'; readonly message: string; readonly retryAfterSeconds?: number }
  | { readonly kind: 'upstream_error'; readonly message: string; readonly status?: number }
  | { readonly kind: 'timed_out'; readonly message: string }
  | { readonly kind: 'unreachable'; readonly message: string }
  /** Egress rules forbid the address. */
  | { readonly kind: 'address_refused'; readonly message: string }
  /** The answer broke the protocol or a size limit. */
  | { readonly kind: 'bad_answer'; readonly message: string }
  /** The caller went away or asked to cancel. */
  | { readonly kind: 'cancelled'; readonly message: string };

export type ToolFailure = Exclude<ToolOutcome, { kind: 'ok' }>;

/** A tool as an upstream describes it, before it gets its public name. */
export type DiscoveredTool = {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
};

/** What a connector needs to ask an upstream for its tools. */
export type Discovery = {
  readonly serverId: string;
  readonly connector: ConnectorDocument;
  readonly credentials: readonly OpenCredential[];
  readonly signal: AbortSignal;
};

/** What MCP upstreams are asked for beside tools, in the protocol's own names. */
export type PassedMethod =
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'prompts/list'
  | 'prompts/get'
  | 'completion/complete';

/** One such request, in the upstream's own names. */
export type PassedRequest = Pick<
  ToolCall,
  'accountId' | 'stackId' | 'owner' | 'serverId' | 'connector' | 'credentials' | 'signal'
> & { readonly method: PassedMethod; readonly params: JsonObject };

export type PassedAnswer = { readonly kind: 'ok'; readonly result: JsonObject } | ToolFailure;

/** One way to reach an upstream. Adding one is a file in `connectors/` and a line in `connectors/index.ts`. */
export type Connector = {
  call(call: ToolCall): Promise<ToolOutcome>;
  /** Only for upstreams that describe themselves (MCP). Throws AppError('invalid_input') when they cannot be asked. */
  discover?(discovery: Discovery): Promise<readonly DiscoveredTool[]>;
  /** Only for MCP upstreams: what they answer, all pages of a list together. */
  pass?(request: PassedRequest): Promise<PassedAnswer>;
  /** Stops what runs; awaited at shutdown. */
  close(): Promise<void>;
};

export type ConnectorKind = ConnectorDocument['kind'];
export type Connectors = Readonly<Record<ConnectorKind, Connector>>;
