import type { SnapshotTool, StackSnapshot } from './snapshot.ts';

type Names = ReadonlyMap<string, SnapshotTool>;

/** Finds a tool by its listed name, by its id, or by the upstream's own name if only one enabled tool has it. */
export function findTool(snapshot: StackSnapshot, name: string): SnapshotTool | null {
  const listed = snapshot.tools.get(name);
  if (listed) return listed;
  const names = snapshot.memo<Names>('names', () => namesOf([...snapshot.tools.values()]));
  // Formats whose names need a leading letter list `7zip_pack` as `_7zip_pack`.
  return names.get(name) ?? names.get(name.replace(/^_/, '')) ?? null;
}

/** As `findTool`, but also finds tools that their server removed; they are held and not listed. */
export const findKnownTool = (snapshot: StackSnapshot, name: string): SnapshotTool | null =>
  findTool(snapshot, name) ?? snapshot.removed.get(name) ?? snapshot.removed.get(name.replace(/^_/, '')) ?? null;

// Later entries win, so names are added from the weakest claim to the strongest.
function namesOf(tools: readonly SnapshotTool[]): Names {
  const names = new Map<string, SnapshotTool>();
  const shared = new Set<string>();
  for (const tool of tools) {
    if (names.has(tool.name)) shared.add(tool.name);
    names.set(tool.name, tool);
  }
  for (const name of shared) names.delete(name);
  for (const tool of [...tools].reverse()) names.set(tool.toolId, tool);
  for (const tool of tools) names.set(tool.exposedName, tool);
  return names;
}
