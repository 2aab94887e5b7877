import type { Connector, Placement, ToolRequest } from '../catalog/document.ts';
import type { JsonObject } from '../json.ts';

export type SnapshotField = {
  readonly fieldId: string;
  readonly name: string;
  readonly required: boolean;
  /** False: the value may be shown, so answers are not scrubbed of it. */
  readonly isSecret: boolean;
  readonly placement: Placement | null;
};

/** A stored credential, still sealed. */
export type SnapshotCredential = { readonly sealed: Uint8Array; readonly revision: number };

export type SnapshotServer = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly connector: Connector;
  readonly fields: readonly SnapshotField[];
  readonly credentials: ReadonlyMap<string, SnapshotCredential>;
};

export type SnapshotTool = {
  /** The public, unique name. */
  readonly toolId: string;
  /** The upstream's own name. */
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | null;
  readonly annotations: JsonObject | null;
  readonly request: ToolRequest | null;
  readonly server: SnapshotServer;
};

/** All that listing and calling the tools of one stack needs; immutable, kept in memory, rebuilt when the stack changes. */
export type StackSnapshot = {
  readonly stackId: string;
  readonly accountId: string;
  readonly version: number;
  readonly analyticsEnabled: boolean;
  /** Enabled tools by public name, in listing order: by server in the order added, then by the server's own order. */
  readonly tools: ReadonlyMap<string, SnapshotTool>;
  /** Values computed from this snapshot once, such as a serialised tool list. */
  memo<T>(key: string, build: () => T): T;
};
