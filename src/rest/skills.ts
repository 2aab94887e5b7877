import { requestPassThrough } from '../core/calls/passThrough.ts';
import {
  type ListedSkill,
  type PassedSkill,
  visibleServerSkills,
  visibleSkills,
} from '../core/decisions/visibleSkills.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { AppError } from '../core/lib/errors.ts';
import { isRecord } from '../core/lib/json.ts';
import { getSnapshot } from '../core/snapshots/readSnapshot.ts';
import { agentOf } from '../wire/gate.ts';
import { type Answer, failureHeaders } from '../wire/toolCall.ts';
import { type CallRequest, paramOf } from './request.ts';

const factsOf = ({ name, uri, digest, size, frontMatter }: ListedSkill) => ({
  name,
  description: frontMatter.description,
  uri,
  digest,
  size,
  front_matter: frontMatter,
  server: null,
});

function passedFactsOf({ server, skill: { uri, frontmatter, resources } }: PassedSkill) {
  const { name, description } = frontmatter;
  const file = resources.find((each) => each.uri === uri);
  const facts = { name: `${server}/${name}`, description, uri, digest: file?.digest ?? '', size: file?.size ?? null };
  return { ...facts, front_matter: frontmatter, server };
}

/** GET /s/{client_id}/skills */
export async function listVisibleSkills(ctx: Ctx): Promise<Answer> {
  const snapshot = await getSnapshot(ctx, agentOf(ctx.actor).stackId);
  const passed = visibleServerSkills(ctx, snapshot).map(passedFactsOf);
  const skills = [...visibleSkills(ctx, snapshot).map(factsOf), ...passed];
  return { status: 200, body: JSON.stringify({ skills }), isOpen: true };
}

/** GET /s/{client_id}/skills/{skill_name} */
export async function readSkill(ctx: Ctx, request: CallRequest): Promise<Answer> {
  const name = paramOf(request, 'skill_name');
  const snapshot = await getSnapshot(ctx, agentOf(ctx.actor).stackId);
  const own = visibleSkills(ctx, snapshot).find((each) => each.name === name);
  if (own) return { status: 200, body: JSON.stringify({ ...factsOf(own), content: own.content }), isOpen: true };
  const passed = visibleServerSkills(ctx, snapshot)
    .map(passedFactsOf)
    .find((each) => each.name === name);
  if (!passed) throw new AppError('not_found', `Skill ${name} not found`);
  const reply = await requestPassThrough(ctx, snapshot, {
    kind: 'resources',
    method: 'resources/read',
    name: passed.uri,
    params: (uri) => ({ uri }),
  });
  if (!('result' in reply)) {
    const error = `Skill ${name} can’t be read: ${reply.message}`;
    return { status: 500, body: JSON.stringify({ error }), headers: failureHeaders(reply) };
  }
  return { status: 200, body: JSON.stringify({ ...passed, content: textIn(reply.result['contents']) }) };
}

/** The text of a resource. Its digest was checked. */
function textIn(contents: unknown): string {
  const [content]: unknown[] = Array.isArray(contents) ? contents : [];
  return isRecord(content) && typeof content['text'] === 'string' ? content['text'] : '';
}
