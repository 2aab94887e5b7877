import type { Resource, Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Ctx } from '../core/context.ts';
import { type ListedSkill, visibleSkills } from '../core/skills/visibleSkills.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { invalidParams } from './call.ts';
import type { Era } from './list.ts';

/** The extension for skills (SEP-2640). */
export const SKILLS = 'io.modelcontextprotocol/skills';

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

const toEntry = ({ uri, digest, size, frontMatter }: ListedSkill) => ({
  uri,
  frontmatter: frontMatter,
  resources: [{ uri, digest, size }],
});

const listParams = z.looseObject({ cursor: z.string().optional() }).optional();
const getParams = z.looseObject({ uri: z.string() });

/** Registers the methods of the extension in a stack that has skills. */
export function registerSkills(server: Server, ctx: Ctx, snapshot: StackSnapshot, era: Era): void {
  if (snapshot.skills.length === 0) return;
  const caching = era === 'modern' ? { ttlMs: 0, cacheScope: 'private' } : {};
  server.setRequestHandler('skills/list', { params: listParams }, (params) => {
    if (params?.cursor !== undefined) throw invalidParams('Invalid cursor: list from the beginning');
    return { skills: visibleSkills(ctx, snapshot).map(toEntry), ...caching };
  });
  server.setRequestHandler('skills/get', { params: getParams }, ({ uri }) => {
    const skill = visibleSkills(ctx, snapshot).find((each) => each.uri === uri);
    if (!skill) throw invalidParams(`No skill is served at ${uri}`);
    return { skill: toEntry(skill), ...caching };
  });
}
