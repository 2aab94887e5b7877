import { z } from 'zod';
import type { Skill } from '../../generated/prisma/client.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { bumpStack, getStack } from '../kernel/findStack.ts';
import type { StackId } from '../kernel/ids.ts';
import { requireRightIn } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { isStorable } from '../lib/text.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import { type ParsedSkill, skillTextSchema } from '../servers/skillText.ts';
import { readSkills } from './readSkills.ts';

const input = z.object({ content: skillTextSchema });

/**
 * Adds a skill to a stack, from `{ content }`: Markdown with front matter. Replaces the stack's skill of the same name.
 * Tested by `test/core/skills/skills.test.ts`.
 * @throws not_found, forbidden, invalid_input
 */
export async function setSkill(ctx: Ctx, stackId: StackId, body: unknown): Promise<Skill> {
  requireRightIn(ctx.actor, 'write', stackId);
  await getStack(ctx, stackId, { select: { id: true } });
  const { content: text } = parseInput(input, body, 'Invalid request parameters');
  const [skill] = await readSkills(ctx, [text], () => '/content');
  if (!skill) throw new Error('No skill was read');
  return write(ctx, async (tx) => {
    await bumpStack(ctx, tx, stackId);
    await writeSkills(ctx, tx, stackId, [skill]);
    const { name } = skill;
    const value = await tx.skill.findUniqueOrThrow({ where: { stackId_name: { stackId, name } } });
    return { value, ...written('skill.set', stackId, name) };
  });
}

/** Deletes a skill of a stack. @throws not_found, forbidden */
export async function deleteSkill(
  ctx: Ctx,
  stackId: StackId,
  name: string,
): Promise<{ stackId: StackId; name: string }> {
  requireRightIn(ctx.actor, 'write', stackId);
  await getStack(ctx, stackId, { select: { id: true } });
  return write(ctx, async (tx) => {
    await bumpStack(ctx, tx, stackId);
    const { count } = isStorable(name) ? await tx.skill.deleteMany({ where: { stackId, name } }) : { count: 0 };
    if (count === 0) throw new AppError('not_found', `Skill ${name} not found`);
    return { value: { stackId, name }, ...written('skill.delete', stackId, name) };
  });
}

const written = (action: 'skill.set' | 'skill.delete', stackId: StackId, name: string) => ({
  audit: { action, target: { kind: 'stack' as const, id: stackId }, stackId, details: { name } },
  changes: [{ kind: 'tools' as const, id: stackId }],
});

/** Makes the skills of a locked stack equal to `skills`. @throws invalid_input */
export async function replaceSkills(ctx: Ctx, tx: Tx, stackId: StackId, skills: readonly ParsedSkill[]): Promise<void> {
  await tx.skill.deleteMany({ where: { stackId, name: { notIn: skills.map(({ name }) => name) } } });
  if (skills.length > 0) await writeSkills(ctx, tx, stackId, skills);
}

/** Adds or replaces skills. Unchanged ones keep their time. @throws invalid_input */
async function writeSkills(ctx: Ctx, tx: Tx, stackId: StackId, skills: readonly ParsedSkill[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO skill (stack_id, name, content, front_matter, updated_at)
    SELECT ${stackId}, name, content, front_matter, ${ctx.now()}
    FROM unnest(${skills.map(({ name }) => name)}::text[], ${skills.map(({ content }) => content)}::text[],
      ${skills.map(({ frontMatter }) => JSON.stringify(frontMatter))}::json[]) AS given (name, content, front_matter)
    ON CONFLICT (stack_id, name) DO UPDATE
    SET content = excluded.content, front_matter = excluded.front_matter, updated_at = excluded.updated_at
    WHERE skill.content <> excluded.content`;
  await requireRoom(ctx, tx);
}

/** Copies the skills of a locked stack to a new one. @throws invalid_input */
export async function copySkills(ctx: Ctx, tx: Tx, from: StackId, to: StackId): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO skill (stack_id, name, content, front_matter, updated_at)
    SELECT ${to}, name, content, front_matter, ${ctx.now()} FROM skill WHERE stack_id = ${from}`;
  await requireRoom(ctx, tx);
}

/** Checks the bounds after the rows were written. @throws invalid_input */
async function requireRoom(ctx: Ctx, tx: Tx): Promise<void> {
  await requireCapacity(ctx, tx, 'max_skills', 0);
  await requireCapacity(ctx, tx, 'max_skills_bytes', 0);
}
