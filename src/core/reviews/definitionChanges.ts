import { noServerId, noToolId } from '../kernel/ids.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';
import { valueAtPath } from '../lib/jsonPointer.ts';
import { toPolicyTool } from '../policies/toolMatch.ts';
import { type ChangeKind, collapseSpaces, type DefinitionChange, differsInText } from './change.ts';
import { isSameJson, type ToolDefinition } from './definition.ts';
import { requestChanges, unknownChanges } from './requestChanges.ts';
import { compareSchemas, type Shift } from './schemaChanges.ts';

/** Impact of each shift of an input schema. With new and wider inputs, callers can send more. */
const OF_INPUT: Readonly<Record<Shift, ChangeKind>> = {
  wider: 'widening',
  narrower: 'breaking',
  other: 'widening',
  new: 'widening',
  gone: 'breaking',
  text: 'reworded',
  unknown: 'widening',
  harmless: 'compatible',
  note: 'cosmetic',
};

/** Impact for an output schema: readers must handle additional values, but not fewer. */
const OF_OUTPUT: Readonly<Record<Shift, ChangeKind>> = {
  wider: 'breaking',
  narrower: 'compatible',
  other: 'breaking',
  new: 'compatible',
  gone: 'breaking',
  text: 'reworded',
  unknown: 'widening',
  harmless: 'compatible',
  note: 'cosmetic',
};

/**
 * Lists every difference between two definitions of a tool, each with its impact. Empty if they differ only in key
 * order. Tested by `test/core/reviews/changes.test.ts`; `npm run proof:pins` runs it on the GitHub operations.
 */
export function changesOf(before: ToolDefinition, after: ToolDefinition): DefinitionChange[] {
  const changes: DefinitionChange[] = [
    ...(before.name === after.name
      ? []
      : [{ kind: 'widening', path: '/name', difference: 'calls a different operation' } as const]),
    ...textChanges('/title', before.title ?? '', after.title ?? ''),
    ...textChanges('/description', before.description, after.description),
    ...schemaChanges('/inputSchema', before.inputSchema, after.inputSchema, OF_INPUT),
    ...outputChanges(before.outputSchema, after.outputSchema),
    ...hintChanges(before.annotations, after.annotations),
    ...forClientsChanges(before.forClients, after.forClients ?? {}),
    ...requestChanges(before.request, after.request, inputsOf(before.inputSchema, after.inputSchema)),
    ...reachChanges(before.reach, after.reach),
  ];
  if (changes.length === 0) changes.push(...unknownChanges(before.request, after.request));
  return [...changes, ...newWords(before, after, changes)];
}

function textChanges(path: string, before: string, after: string): DefinitionChange[] {
  if (before === after) return [];
  return differsInText(before, after)
    ? [{ kind: 'reworded', path, difference: 'has a different text' }]
    : [{ kind: 'cosmetic', path, difference: 'has different white space' }];
}

function schemaChanges(
  path: string,
  before: JsonObject | null,
  after: JsonObject | null,
  kinds: Readonly<Record<Shift, ChangeKind>>,
): DefinitionChange[] {
  const changes: DefinitionChange[] = [];
  compareSchemas(before ?? undefined, after ?? undefined, path, (shift, at, difference) => {
    changes.push({ kind: kinds[shift], path: at, difference });
  });
  return changes;
}

function outputChanges(before: JsonObject | null, after: JsonObject | null): DefinitionChange[] {
  if (before !== null && after !== null) return schemaChanges('/outputSchema', before, after, OF_OUTPUT);
  if (before === after) return [];
  const difference = after === null ? 'is gone' : 'is new';
  return [{ kind: after === null ? 'breaking' : 'compatible', path: '/outputSchema', difference }];
}

const HINTS = { readOnly: 'readOnlyHint', destructive: 'destructiveHint', openWorld: 'openWorldHint' } as const;

/**
 * The changes of a tool's hints, all of which need a review. Even a milder hint matters: it exempts the tool from rules
 * about harmful tools.
 */
function hintChanges(before: JsonObject | null, after: JsonObject | null): DefinitionChange[] {
  if (isSameJson(before, after)) return [];
  const [old, now] = [before ?? {}, after ?? {}];
  const [was, is] = [effectsOf(old), effectsOf(now)];
  const effects = (['readOnly', 'destructive', 'openWorld'] as const).filter((hint) => was[hint] !== is[hint]);
  const known = new Set<string>(['idempotentHint', ...Object.values(HINTS)]);
  const others = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((key) => !known.has(key));
  return [
    ...effects.map((hint) => ({
      kind: 'widening' as const,
      path: `/annotations/${HINTS[hint]}`,
      difference: is[hint] ? 'is now true' : 'is no longer true',
    })),
    ...idempotenceChanges(old['idempotentHint'] === true, now['idempotentHint'] === true),
    ...others
      .filter((key) => !isSameJson(old[key], now[key]))
      .map((key) => ({ kind: 'widening' as const, path: `/annotations/${key}`, difference: 'has a different text' })),
  ];
}

/** Clients may repeat calls of an idempotent tool automatically. */
function idempotenceChanges(was: boolean, is: boolean): DefinitionChange[] {
  if (was === is) return [];
  const difference = is ? 'is now true' : 'is no longer true';
  return [{ kind: is ? 'widening' : 'compatible', path: '/annotations/idempotentHint', difference }];
}

/** The hints as rules see them, which do not depend on the tool's id. */
const effectsOf = (annotations: JsonObject) =>
  toPolicyTool({ toolId: noToolId(), annotations, server: { slug: noServerId() } });

function reachChanges(before: JsonObject, after: JsonObject): DefinitionChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => !isSameJson(before[key], after[key]))
    .map((key) => {
      const isAddress = key === 'url' || key === 'baseUrl';
      const [old, now] = [before[key], after[key]].map((value) =>
        typeof value === 'string' ? URL.parse(value)?.origin : undefined,
      );
      const isElsewhere = isAddress && old !== now;
      const difference = isElsewhere ? 'goes to a different origin' : 'reaches its server in a different way';
      return { kind: 'widening', path: `/reach/${key}`, difference };
    });
}

function inputsOf({ properties: before }: JsonObject, { properties: after }: JsonObject) {
  const [old, now] = [namesOf(before), namesOf(after)];
  return { added: without(now, old), gone: without(old, now) };
}

const namesOf = (value: JsonValue | undefined): readonly string[] => (isJsonObject(value) ? Object.keys(value) : []);
const without = (names: readonly string[], others: readonly string[]): ReadonlySet<string> => {
  const known = new Set(others);
  return new Set(names.filter((name) => !known.has(name)));
};

const SENTENCE_WORDS = 5;
const WORD = /\p{L}{2,}/gu;
const FOREIGN = /[^\p{ASCII}]/gu;
const FOREIGN_CHARS = 8;

/**
 * Detects new text anywhere in the definition's schemas, including examples, names and comments, because models read
 * it. Invisible characters, and scripts without spaces between words, are measured in characters.
 */
function newWords(
  before: ToolDefinition,
  after: ToolDefinition,
  changes: readonly DefinitionChange[],
): DefinitionChange[] {
  if (changes.some(({ kind }) => kind === 'reworded')) return [];
  const known = new Set<string>();
  const read = ({ inputSchema, outputSchema }: ToolDefinition) => [inputSchema, outputSchema];
  eachText(read(before), (text) => known.add(collapseSpaces(text)));
  let isNew = false;
  eachText(read(after), (text) => {
    const isSentence =
      (text.match(WORD)?.length ?? 0) >= SENTENCE_WORDS || (text.match(FOREIGN)?.length ?? 0) >= FOREIGN_CHARS;
    if (isSentence && !known.has(collapseSpaces(text))) isNew = true;
  });
  return isNew ? [{ kind: 'reworded', path: '', difference: 'adds text for the model' }] : [];
}

function eachText(value: JsonValue | readonly JsonValue[], visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      visit(key);
      eachText(member, visit);
    }
  } else if (Array.isArray(value)) for (const item of value) eachText(item, visit);
}

/**
 * Differences in client metadata. Icons only affect appearance. The effect of `_meta` on clients is unknown, so a
 * change of it counts as `widening`. `before` is undefined for definitions from versions that kept no client
 * metadata: there is nothing to review.
 */
function forClientsChanges(before: JsonObject | undefined, after: JsonObject): DefinitionChange[] {
  const differs = (key: string): boolean => !isSameJson(before?.[key], after[key]);
  const meta: DefinitionChange =
    before === undefined
      ? { kind: 'cosmetic', path: '/forClients/_meta', difference: 'was not stored before' }
      : { kind: 'widening', path: '/forClients/_meta', difference: 'gives clients different information' };
  return [
    ...(differs('icons')
      ? [{ kind: 'cosmetic', path: '/forClients/icons', difference: 'looks different' } as const]
      : []),
    ...(differs('_meta') ? [meta] : []),
    ...(differs('execution') ? [taskChange(after['execution'])] : []),
  ];
}

/** The change of a tool's task setting. Tasks are not passed through, so a tool that requires one cannot be called. */
function taskChange(execution: JsonValue | undefined): DefinitionChange {
  const path = '/forClients/execution';
  return valueAtPath(execution ?? null, ['taskSupport']) === 'required'
    ? { kind: 'breaking', path, difference: 'now runs only as a task' }
    : { kind: 'compatible', path, difference: 'has a different task setting' };
}
