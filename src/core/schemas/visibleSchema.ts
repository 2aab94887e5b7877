import { visibleText } from '../lib/hiddenText.ts';
import { isRecord } from '../lib/json.ts';
import { type KeyMeaning, keysBelow } from './bounds.ts';

/** Deeper schemas are refused elsewhere, and could overflow the stack. */
const DEPTH_MAX = 64;

/** The schema without hidden characters in its titles and descriptions, which models read; itself if it has none. */
export function visibleSchema(schema: Record<string, unknown>): Record<string, unknown> {
  return visibleMembers(schema, 'keywords', 1);
}

function visibleMembers(members: Record<string, unknown>, keys: KeyMeaning, depth: number): Record<string, unknown> {
  let changed: Record<string, unknown> | null = null;
  for (const [key, member] of Object.entries(members)) {
    const visible = visibleMember(key, member, keys, depth);
    if (visible === member) continue;
    changed ??= { ...members };
    changed[key] = visible;
  }
  return changed ?? members;
}

function visibleMember(key: string, member: unknown, keys: KeyMeaning, depth: number): unknown {
  if (typeof member === 'string') {
    const isText = keys === 'keywords' && (key === 'description' || key === 'title');
    return isText ? visibleText(member) : member;
  }
  const below = keysBelow(keys, key);
  if (below === 'data' || depth === DEPTH_MAX) return member;
  if (!Array.isArray(member)) return isRecord(member) ? visibleMembers(member, below, depth + 1) : member;
  const items: readonly unknown[] = member;
  const visible = items.map((item) => visibleMember('', item, 'keywords', depth + 1));
  return visible.some((item, at) => item !== items[at]) ? visible : items;
}
