import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';
import { plural } from '../lib/text.ts';
import type { Scrubber } from '../results/scrub.ts';
import { firstThatFit, SERVER_SKILLS_MAX, type ServerSkill, serverSkillSchema } from '../servers/serverSkill.ts';

/** The skills of an upstream that can be stored, and why the others cannot. */
export type ReadSkills = { readonly kept: ServerSkill[]; readonly problems: readonly string[] };

/** Maximum skills that are named as left out. */
const NAMED_MAX = 5;
const NAME_CHARS_MAX = 100;

/**
 * Reads the skills that an upstream lists, in order of their addresses. Leaves out invalid ones, those without digests,
 * those that contain a secret used to list them, and those beyond the bounds.
 */
export async function readServerSkills(listed: readonly JsonValue[], scrubber: Scrubber): Promise<ReadSkills> {
  const skills = new Map<string, ServerSkill>();
  const problems: string[] = [];
  for (const entry of listed.slice(0, SERVER_SKILLS_MAX)) {
    const skill = isJsonObject(entry) ? readSkill(entry, scrubber) : 'it is not an object';
    if (typeof skill === 'string') {
      const uri = isJsonObject(entry) ? entry['uri'] : undefined;
      const name = typeof uri === 'string' ? uri.slice(0, NAME_CHARS_MAX).toWellFormed() : 'without an address';
      problems.push(`its skill ${scrubber.text(name)} is left out: ${skill}`);
    } else skills.set(skill.uri, skill);
    await nextTurn();
  }
  const sorted = [...skills.values()].sort((a, b) => (a.uri < b.uri ? -1 : 1));
  const kept = firstThatFit(sorted);
  const beyond = sorted.length - kept.length + Math.max(0, listed.length - SERVER_SKILLS_MAX);
  const shown = problems.slice(0, NAMED_MAX);
  if (problems.length > NAMED_MAX) shown.push(`${plural(problems.length - NAMED_MAX, 'more skill')} left out`);
  if (beyond > 0) shown.push(`${plural(beyond, 'skill')} beyond the limits left out`);
  return { kept, problems: shown };
}

/** The skill, or why it cannot be stored. */
function readSkill(
  { uri = null, frontmatter = null, resources = null }: JsonObject,
  scrubber: Scrubber,
): ServerSkill | string {
  if (!Array.isArray(resources)) return 'its files have no digests';
  const files = resources.filter(isJsonObject).map(({ uri: own = null, digest = null, size }) => ({
    ...{ uri: own, digest },
    ...(size !== undefined && { size }),
  }));
  const { data, error } = serverSkillSchema.safeParse({ uri, frontmatter, resources: files });
  if (!data) return error.issues[0]?.message ?? 'it is invalid';
  const text = canonicalJson(data);
  if (scrubber.text(text) !== text) return 'it contains a credential';
  return { ...data, resources: data.resources.toSorted((a, b) => (a.uri < b.uri ? -1 : 1)) };
}
