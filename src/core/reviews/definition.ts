import type { JsonObject, JsonValue } from '../lib/json.ts';
import { canonicalJson } from '../lib/json.ts';
import { sha256Text } from '../lib/sha256.ts';
import type { ConnectorDocument, ToolDocument } from '../servers/document.ts';

/**
 * Definition of a tool: all parts that models read or callers rely on, and those that determine the content and
 * destination of a call. A stack keeps the enabled definition until a change is accepted.
 */
export type ToolDefinition = {
  /** The upstream's own name. */
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | null;
  readonly annotations: JsonObject | null;
  readonly request: JsonObject | null;
  /** Metadata for clients, `{}` for none. Absent in definitions from releases that did not store it. */
  readonly forClients?: JsonObject;
  /** How the server is reached: its address or program, and the headers of every call. */
  readonly reach: JsonObject;
};

export function definitionOf(tool: ToolDocument, connector: ConnectorDocument): ToolDefinition {
  const { name, title, description, inputSchema, outputSchema, annotations, forClients = {}, request } = tool;
  return {
    name,
    title: title ?? null,
    description,
    inputSchema: toJson(inputSchema),
    outputSchema: outputSchema ? toJson(outputSchema) : null,
    annotations: annotations ? toJson(annotations) : null,
    request: request ? toJson(request) : null,
    forClients: toJson(forClients),
    reach: serverReachOf(connector),
  };
}

/**
 * Connector members that don't affect how a tool is reached: source, selected operations, pass-through settings and the
 * tool for connection tests. Also text overrides, which are already part of the tools.
 */
const NOT_REACH: ReadonlySet<string> = new Set(['source', 'operations', 'passThrough', 'whoami', 'wording']);

/**
 * How a connector reaches its server: all members of its document except `NOT_REACH`, so that members of later versions
 * are included.
 */
export const serverReachOf = (connector: ConnectorDocument): JsonObject =>
  toJson(Object.fromEntries(Object.entries(connector).filter(([key]) => !NOT_REACH.has(key))));

/** Safe cast: the document came from JSON, and zod kept only JSON. */
const toJson = (value: object): JsonObject => value as JsonObject;

/**
 * SHA-256 (hex) of the canonical JSON: key order is ignored, array order matters. A tool without client metadata has
 * the same digest as in versions that do not store that metadata.
 */
export function digestOfDefinition({ forClients = {}, ...rest }: ToolDefinition): string {
  return sha256Text(canonicalJson(Object.keys(forClients).length > 0 ? { ...rest, forClients } : rest), 'hex');
}

/** Whether two JSON values are equal, ignoring key order. */
export const isSameJson = (one: JsonValue | undefined, other: JsonValue | undefined): boolean =>
  one === other || canonicalJson(one ?? null) === canonicalJson(other ?? null);
