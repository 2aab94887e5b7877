import type { AllowDecision } from '../decisions/decide.ts';
import type { Placeholder } from '../files/placeholders.ts';
import type { AccountId, ServerId, ServerKey, StackId } from '../kernel/ids.ts';
import type { JsonObject, JsonValue } from '../lib/json.ts';
import type { ToolFailure, ToolOutcome, ToolOutput } from '../results/outcome.ts';
import type { ConnectorDocument, ConnectorKind, Placement } from '../servers/document.ts';
import type { ToolRequest } from '../servers/toolRequest.ts';
import type { CallDiagnostics } from './diagnostics.ts';
import type { ElicitationContext } from './elicitation.ts';
import type { Logging, OnProgress } from './notifications.ts';
import type { ServiceKey } from './serviceKey.ts';
import type { UpstreamTask } from './upstreamTask.ts';

/** A decrypted credential for one call, and its place in the request. Never logged or stored. */
export type OpenCredential = {
  readonly fieldId: string;
  readonly value: string;
  readonly placement: Placement | null;
};

/** One tool call: the complete input of a connector. */
export type ToolCall = {
  /** Proof that the account's rules allow the call. */
  readonly permit: AllowDecision;
  readonly accountId: AccountId;
  readonly stackId: StackId;
  /** Owner of the credentials and server-side state: an end user, or `""` for the stack itself. */
  readonly owner: string;
  /** Row id of the server whose connector document is `connector`. */
  readonly serverId: ServerKey;
  readonly connector: ConnectorDocument;
  /** The upstream's own name of the tool. */
  readonly toolName: string;
  /** How an HTTP tool's request is built; null for MCP tools. */
  readonly request: ToolRequest | null;
  readonly input: JsonObject;
  /** The files that the input names, and the store for a long answer. */
  readonly files: CallFiles;
  /** True for a read-only call: if its response is lost, the connector may retry it once. */
  readonly isSafe?: boolean;
  /** `_meta` from the caller, for MCP servers. */
  readonly meta?: JsonObject | undefined;
  /** For a service that takes an idempotency key. */
  readonly serviceKey?: ServiceKey;
  /** Headers that mirror inputs, for upstream protocol revisions that support them (`headerInputs.ts`). */
  readonly inputHeaders?: () => Readonly<Record<string, string>>;
  readonly credentials: readonly OpenCredential[];
  /** Aborted at the deadline, or when the caller disconnects. */
  readonly signal: AbortSignal;
  /**
   * Removes the call's secrets from a text. Must run before the text is truncated or rewritten, since partial secrets
   * are not found.
   */
  readonly scrub: (text: string) => string;
  /** The secrets, for a thread that reads a large answer (`results/largeOutput.ts`). */
  readonly secrets: readonly string[];
  /** Call it with the bytes of the answer as they arrive; it aborts the call at a bound (`limits/answerBytes.ts`). */
  readonly hold: (bytes: number) => void;
  /** Filled in during the call. Absent if the call is not recorded. */
  readonly diagnostics?: CallDiagnostics | undefined;
  readonly onProgress?: OnProgress;
  /** Receives the upstream's log messages during the call; absent if not requested. */
  readonly logging?: Logging;
  /** Elicitation context in the upstream's terms; absent if the caller does not support elicitation. */
  readonly dialogue?: ElicitationContext;
  /** Stores the task that the upstream makes of the call; absent outside jobs. */
  readonly task?: UpstreamTask | undefined;
  /** Called when the server reports changed tools, also after the call, while its connection stays open. */
  readonly onToolsChanged?: () => void;
};

export type CallFiles = {
  /** The files whose placeholders the input contains. */
  readonly sent: readonly SentFile[];
  /**
   * Stores an answer that is too large for a result, as it arrives.
   * @throws AppError at a bound; as `chunks`
   */
  keep(answer: LongAnswer, secrets: readonly string[]): Promise<ToolOutput>;
};

/** A file that is sent from the store. The request contains its placeholder, as it is or as base64. */
export type SentFile = {
  readonly placeholder: Placeholder;
  readonly property: string;
  readonly bytes: number;
  /** How a preview shows it. */
  readonly handle: string;
  /** Reads it from the start, each time. */
  read(): AsyncIterable<Uint8Array>;
};

/** An answer that is read as it arrives. */
type LongAnswer = {
  /** Null: the answer has no name. */
  readonly name: string | null;
  readonly mediaType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
};

/** Runs a task that waits for a person, with the call's deadline paused. */
export type PauseDeadline = <T>(work: () => Promise<T>) => Promise<T>;

/** A tool as an upstream describes it, before it gets its public name. */
export type DiscoveredTool = {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  /** As `readForClients` reads it. */
  readonly forClients?: JsonObject;
  /** How its request is built; absent for MCP. */
  readonly request?: ToolRequest;
  /** An answer, for rehearsals. */
  readonly example?: JsonObject;
  /** Why the tool cannot be offered. */
  readonly problem?: string;
  /** Why a GraphQL API's tool selects its default fields instead of the chosen ones. */
  readonly selectionProblem?: string;
  /** Warnings about members that were left out. */
  readonly omitted?: readonly string[];
};

/** Metadata that an upstream declares. */
export type UpstreamFacts = {
  /** Server instructions for models, verbatim; null for none. */
  readonly instructions: string | null;
  /** The server's name for programs, and its title for people. */
  readonly name?: string;
  readonly title?: string;
  /** The MCP features that it declares, except tools. */
  readonly offers?: readonly ('resources' | 'prompts' | 'skills')[];
  /** The transport, if it isn't streamable HTTP. */
  readonly transport?: 'sse';
};

/** Result of tool discovery on an upstream. */
export type DiscoveredServer = UpstreamFacts & {
  readonly tools: readonly DiscoveredTool[];
  /** The listed skills, unchecked; absent if they could not be listed. */
  readonly skills?: readonly JsonValue[];
};

/** Input for tool discovery on an upstream. */
export type Discovery = {
  readonly serverId: ServerId;
  readonly connector: ConnectorDocument;
  readonly credentials: readonly OpenCredential[];
  readonly signal: AbortSignal;
  /** The account whose share of the parsing queue a large answer uses; absent for the operator. */
  readonly accountId?: AccountId | null;
  /** True while the server's address comes from an external document that has not been saved. */
  readonly isIndirect?: boolean;
};

/** MCP methods passed through, other than tools. */
export type PassedMethod =
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'prompts/list'
  | 'prompts/get'
  | 'completion/complete';

/** Target, caller and credentials of an upstream request. */
export type UpstreamCall = Pick<
  ToolCall,
  | 'accountId'
  | 'stackId'
  | 'owner'
  | 'serverId'
  | 'connector'
  | 'credentials'
  | 'signal'
  | 'scrub'
  | 'secrets'
  | 'hold'
  | 'diagnostics'
  | 'onToolsChanged'
> & { readonly pauseDeadline: PauseDeadline };

/** The receiver of a resource's updates, which may arrive until `until` is aborted. */
export type ResourceWatch = {
  readonly until: AbortSignal;
  /** The resource changed, or one below it. */
  onUpdated(uri: string): void;
  /** No more updates arrive. May be called more than once. */
  onLost(): void;
};

/** A request to pass through, with the upstream's own names. */
export type PassedRequest = Omit<UpstreamCall, 'scrub' | 'secrets' | 'pauseDeadline'> &
  Pick<ToolCall, 'permit' | 'dialogue' | 'meta'> & {
    readonly method: PassedMethod;
    readonly params: JsonObject;
    /** Subscribes to the resource instead of reading it. Succeeds once updates can arrive. */
    readonly watch?: ResourceWatch;
  };

/** Upstream response to a passed-through request. */
export type PassedAnswer = { readonly kind: 'ok'; readonly result: JsonObject } | ToolFailure;

/** The parts of a call that determine its request. */
export type PreviewedCall = Pick<
  ToolCall,
  'accountId' | 'signal' | 'connector' | 'toolName' | 'request' | 'input' | 'credentials' | 'serviceKey'
> & { readonly files: Pick<CallFiles, 'sent'> };

/** The request that a call would send. `method` and `url` are null for a program, which reads the body as a message. */
export type RequestPreview = {
  readonly method: string | null;
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The body's text, up to 64 KiB of it; null if there is no body, or if it isn't text. */
  readonly body: string | null;
  readonly bodyBytes: number;
};

/** One way to reach upstreams. A new one is a folder in `connectors/` and a line in `connectors/index.ts`. */
export type Connector = {
  call(call: ToolCall): Promise<ToolOutcome>;
  /**
   * Builds the request of a call without sending anything.
   * @throws AppError invalid_input for an input that no request can carry
   */
  preview(call: PreviewedCall): Promise<RequestPreview | ToolFailure>;
  /**
   * Only for upstreams that list their own tools (MCP) or describe themselves (GraphQL).
   * @throws AppError invalid_input when they are unreachable
   */
  discover?(discovery: Discovery): Promise<DiscoveredServer>;
  /** Only for MCP upstreams: passes a request through, and joins all pages of a list. */
  pass?(request: PassedRequest): Promise<PassedAnswer>;
  /** Stops everything that runs; awaited at shutdown. */
  close(): Promise<void>;
};

/** One connector for each kind. */
export type Connectors = Readonly<Record<ConnectorKind, Connector>>;
