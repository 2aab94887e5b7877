import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { serverIdSchema, toolIdSchema } from '../kernel/idSchemas.ts';
import { lazily } from '../lib/lazily.ts';
import { type ParsedSkill, parseSkill } from '../servers/skillText.ts';

const TEMPLATES_DIR = join(import.meta.dirname, '../../../catalogue/templates');
const ID = /^[a-z][a-z-]{0,62}$/;

const templateSchema = z.strictObject({
  id: z.string().regex(ID),
  name: z.string().min(1).max(100),
  /** An agent's possible work with the stack, in one or two sentences. */
  description: z.string().min(1).max(300),
  servers: z
    .array(
      z.strictObject({
        id: serverIdSchema(z.string()),
        tools: z.array(toolIdSchema(z.string())).min(1),
      }),
    )
    .min(1),
  /** Rules of the stack. There are no allow rules, so a template can only restrict calls. */
  rules: z
    .array(
      z.strictObject({
        name: z.string(),
        effect: z.enum(['ask', 'deny']),
        tools: z.array(z.string()).min(1),
        message: z.string(),
      }),
    )
    .default([]),
  /** Names of Markdown files next to the template. */
  skills: z.array(z.string().regex(/^[a-z-]+\.md$/)).default([]),
});

/** A stack template: marketplace servers, their enabled tools, and the stack's rules and skills. */
export type StackTemplate = Omit<z.output<typeof templateSchema>, 'skills'> & {
  readonly skills: readonly ParsedSkill[];
};

/** The built-in templates, ordered by name. */
export const readTemplates = lazily(async (): Promise<readonly StackTemplate[]> => {
  const files = (await readdir(TEMPLATES_DIR)).filter((name) => name.endsWith('.json'));
  const textOf = (name: string) => readFile(join(TEMPLATES_DIR, name), 'utf8');
  const read = async (name: string) => {
    const { skills, ...template } = templateSchema.parse(JSON.parse(await textOf(name)));
    return {
      ...template,
      skills: await Promise.all(skills.map(async (file) => parseSkill(await textOf(file)))),
    };
  };
  return (await Promise.all(files.map(read))).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
});
