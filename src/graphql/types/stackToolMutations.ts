import { findTool } from '../../core/calls/findTool.ts';
import type { Ctx } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { getSnapshot } from '../../core/snapshots/readSnapshot.ts';
import type { SnapshotTool } from '../../core/snapshots/snapshot.ts';
import { type StackToolChange, updateStackTool } from '../../core/stacks/stackTool.ts';
import { builder } from '../builder.ts';
import { AlreadyExistsError, InvalidInputError, NotFoundError } from '../errors.ts';
import { EnabledTool } from './stackTools.ts';

const UpdateStackToolInput = builder.inputType('UpdateStackToolInput', {
  description: 'How a stack shows one of its enabled tools. What is left out stays as it is.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack.' }),
    toolId: t.id({ required: true, description: 'The tool’s id; it must be enabled in the stack, and never changes.' }),
    name: t.string({
      description:
        'The stack’s own name for it, unique there: a letter and up to 63 letters, digits, `_` or `-`. Null takes it back.',
    }),
    description: t.string({
      description: 'The stack’s own description, for the model that chooses. Null takes it back.',
    }),
    isPinned: t.boolean({ description: 'Whether it is listed in search mode, too.' }),
  }),
});

const UpdateStackToolPayload = builder.objectRef<StackToolChange>('UpdateStackToolPayload').implement({
  description: 'A stack shows one of its tools in another way.',
  fields: (t) => ({
    tool: t.field({
      type: EnabledTool,
      description: 'The tool as agents of the stack see it now.',
      resolve: ({ stackId, toolId }, _args, { app }) => readTool(app, stackId, toolId),
    }),
  }),
});

async function readTool(app: Ctx, stackId: string, toolId: string): Promise<SnapshotTool> {
  const tool = findTool(await getSnapshot(app, stackId), toolId);
  if (!tool) throw new AppError('not_found', `Tool ${toolId} not found in stack`);
  return tool;
}

builder.mutationField('updateStackTool', (t) =>
  t.field({
    type: UpdateStackToolPayload,
    nullable: true,
    description:
      'Gives a tool another name or description in one stack, or pins it. Calls take its id, its new name and its raw name.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, AlreadyExistsError] },
    args: { input: t.arg({ type: UpdateStackToolInput, required: true, description: 'The tool, and what changes.' }) },
    resolve: (_root, { input: { stackId, toolId, ...input } }, { app }) => updateStackTool(app, stackId, toolId, input),
  }),
);
