import { z } from 'zod';
import type { JsonObject } from '../lib/json.ts';
import type { SnapshotServer, SnapshotTool } from '../snapshots/snapshot.ts';

/**
 * `full`: every enabled tool. `search`: the search tools, which find and call all others, and the pinned tools. `code`:
 * the tools that find all others and run programs that call them, and the pinned tools.
 */
export const LIST_MODES = ['full', 'search', 'code'] as const;
export type ListMode = (typeof LIST_MODES)[number];

/** A list mode in an input. */
export const listModeSchema = z.enum(LIST_MODES);

/** Whether a text, such as a query parameter, names a list mode. */
export const isListMode = (text: string): text is ListMode => LIST_MODES.some((mode) => mode === text);

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
