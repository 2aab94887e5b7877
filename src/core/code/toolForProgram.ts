import type { Ctx } from '../kernel/context.ts';
import { AppError } from '../lib/errors.ts';
import { toPolicyTool } from '../policies/toolMatch.ts';
import { findKnownTool } from '../snapshots/findTool.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';

/** Whether the caller's programs may call a tool: one that only reads, or any if its endpoint lets programs write. */
export const isForPrograms = ({ actor }: Pick<Ctx, 'actor'>, tool: SnapshotTool): boolean =>
  tool.isSafe || toPolicyTool(tool).readOnly || (actor.kind === 'agent' && actor.mayProgramsWrite === true);

/** A tool that a program names. @throws not_found; forbidden if the program may not call it */
export function toolForProgram(ctx: Pick<Ctx, 'actor'>, snapshot: StackSnapshot, name: string): SnapshotTool {
  const tool = findKnownTool(snapshot, name);
  if (!tool) throw new AppError('not_found', `Tool ${name} not found: search for it with search_tools`);
  if (isForPrograms(ctx, tool)) return tool;
  throw new AppError('forbidden', `Programs of this endpoint can only read, but ${name} can change data`);
}
