import type { JsonObject, JsonValue } from '../lib/json.ts';
import { canonicalJson } from '../lib/json.ts';
import { sha256Text } from '../lib/sha256.ts';
import type { ConnectorDocument, ToolDocument } from '../marketplace/document.ts';

/**
 * What a tool is: everything that a model reads of it, that its callers rely on, and that decides what a call sends and
 * where. A stack keeps the definition that was enabled until a change of it is accepted.
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
  /** What the tool tells clients, `{}` for nothing. Absent in definitions of releases that did not keep it. */
  readonly forClients?: JsonObject;
  /** How the server is reached: its address or program, and the headers that every call has. */
  readonly reach: JsonObject;
};

/** The definition of a tool of a document. */
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
 * Where a document came from, what was chosen of it and passed on beside tools, what tests credentials, and words that
 * tools were given, which the tools themselves have: part of no tool.
 */
const NOT_REACH: ReadonlySet<string> = new Set(['source', 'operations', 'passThrough', 'whoami', 'wording']);

/** How a connector reaches its server: all else of its document, so that what a later version adds counts. */
export const serverReachOf = (connector: ConnectorDocument): JsonObject =>
  toJson(Object.fromEntries(Object.entries(connector).filter(([key]) => !NOT_REACH.has(key))));

/** The document came from JSON and zod kept only JSON. */
const toJson = (value: object): JsonObject => value as JsonObject;

/**
 * SHA-256 (hex) of the canonical JSON: the order of keys does not count, that of arrays does. A tool that tells clients
 * nothing has the digest that versions give it which keep nothing of that.
 */
export function digestOfDefinition({ forClients = {}, ...rest }: ToolDefinition): string {
  return sha256Text(canonicalJson(Object.keys(forClients).length > 0 ? { ...rest, forClients } : rest), 'hex');
}

/** Whether two JSON values are the same, whatever the order of keys. */
export const isSameJson = (one: JsonValue | undefined, other: JsonValue | undefined): boolean =>
  one === other || canonicalJson(one ?? null) === canonicalJson(other ?? null);
