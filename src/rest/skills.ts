import type { Ctx } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { type ListedSkill, visibleSkills } from '../core/skills/visibleSkills.ts';
import { getSnapshot } from '../core/snapshots/readSnapshot.ts';
import { agentOf } from '../wire/gate.ts';
import type { Answer } from '../wire/toolCall.ts';
import { type CallRequest, paramOf } from './request.ts';

const factsOf = ({ name, uri, digest, size, frontMatter }: ListedSkill) => ({
  name,
  description: frontMatter.description,
  uri,
  digest,
  size,
  front_matter: frontMatter,
});

const skillsOf = async (ctx: Ctx): Promise<readonly ListedSkill[]> =>
  visibleSkills(ctx, await getSnapshot(ctx, agentOf(ctx.actor).stackId));

/** GET /s/{client_id}/skills */
export async function listOwnSkills(ctx: Ctx): Promise<Answer> {
  const skills = await skillsOf(ctx);
  return { status: 200, body: JSON.stringify({ skills: skills.map(factsOf) }), isOpen: true };
}

/** GET /s/{client_id}/skills/{skill_name} */
export async function readOwnSkill(ctx: Ctx, request: CallRequest): Promise<Answer> {
  const name = paramOf(request, 'skill_name');
  const skill = (await skillsOf(ctx)).find((each) => each.name === name);
  if (!skill) throw new AppError('not_found', `Skill ${name} not found`);
  return { status: 200, body: JSON.stringify({ ...factsOf(skill), content: skill.content }), isOpen: true };
}
