import type { JsonObject } from '../lib/json.ts';
import type { SnapshotServer, SnapshotTool } from '../snapshots/snapshot.ts';

/** Fields of a tool that lists show, in any format. */
export type ListedTool = Pick<
  SnapshotTool,
  'exposedName' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations' | 'forClients'
> & {
  readonly server: Pick<SnapshotServer, 'slug'>;
  /** False for a tool that providers may defer. Absent for the tools of search mode and code mode. */
  readonly isPinned?: boolean;
  /** True if the model finds the tool with the provider's search instead of seeing it at once. */
  readonly isDeferred?: boolean;
  /** Valid examples of its input, for formats that list them. */
  readonly inputExamples?: readonly JsonObject[];
};
