import type { JsonObject, JsonValue } from '../lib/json.ts';
import { valueAtPath } from '../lib/jsonPointer.ts';
import type { Change } from './change.ts';
import { isSameJson } from './definition.ts';

/**
 * Differences in what a tool tells clients. Icons are how it looks. What clients do with `_meta` nobody here knows, so
 * that another one counts as the most. `before` is undefined for a definition that was written by a version that kept
 * nothing of this: what that was is not known, and nobody would have anything to review.
 */
export function forClientsChanges(before: JsonObject | undefined, after: JsonObject): Change[] {
  const differs = (key: string): boolean => !isSameJson(before?.[key], after[key]);
  const meta: Change =
    before === undefined
      ? { kind: 'cosmetic', path: '/forClients/_meta', what: 'was not kept before' }
      : { kind: 'widening', path: '/forClients/_meta', what: 'tells clients something else' };
  return [
    ...(differs('icons') ? [{ kind: 'cosmetic', path: '/forClients/icons', what: 'looks different' } as const] : []),
    ...(differs('_meta') ? [meta] : []),
    ...(differs('execution') ? [taskChange(after['execution'])] : []),
  ];
}

/** Tasks do not pass: a tool that runs as nothing else cannot be called. */
function taskChange(execution: JsonValue | undefined): Change {
  const path = '/forClients/execution';
  return valueAtPath(execution ?? null, ['taskSupport']) === 'required'
    ? { kind: 'breaking', path, what: 'runs only as a task now' }
    : { kind: 'compatible', path, what: 'says something else of tasks' };
}
