/**
 * Changes of the operations of GitHub's API, as its OpenAPI description would have them: `npm run proof:pins`. Each kind
 * of change is made in every operation that has something to change, in every second one of them, so that the others
 * show false alarms; the description is imported again, and what the comparison says is held to what was done. Exits 1
 * when one change is missed or taken for another, or when an operation that was left alone is taken for changed.
 */
import { readFileSync } from 'node:fs';
import { importOpenApi } from '../src/connectors/openapi/readTools.ts';
import { isRecord } from '../src/core/lib/json.ts';
import { type ChangeKind, strongestOf } from '../src/core/reviews/change.ts';
import { definitionOf, digestOfDefinition, type ToolDefinition } from '../src/core/reviews/definition.ts';
import { changesOf } from '../src/core/reviews/definitionChanges.ts';
import { GITHUB } from '../test/corpus/corpus.ts';
import { MUTATIONS, type Mutation, type Part } from './pins/mutations.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const OPTIONS = { id: GITHUB.id, source: 'https://example.test/github.json' };
const text = readFileSync(GITHUB.file, 'utf8');

/** The tools of a description by the ids of their operations. */
function definitionsOf(given: string): ReadonlyMap<string, ToolDefinition> {
  const { document } = importOpenApi(given, OPTIONS);
  return new Map(
    // As it is kept: what the importer shares between tools is written out.
    document.tools.map((tool) => [tool.name, JSON.parse(JSON.stringify(definitionOf(tool, document.connector)))]),
  );
}

const before = definitionsOf(text);

type Found = { readonly touched: ReadonlySet<string>; readonly after: ReadonlyMap<string, ToolDefinition> };

/** Every second operation that can be is changed. */
function mutated({ apply }: Mutation): Found {
  const document: Part = JSON.parse(text);
  const touched = new Set<string>();
  let count = 0;
  for (const [path, item] of Object.entries(isRecord(document['paths']) ? document['paths'] : {})) {
    if (!isRecord(item)) continue;
    for (const method of METHODS.filter((each) => isRecord(item[each]))) {
      const operation = item[method];
      if (!isRecord(operation)) continue;
      count += 1;
      if (count % 2 === 0 && apply(operation, { document, item, method, path })) touched.add(nameOf(operation));
    }
  }
  return { touched, after: definitionsOf(JSON.stringify(document)) };
}

const nameOf = ({ operationId }: Part): string => NAMES.get(String(operationId)) ?? String(operationId);
const NAMES = new Map([...before.keys()].map((name) => [name.replaceAll('_', '/'), name]));

type Row = { applied: number; caught: number; right: number; untouched: number; alarms: number; wrong: string[] };

function judge({ kind }: Mutation, { touched, after }: Found): Row {
  const row: Row = { applied: 0, caught: 0, right: 0, untouched: 0, alarms: 0, wrong: [] };
  for (const [name, old] of before) {
    const now = after.get(name);
    const isTouched = touched.has(name);
    const differs = !now || digestOfDefinition(now) !== digestOfDefinition(old);
    const found: ChangeKind | null = now ? (differs ? strongestOf(changesOf(old, now)) : null) : 'breaking';
    if (!isTouched) {
      row.untouched += 1;
      if (differs) row.alarms += 1;
      continue;
    }
    row.applied += 1;
    if (differs) row.caught += 1;
    // What changed nothing that a tool has is the same, whatever was done to the description.
    const isRight = found === kind || ((kind === 'cosmetic' || kind === null) && (found ?? 'cosmetic') === 'cosmetic');
    if (isRight) row.right += 1;
    else row.wrong.push(`${name}: ${found}`);
  }
  return row;
}

console.log(`${before.size} operations\n`);
const COLUMNS = ['change', 'means', 'made in', 'noticed', 'classified right', 'left alone', 'false alarms'];
console.log(`| ${COLUMNS.join(' | ')} |\n|${COLUMNS.map(() => '---|').join('')}`);
const total = { changed: 0, right: 0, controls: 0, held: 0, untouched: 0, alarms: 0 };
for (const mutation of MUTATIONS) {
  const row = judge(mutation, mutated(mutation));
  const isControl = mutation.kind === null || mutation.kind === 'cosmetic';
  const cells = [mutation.name, mutation.kind ?? 'nothing', row.applied, row.caught, row.right, row.untouched, row.alarms];
  console.log(`| ${cells.join(' | ')} |`);
  for (const wrong of row.wrong.slice(0, 5)) console.log(`  wrong: ${wrong}`);
  total.untouched += row.untouched;
  total.alarms += row.alarms;
  if (isControl) {
    total.controls += row.applied;
    total.held += row.applied - row.right;
  } else {
    total.changed += row.applied;
    total.right += row.right;
  }
}
console.log(
  `\n${total.right} of ${total.changed} changes caught and classified right; false alarms: ${total.held} of ${total.controls} controls, ${total.alarms} of ${total.untouched} operations left alone`,
);
process.exitCode = total.right === total.changed && total.held + total.alarms === 0 ? 0 : 1;
