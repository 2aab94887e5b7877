import { mayPassThrough, mayUseOtherFeatures } from '../endpoints/tokenReach.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ServerId } from '../kernel/ids.ts';
import { exposedName } from '../results/namespacing.ts';
import type { ServerSkill } from '../servers/serverSkill.ts';
import { type ParsedSkill, skillDigest, skillUri } from '../servers/skillText.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';

const describe = (skill: ParsedSkill) => ({
  ...skill,
  uri: skillUri(skill),
  digest: skillDigest(skill),
  size: Buffer.byteLength(skill.content),
});

/** A skill with the facts that clients see before they read it. */
export type ListedSkill = ReturnType<typeof describe>;

/**
 * The skills that a caller may read: none for a token that is limited to certain tools, as for other resources. Tested
 * by `test/mcp/serverSkills.test.ts`.
 */
export const visibleSkills = ({ actor }: Pick<Ctx, 'actor'>, snapshot: StackSnapshot): readonly ListedSkill[] =>
  mayUseOtherFeatures(actor) ? snapshot.memo('skills', () => snapshot.skills.map(describe)) : [];

/** Whether a stack serves skills: its own, or those of a server that passes them through. */
export const hasSkills = ({ skills, servers }: StackSnapshot): boolean =>
  skills.length > 0 || servers.some((server) => server.skills !== null);

/** A skill of a server of the stack, with its addresses in the stack. */
export type PassedSkill = { readonly server: ServerId; readonly skill: ServerSkill };

/** The reviewed skills of the servers that a caller may read. Each address once. */
export const visibleServerSkills = ({ actor }: Pick<Ctx, 'actor'>, snapshot: StackSnapshot): readonly PassedSkill[] =>
  mayPassThrough(actor) ? snapshot.memo('serverSkills', () => serverSkillsIn(snapshot)) : [];

function serverSkillsIn({ servers, skills }: StackSnapshot): readonly PassedSkill[] {
  const own = new Set(skills.map(skillUri));
  const exposed = servers.flatMap((server) =>
    (server.skills?.served ?? []).map((skill) => ({
      server: server.slug,
      skill: {
        ...skill,
        uri: exposedName(server, 'resources', skill.uri),
        resources: skill.resources.map((file) => ({ ...file, uri: exposedName(server, 'resources', file.uri) })),
      },
    })),
  );
  return [...new Map(exposed.reverse().map((each) => [each.skill.uri, each])).values()]
    .filter(({ skill }) => !own.has(skill.uri))
    .reverse();
}
