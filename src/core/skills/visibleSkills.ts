import type { Ctx } from '../context.ts';
import { mayUseOtherFeatures } from '../endpoints/tokenReach.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { type ParsedSkill, skillDigest, skillUri } from './skillText.ts';

const describe = (skill: ParsedSkill) => ({
  ...skill,
  uri: skillUri(skill),
  digest: skillDigest(skill),
  size: Buffer.byteLength(skill.content),
});

/** A skill with the facts that clients see before they read it. */
export type ListedSkill = ReturnType<typeof describe>;

/** The skills that a caller may read: none for a token that is limited to certain tools, as for other resources. */
export const visibleSkills = ({ actor }: Pick<Ctx, 'actor'>, snapshot: StackSnapshot): readonly ListedSkill[] =>
  mayUseOtherFeatures(actor) ? snapshot.memo('skills', () => snapshot.skills.map(describe)) : [];
