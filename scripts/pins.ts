/**
 * Mutates the operations of GitHub's OpenAPI description: `npm run proof:pins`. Makes each kind of change in every
 * second applicable operation, imports again, and compares the detected changes. An argument selects changes by part of
 * their name. Exits 1 if a change is missed or misclassified, or if an unchanged operation counts as changed.
 */
import { readFileSync } from 'node:fs';
import { importOpenApi } from '../src/connectors/openapi/readTools.ts';
import { isRecord } from '../src/core/lib/json.ts';
import { type ChangeKind, strongestOf } from '../src/core/reviews/change.ts';
import { definitionOf, digestOfDefinition, type ToolDefinition } from '../src/core/reviews/definition.ts';
import { changesOf } from '../src/core/reviews/definitionChanges.ts';
import { compared } from '../src/core/reviews/worker.ts';
import { GITHUB, githubNames } from '../test/corpus/corpus.ts';
import { MUTATIONS, type Mutation } from './pins/mutations.ts';
import type { Operation, Part } from './pins/operation.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const WRONG_SHOWN = 5;
const OPTIONS = { id: GITHUB.id, source: 'https://example.test/github.json' };
const text = readFileSync(GITHUB.file, 'utf8');

/** The tools of a description, by operation id. */
function definitionsOf(source: string): ReadonlyMap<string, ToolDefinition> {
  const { document } = importOpenApi(source, OPTIONS);
  const ids = new Map([...githubNames(source)].map(([operationId, name]) => [name, operationId]));
  return new Map(
    document.tools.map((tool) => {
      // An import keeps a tool's name, which here depends on the other names.
      const name = ids.get(tool.name) ?? tool.name;
      // As stored: the importer shares parts between tools, and JSON writes them out.
      return [name, JSON.parse(JSON.stringify({ ...definitionOf(tool, document.connector), name }))];
    }),
  );
}

const before = definitionsOf(text);

type MutationResult = { readonly touched: ReadonlySet<string>; readonly after: ReadonlyMap<string, ToolDefinition> };

/** Changes every second operation that the change applies to. */
function mutated({ apply }: Mutation): MutationResult {
  const document: Part = JSON.parse(text);
  const touched = operationsOf(document)
    .filter((_place, at) => at % 2 === 1)
    .flatMap((place) => {
      const operation = place.item[place.method];
      return isRecord(operation) && apply(operation, place) ? [nameOf(operation)] : [];
    });
  return { touched: new Set(touched), after: definitionsOf(JSON.stringify(document)) };
}

function operationsOf(document: Part): readonly Operation[] {
  const paths = Object.entries(isRecord(document['paths']) ? document['paths'] : {});
  return paths.flatMap(([path, item]) =>
    isRecord(item)
      ? METHODS.filter((each) => isRecord(item[each])).map((method) => ({ document, item, method, path }))
      : [],
  );
}

const nameOf = ({ operationId }: Part): string => String(operationId);

type OperationResult = { readonly name: string; readonly isTouched: boolean; readonly kind: ChangeKind | null };

/** The comparison's result for every operation; null for no difference. */
const verdictsOf = ({ touched, after }: MutationResult): readonly OperationResult[] =>
  [...before].map(([name, old]) => ({ name, isTouched: touched.has(name), kind: kindOf(old, after.get(name)) }));

function removedKind(definition: ToolDefinition): ChangeKind | null {
  const base = { toolKey: 'key', toolId: 'tool', digest: '', isPresent: true, definition };
  const [change] = compared({ bases: JSON.stringify([base]), next: '{}', shownCharsMax: 10_000 });
  return change?.kind ?? null;
}

function kindOf(old: ToolDefinition, now: ToolDefinition | undefined): ChangeKind | null {
  // Compares as a save does: against a base without a pending definition.
  if (!now) return removedKind(old);
  return digestOfDefinition(now) === digestOfDefinition(old) ? null : strongestOf(changesOf(old, now));
}

/** A control may change nothing that a tool has, or only how it's written. */
const isControl = ({ kind }: Mutation): boolean => kind === null || kind === 'cosmetic';
const isRight = (mutation: Mutation, { kind }: OperationResult): boolean =>
  isControl(mutation) ? kind === null || kind === 'cosmetic' : kind === mutation.kind;

console.log(`${before.size} operations\n`);
const COLUMNS = ['change', 'means', 'made in', 'noticed', 'classified right', 'left alone', 'false alarms'];
console.log(`| ${COLUMNS.join(' | ')} |\n|${COLUMNS.map(() => '---|').join('')}`);
const total = { changed: 0, right: 0, controls: 0, held: 0, untouched: 0, alarms: 0 };
for (const mutation of MUTATIONS.filter(({ name }) => name.includes(process.argv[2] ?? ''))) {
  const verdicts = verdictsOf(mutated(mutation));
  const touched = verdicts.filter(({ isTouched }) => isTouched);
  const others = verdicts.filter(({ isTouched }) => !isTouched);
  const wrong = touched.filter((verdict) => !isRight(mutation, verdict));
  const [noticed, alarms] = [touched, others].map((each) => each.filter(({ kind }) => kind !== null).length);
  const right = touched.length - wrong.length;
  const cells = [mutation.name, mutation.kind ?? 'nothing', touched.length, noticed, right, others.length, alarms];
  console.log(`| ${cells.join(' | ')} |`);
  for (const { name, kind } of wrong.slice(0, WRONG_SHOWN)) console.log(`  wrong: ${name}: ${kind}`);
  total.untouched += others.length;
  total.alarms += alarms ?? 0;
  total[isControl(mutation) ? 'controls' : 'changed'] += touched.length;
  if (isControl(mutation)) total.held += wrong.length;
  else total.right += right;
}
console.log(`
${total.right} of ${total.changed} changes noticed and classified right
false alarms: ${total.held} of ${total.controls} controls, ${total.alarms} of ${total.untouched} operations left alone`);
process.exitCode = total.right === total.changed && total.held + total.alarms === 0 ? 0 : 1;
