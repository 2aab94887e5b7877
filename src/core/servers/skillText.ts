import { parse } from 'yaml';
import { z } from 'zod';
import { BOUNDS } from '../kernel/bounds.ts';
import { hidesInLines } from '../lib/hiddenText.ts';
import { isTooDeep } from '../lib/json.ts';
import { mapOf } from '../lib/parse.ts';
import { sha256Text } from '../lib/sha256.ts';
import { shownText } from '../lib/text.ts';

/** A skill's name and its whole text: Markdown with front matter. */
export type SkillContent = { readonly name: string; readonly content: string };

/** Maximum characters of the front matter: every client gets it with the list. */
export const FRONT_MATTER_CHARS_MAX = 8_192;
const NAME_CHARS_MAX = 64;
const DESCRIPTION_CHARS_MAX = 1_024;
const COMPATIBILITY_CHARS_MAX = 500;

/** The Agent Skills specification: other members are for clients and stay unchanged. */
export const frontMatterSchema = z
  .looseObject({
    name: z
      .string()
      .max(NAME_CHARS_MAX)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens'),
    description: z
      .string()
      .max(DESCRIPTION_CHARS_MAX)
      .refine((text) => text.trim() !== '', 'must not be blank'),
    compatibility: z.string().min(1).max(COMPATIBILITY_CHARS_MAX).optional(),
    metadata: mapOf(z.string(), z.string()).optional(),
  })
  .and(z.json())
  .refine((members) => !hidesInLines(JSON.stringify(members)), 'must not contain escaped invisible characters');

const CLOSING = /\n---[\t ]*(?:\n|$)/;

class InvalidSkill extends Error {}

/** Front matter as it is stored, with the members that every skill has. */
export const storedFrontMatter = z.looseObject({ name: z.string(), description: z.string() });

/** Its `name` and `description`, with all other members. */
export type FrontMatter = z.output<typeof storedFrontMatter>;

/** The lines between those of `---`. @throws InvalidSkill */
function yamlOf(content: string): string {
  const close = content.startsWith('---\n') ? CLOSING.exec(content.slice(3)) : null;
  if (!close) throw new InvalidSkill('must begin with front matter: lines between two lines of ---');
  const yaml = content.slice(4, 3 + close.index + 1);
  if (yaml.length > FRONT_MATTER_CHARS_MAX)
    throw new InvalidSkill(`must have front matter of at most ${FRONT_MATTER_CHARS_MAX} characters`);
  return yaml;
}

/** @throws InvalidSkill */
function readFrontMatter(yaml: string): FrontMatter {
  const parsed = frontMatterSchema.safeParse(parseYaml(yaml));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.length ? `${issue.path.join('.')} ` : '';
  throw new InvalidSkill(`must have valid front matter: ${place}${issue?.message ?? ''}`);
}

function parseYaml(yaml: string): unknown {
  try {
    const value: unknown = parse(yaml, { maxAliasCount: 0, logLevel: 'error', stringKeys: true });
    if (isTooDeep(Buffer.from(JSON.stringify(value)))) throw new Error('it is nested too deeply');
    return value;
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split('\n') : [];
    throw new InvalidSkill(`must have front matter in YAML: ${reason?.replace(/:$/, '') ?? 'it is invalid'}`);
  }
}

/** A skill as Markdown, with the YAML of its front matter. `readSkills` reads the YAML. */
export const skillTextSchema = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= BOUNDS.max_skill_bytes.max, {
    message: `must be at most ${BOUNDS.max_skill_bytes.max / 1_024} KiB`,
    abort: true,
  })
  .transform((text) => text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'))
  .pipe(shownText)
  .transform((content, context) => {
    const yaml = orMessage(() => ({ yaml: yamlOf(content) }));
    if (typeof yaml !== 'string') return { content, ...yaml };
    context.addIssue({ code: 'custom', message: yaml });
    return z.NEVER;
  });

/** A text that may be a skill, and its YAML. */
export type SkillText = z.output<typeof skillTextSchema>;

/** A skill with its parsed front matter. */
export type ParsedSkill = SkillContent & { readonly frontMatter: FrontMatter };

/** Parses a skill that Toolyard ships. @throws if it is invalid */
export function parseSkill(text: string): ParsedSkill {
  const { content, yaml } = skillTextSchema.parse(text);
  const frontMatter = readFrontMatter(yaml);
  return { name: frontMatter.name, content, frontMatter };
}

/** The front matter, or a message why it is invalid. Takes up to 3 microseconds per character. */
export const readYamls = (yamls: readonly string[]): (FrontMatter | string)[] =>
  yamls.map((yaml) => orMessage(() => readFrontMatter(yaml)));

function orMessage<T extends object>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidSkill) return error.message;
    throw error;
  }
}

/** The resource that MCP clients read. */
export const skillUri = ({ name }: Pick<SkillContent, 'name'>): string => `skill://${name}/SKILL.md`;

/** With the digest, clients verify the text. */
export const skillDigest = ({ content }: Pick<SkillContent, 'content'>): string =>
  `sha256:${sha256Text(content, 'hex')}`;
