import { z } from 'zod';
import { canonicalJson, isTooDeep } from '../lib/json.ts';
import { listUpTo } from '../lib/parse.ts';
import { shownName } from '../lib/text.ts';
import { FRONT_MATTER_CHARS_MAX, frontMatterSchema } from './skillText.ts';

/** The extension of MCP for skills (SEP-2640). */
export const SKILLS = 'io.modelcontextprotocol/skills';

/** Maximum skills of a server, and maximum files of one skill. */
export const SERVER_SKILLS_MAX = 100;
const FILES_MAX = 256;
/** Maximum bytes of a server's skills as JSON: every snapshot of a stack contains them. */
const SKILLS_BYTES_MAX = 131_072;
const URI_CHARS_MAX = 2_048;

/** The file of each skill that agents read first. */
const SKILL_FILE = '/SKILL.md';

const uriSchema = shownName
  .min(1)
  .max(URI_CHARS_MAX)
  .refine((uri) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(uri) && !/\/\.{1,2}(\/|$)/.test(uri), 'must be an absolute URI');

/** The address of a skill's directory, with the closing slash. */
const directoryOf = ({ uri }: { readonly uri: string }): string => uri.slice(0, 1 - SKILL_FILE.length);

const fileSchema = z.strictObject({
  uri: uriSchema,
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 lower-case hexadecimal digits'),
  size: z.int().min(0).optional(),
});

/** A skill of an upstream server, as the server lists it (SEP-2640). Its files are read from the server. */
export const serverSkillSchema = z
  .strictObject({
    uri: uriSchema,
    frontmatter: frontMatterSchema.refine((members) => {
      const json = JSON.stringify(members);
      return json.length <= FRONT_MATTER_CHARS_MAX && !isTooDeep(Buffer.from(json));
    }, `must be at most ${FRONT_MATTER_CHARS_MAX} characters, and not nested too deeply`),
    /** All of its files. Without their digests, a review would not cover the texts that agents get later. */
    resources: listUpTo(fileSchema, FILES_MAX, 1),
  })
  .refine(({ uri, frontmatter: { name } }) => uri.endsWith(`/${name}${SKILL_FILE}`), {
    message: 'must end with the name and /SKILL.md',
    path: ['uri'],
  })
  .refine(
    (skill) => {
      const uris = new Set(skill.resources.map(({ uri }) => uri));
      const isInside = [...uris].every((uri) => uri.startsWith(directoryOf(skill)));
      return uris.size === skill.resources.length && uris.has(skill.uri) && isInside;
    },
    { message: 'must list /SKILL.md and other files of its directory, each once', path: ['resources'] },
  );

/** A skill of an upstream server. */
export type ServerSkill = z.output<typeof serverSkillSchema>;

/** The skills of one server. */
export const serverSkillsSchema = listUpTo(serverSkillSchema, SERVER_SKILLS_MAX)
  .refine((skills) => new Set(skills.map(({ uri }) => uri)).size === skills.length, 'must have different addresses')
  .refine(
    (skills) => firstThatFit(skills).length === skills.length,
    `must take at most ${SKILLS_BYTES_MAX / 1_024} KiB`,
  );

/** The first skills that are short enough to be stored together. */
export function firstThatFit(skills: readonly ServerSkill[]): ServerSkill[] {
  let bytes = '[]'.length;
  const end = skills.findIndex((skill) => {
    bytes += Buffer.byteLength(JSON.stringify(skill)) + ','.length;
    return bytes > SKILLS_BYTES_MAX;
  });
  return skills.slice(0, end < 0 ? skills.length : end);
}

/** Parses a stored column. Safe cast: only `saveServer` writes these, from a checked document. */
export const storedSkills = (text: string | null): readonly ServerSkill[] =>
  text === null ? [] : (JSON.parse(text) as ServerSkill[]);

/** The skills of `current` that are the same as in `reviewed`. */
function unchangedSkills(current: readonly ServerSkill[], reviewed: readonly ServerSkill[]): readonly ServerSkill[] {
  const same = new Set(reviewed.map(canonicalJson));
  return current.filter((skill) => same.has(canonicalJson(skill)));
}

/** How a skill differs from the reviewed one: null for a skill that is missing before or after. */
export type SkillChange = {
  readonly uri: string;
  readonly before: ServerSkill | null;
  readonly after: ServerSkill | null;
};

/** The differences between the reviewed and the current skills, in order of their addresses. */
export function skillChanges(reviewed: readonly ServerSkill[], current: readonly ServerSkill[]): SkillChange[] {
  const [before, after] = [reviewed, current].map((skills) => new Map(skills.map((skill) => [skill.uri, skill])));
  const uris = [...new Set([...reviewed, ...current].map(({ uri }) => uri))].sort();
  return uris
    .map((uri) => ({ uri, before: before?.get(uri) ?? null, after: after?.get(uri) ?? null }))
    .filter((change) => canonicalJson(change.before) !== canonicalJson(change.after));
}

/** Whether `current` has a skill that `reviewed` does not have in the same form. */
export const hasNewSkill = (current: readonly ServerSkill[], reviewed: readonly ServerSkill[]): boolean =>
  unchangedSkills(current, reviewed).length < current.length;

/** The skills that a stack serves, the digests of their files, and the directories of all skills of the server. */
export type PinnedSkills = {
  readonly served: readonly ServerSkill[];
  readonly digests: ReadonlyMap<string, string>;
  readonly directories: readonly string[];
};

/**
 * The skills of a server in a stack. `reviewed` are the earlier ones while a change awaits review; null if none does.
 */
export function pinSkills(current: readonly ServerSkill[], reviewed: readonly ServerSkill[] | null): PinnedSkills {
  const served = reviewed === null ? current : unchangedSkills(current, reviewed);
  return {
    served,
    digests: new Map(served.flatMap(({ resources }) => resources.map(({ uri, digest }) => [uri, digest] as const))),
    directories: [...new Set([...current, ...(reviewed ?? [])].map(directoryOf))],
  };
}

/**
 * The digest that a skill's file must have. Null for a file of a skill that was not reviewed, which agents don't get.
 * Undefined for an address outside all skills.
 */
export function pinnedDigest({ digests, directories }: PinnedSkills, uri: string): string | null | undefined {
  const digest = digests.get(uri);
  if (digest !== undefined) return digest;
  const isOfSkill = /^skill:/i.test(uri) || directories.some((directory) => uri.startsWith(directory));
  return isOfSkill ? null : undefined;
}
