import type { Resource, Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { hasSkills, type ListedSkill, visibleServerSkills, visibleSkills } from '../core/decisions/visibleSkills.ts';
import type { Ctx } from '../core/kernel/context.ts';
import type { ServerSkill } from '../core/servers/serverSkill.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { invalidParams } from './call.ts';
import type { Era } from './list.ts';

/** The media type of skills. */
export const MARKDOWN = 'text/markdown';

/** A skill for clients that don't know skills. */
export const toResource = ({ uri, name, size, frontMatter: { description } }: ListedSkill): Resource => ({
  uri,
  name,
  description,
  size,
  mimeType: MARKDOWN,
});

/** As `toResource`, for the skill of a server. */
export const toServerResource = ({ uri, frontmatter: { name, description }, resources }: ServerSkill): Resource => {
  const size = resources.find((file) => file.uri === uri)?.size;
  return { uri, name, description, ...(size !== undefined && { size }), mimeType: MARKDOWN };
};

/** All skills that a caller may read, in the form of the extension. */
const entriesFor = (ctx: Ctx, snapshot: StackSnapshot) => [
  ...visibleSkills(ctx, snapshot).map(({ uri, digest, size, frontMatter }) => ({
    uri,
    frontmatter: frontMatter,
    resources: [{ uri, digest, size }],
  })),
  ...visibleServerSkills(ctx, snapshot).map(({ skill }) => skill),
];

const listParams = z.looseObject({ cursor: z.string().optional() }).optional();
const getParams = z.looseObject({ uri: z.string() });

/** Registers the methods of the extension in a stack that has skills. */
export function registerSkills(server: Server, ctx: Ctx, snapshot: StackSnapshot, era: Era): void {
  if (!hasSkills(snapshot)) return;
  const caching = era === 'modern' ? { ttlMs: 0, cacheScope: 'private' } : {};
  server.setRequestHandler('skills/list', { params: listParams }, (params) => {
    if (params?.cursor !== undefined) throw invalidParams('Invalid cursor: list from the beginning');
    return { skills: entriesFor(ctx, snapshot), ...caching };
  });
  server.setRequestHandler('skills/get', { params: getParams }, ({ uri }) => {
    const skill = entriesFor(ctx, snapshot).find((each) => each.uri === uri);
    if (!skill) throw invalidParams(`No skill is served at ${uri}`);
    return { skill, ...caching };
  });
}
