import {
  Client,
  type ClientOptions,
  type JsonSchemaValidatorResult,
  type Progress,
  ProtocolError,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import packageJson from '../../../package.json' with { type: 'json' };
import type { ToolCall } from '../../core/calls/connector.ts';
import { BOUNDS, boundReached } from '../../core/kernel/bounds.ts';
import type { JsonObject } from '../../core/lib/json.ts';
import type { ToolFailure } from '../../core/results/outcome.ts';
import { CANCELLED } from '../../core/results/outcome.ts';
import { UpstreamFailure } from '../failure.ts';
import { badAnswer, rpcErrorOutcome } from './result.ts';

/** The service's name and version for upstreams (MCP, `clientInfo`). */
export const CLIENT_INFO = { name: packageJson.name, version: packageJson.version } as const;

/** The first revision without `initialize` and sessions. */
export const STATELESS_REVISION = '2026-07-28';

// The call's signal is its deadline. The SDK's default of a minute would end long calls early.
const NO_SDK_TIMEOUT_MS = 2 ** 31 - 1;

const CLOSED: ReadonlySet<SdkErrorCode> = new Set([
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.NotConnected,
  SdkErrorCode.SendFailed,
]);

/**
 * Accepts everything. By default, the SDK validates a tool's output against the upstream's schema. The upstream chooses
 * both, so a crafted pattern could block the event loop for years. Tested by
 * `test/connectors/mcp/hostileSchemas.test.ts`.
 */
const UNCHECKED: ClientOptions['jsonSchemaValidator'] = {
  // Boundary: `result.ts` validates upstream responses.
  getValidator<T>() {
    return (input: unknown): JsonSchemaValidatorResult<T> => ({
      valid: true,
      data: input as T,
      errorMessage: undefined,
    });
  },
};

/** An SDK client. Without capabilities, upstreams can request nothing from it. Lists end at `max_discovery_pages`. */
export const newClient = (mode: VersionNegotiationMode, capabilities: JsonObject = {}): Client =>
  new Client(CLIENT_INFO, {
    capabilities,
    versionNegotiation: { mode },
    jsonSchemaValidator: UNCHECKED,
    listMaxPages: BOUNDS.max_discovery_pages.max,
  });

/** The SDK's options for one call: its signal, and the receiver of its progress. */
export function requestOptions({ signal, onProgress }: Pick<ToolCall, 'signal' | 'onProgress'>): RequestOptions {
  const options = { signal, timeout: NO_SDK_TIMEOUT_MS };
  if (!onProgress) return options;
  const onprogress = ({ progress, total, message }: Progress) =>
    onProgress({ progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) });
  return { ...options, onprogress };
}

/** Converts an SDK exception. `closed` explains why the connection ended, if it did. */
export function failureOf(error: unknown, signal: AbortSignal, closed: () => ToolFailure): ToolFailure {
  if (error instanceof UpstreamFailure) return error.outcome;
  if (signal.aborted) return CANCELLED;
  if (error instanceof ProtocolError) return rpcErrorOutcome(error.code, error.message, error.data);
  if (error instanceof SdkError && CLOSED.has(error.code)) return closed();
  if (error instanceof SdkError && error.code === SdkErrorCode.ListPaginationExceeded) {
    return badAnswer(
      `sends an endless list. ${boundReached('max_discovery_pages', BOUNDS.max_discovery_pages.max).message}`,
    );
  }
  return badAnswer('sent an answer that breaks the protocol');
}
