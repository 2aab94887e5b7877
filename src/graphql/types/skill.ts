import { type StackId, toStackId } from '../../core/kernel/ids.ts';
import { skillDigest, skillUri, storedFrontMatter } from '../../core/servers/skillText.ts';
import { deleteSkill, setSkill } from '../../core/skills/skill.ts';
import type { Skill as SkillRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { ownStackOf } from '../found.ts';
import { Stack } from './stack.ts';

const NAME = 'The skill’s name, unique in the stack.';

const Skill = builder.prismaObject('Skill', {
  description: 'Instructions that agents of a stack read when a task needs them.',
  fields: (t) => ({
    name: t.exposeString('name', { description: NAME }),
    description: t.string({
      description: 'When to use it, from its front matter.',
      select: { frontMatter: true },
      resolve: ({ frontMatter }) => storedFrontMatter.parse(frontMatter).description,
    }),
    content: t.exposeString('content', { description: 'The whole text: Markdown with front matter.' }),
    uri: t.string({
      description: 'The resource that MCP clients read, `skill://…/SKILL.md`.',
      select: { name: true },
      resolve: skillUri,
    }),
    digest: t.string({
      description: 'The SHA-256 of the text, `sha256:…`.',
      select: { content: true },
      resolve: skillDigest,
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

builder.prismaObjectFields(Stack, (t) => ({
  skills: t.relation('skills', {
    description: 'Its skills, by name.',
    complexity: { field: 20, multiplier: 1 },
    query: { orderBy: { name: 'asc' } },
  }),
}));

const SetSkillInput = builder.inputType('SetSkillInput', {
  description: 'A skill of a stack.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack, `stack_…`.' }),
    content: t.string({
      required: true,
      description: 'Markdown that begins with front matter. Its members `name` and `description` are required.',
    }),
  }),
});

const SetSkillPayload = builder.objectRef<{ readonly skill: SkillRow }>('SetSkillPayload').implement({
  description: 'The skill was added or replaced.',
  fields: (t) => ({ skill: t.expose('skill', { type: Skill, description: 'The skill.' }) }),
});

const DeleteSkillInput = builder.inputType('DeleteSkillInput', {
  description: 'A skill to delete.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack, `stack_…`.' }),
    name: t.string({ required: true, description: NAME }),
  }),
});

const DeleteSkillPayload = builder
  .objectRef<{ readonly stackId: StackId; readonly name: string }>('DeleteSkillPayload')
  .implement({
    description: 'The skill was deleted. An earlier version of the stack can restore it.',
    fields: (t) => ({
      stack: t.field({
        type: Stack,
        description: 'The stack.',
        resolve: ({ stackId }, _args, context) => ownStackOf(context, stackId),
      }),
      name: t.exposeString('name', { description: 'Its former name.' }),
    }),
  });

builder.mutationFields((t) => ({
  setSkill: t.field({
    type: SetSkillPayload,
    nullable: true,
    description: 'Adds a skill to a stack, or replaces the skill of the same name. Agents see it immediately.',
    extensions: { limitClass: 'stacks' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: SetSkillInput, required: true, description: 'The skill.' }) },
    resolve: async (_root, { input: { stackId, content } }, { app }) => ({
      skill: await setSkill(app, toStackId(stackId), { content }),
    }),
  }),
  deleteSkill: t.field({
    type: DeleteSkillPayload,
    nullable: true,
    description: 'Deletes a skill of a stack.',
    extensions: { limitClass: 'stacks' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: DeleteSkillInput, required: true, description: 'The skill.' }) },
    resolve: (_root, { input: { stackId, name } }, { app }) => deleteSkill(app, toStackId(stackId), name),
  }),
}));
