import { z } from 'zod';
import { type ServerId, type ToolId, toToolId } from '../kernel/ids.ts';
import { sha256Text } from '../lib/sha256.ts';
import { withoutEnds } from '../lib/trim.ts';

/** A tool name that every provider accepts. */
export const providerNameSchema = z
  .string()
  .regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/, 'must be a letter and up to 63 letters, digits, _ or -');

/** Maximum characters of a tool's public name. */
export const TOOL_ID_CHARS_MAX = 64;
const HASH_CHARS = 8;

/** Maximum characters of an upstream tool name; a tool with a longer one cannot be offered. */
export const TOOL_NAME_CHARS_MAX = 256;

/** The name with its server's id as a prefix, unless it already has that prefix. */
export const prefixed = (serverId: ServerId, name: string): string =>
  name.startsWith(`${serverId}_`) ? name : `${serverId}_${name}`;

/**
 * The public name of a tool, `^[a-zA-Z0-9_-]{1,64}$`: `<server>_<tool>`, or `<tool>` if `prefix` is false. Depends only
 * on its arguments, so it does not change when a server gets other tools or joins another stack:
 * - a name that already starts with `<server>_` keeps it (`slack_post` of `slack` stays `slack_post`); a server that
 * has both `post` and `slack_post` therefore needs `toolPrefix: false`;
 * - a name with other characters, or one longer than 64, ends in `_` and 8 hexadecimal digits. These are a SHA-256 of
 * the server id and the upstream's name, so that `a.b` and `a_b` differ.
 */
export function toolIdFor(serverId: ServerId, toolName: string, { prefix }: { prefix: boolean }): ToolId {
  const isPlain = /^[a-zA-Z0-9_-]+$/.test(toolName);
  const name = isPlain ? toolName : withoutEnds(toolName.replace(/[^a-zA-Z0-9_-]+/g, '_'), '_') || 'tool';
  const full = prefix ? prefixed(serverId, name) : name;
  if (isPlain && full.length <= TOOL_ID_CHARS_MAX) return toToolId(full);
  const head = full.slice(0, TOOL_ID_CHARS_MAX - HASH_CHARS - 1);
  // 8 hex digits are enough, since only tools of one server with the same first 55 characters can collide.
  const hash = sha256Text(JSON.stringify([serverId, toolName]), 'hex').slice(0, HASH_CHARS);
  return toToolId(`${head}_${hash}`);
}
