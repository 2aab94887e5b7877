import { isRecord } from '../../../api/isRecord.ts';
import { pathOf } from '../../../api/jsonPointer.ts';
import type { AuditAction, StacksDifferenceFragment } from '../../../gql/graphql.ts';
import { visibleText } from '../../../ui/visibleJson.ts';

const ACTIONS: Partial<Record<AuditAction, string>> = {
  RULE_CREATE: 'Created a rule',
  RULE_DELETE: 'Deleted a rule',
  RULE_UPDATE: 'Changed a rule',
  SERVER_IMPORT: 'Imported a server again',
  SKILL_DELETE: 'Deleted a skill',
  SKILL_SET: 'Changed a skill',
  STACK_ADD_SERVER: 'Added a server',
  STACK_APPLY: 'Applied a stack file',
  STACK_CREATE: 'Created the stack',
  STACK_KEEP_CONTENTS: 'Changed the storage of inputs and outputs',
  STACK_REMOVE_SERVER: 'Removed a server',
  STACK_ROLL_BACK: 'Rolled back',
  STACK_UPDATE: 'Changed call recording',
  STACK_UPDATE_CREDENTIAL_MODE: 'Changed a credential mode',
  STACK_UPDATE_TOOL: 'Changed a tool’s text',
  STACK_UPDATE_TOOLS: 'Changed the enabled tools',
};

export const actionText = (action: AuditAction | null): string =>
  (action !== null && ACTIONS[action]) || 'Changed the stack';

const SETTINGS: Readonly<Record<string, string>> = {
  recordsCalls: 'Call recording',
  contentDays: 'Days of stored inputs and outputs',
  contentRedactions: 'Redactions of stored inputs and outputs',
};

/** The name of a part of a stack, from its JSON Pointer. */
export function partName(path: string): string {
  const [kind = '', name = '', , toolId] = pathOf(path).map(visibleText);
  if (kind === 'rules') return `Rule ${name}`;
  if (kind === 'skills') return `Skill ${name}`;
  if (kind !== 'servers') return SETTINGS[kind] ?? kind;
  return toolId === undefined ? `Server ${name}` : `Tool ${toolId}`;
}

/** The name of a part that a roll-back leaves out. For a rule, these are its deleted callers. */
export const unavailableName = (path: string): string =>
  path.startsWith('/rules/') ? `Deleted callers of the rule ${visibleText(pathOf(path)[1] ?? '')}` : partName(path);

type Member = { readonly name: string; readonly before: string | null; readonly after: string | null };

/** Values that need no line when a part is added or removed. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  credentialMode: 'stack',
  isDefault: false,
  isEnabled: true,
  isPinned: false,
  needsAnother: false,
};

const read = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

const shown = (value: unknown): string | null =>
  value === null || value === undefined ? null : visibleText(JSON.stringify(value));

const withoutDefaults = (part: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(part).filter(([name, value]) => value !== DEFAULTS[name] && JSON.stringify(value) !== '[]'),
  );

/** The members of a part that differ. A setting without members has one without a name. */
export function changedMembers({ before, after }: Pick<StacksDifferenceFragment, 'before' | 'after'>): Member[] {
  const [old, next] = [read(before), read(after)];
  if (!isRecord(old) && !isRecord(next)) return [{ name: '', before: shown(old), after: shown(next) }];
  const [left, right] =
    isRecord(old) && isRecord(next)
      ? [old, next]
      : [withoutDefaults(isRecord(old) ? old : {}), withoutDefaults(isRecord(next) ? next : {})];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])]
    .map((name) => ({ name, before: shown(left[name]), after: shown(right[name]) }))
    .filter((member) => member.before !== member.after);
}

/** `credential mode` for `credentialMode`. */
export const memberName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
