import { z } from 'zod';
import type { SnapshotServer, SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';

/** `full`: every enabled tool. `search`: tools that find and call the others, and the pinned ones. */
export const LIST_MODES = ['full', 'search'] as const;
/** One of the list modes. */
export type ListMode = (typeof LIST_MODES)[number];

/** A list mode in an input. */
export const listModeSchema = z.enum(LIST_MODES);

/** Whether a text, such as a query parameter, names a list mode. */
export const isListMode = (text: string): text is ListMode => LIST_MODES.some((mode) => mode === text);

/** Fields that lists show of a tool, in any format. */
export type ListedTool = Pick<
  SnapshotTool,
  'exposedName' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations' | 'forClients'
> & { readonly server: Pick<SnapshotServer, 'slug'> };

/** The tools that search mode lists too, in listing order. */
export const pinnedTools = (snapshot: StackSnapshot): readonly SnapshotTool[] =>
  [...snapshot.tools.values()].filter((tool) => tool.isPinned);
