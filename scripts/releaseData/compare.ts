import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';

type Folders = { readonly made: string; readonly committed: string };

const SECRETS = /"(masterKey|apiKey|token)": "[^"]*"/g;
const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** An installation's responses, with placeholders for ids, times and secrets. */
const outlineOf = (json: string): unknown =>
  JSON.parse(
    JSON.stringify(JSON.parse(json), null, 1)
      .replaceAll(SECRETS, '"$1": "secret"')
      .replaceAll(IDS, 'id')
      .replaceAll(TIMES, 'time'),
  );

type Dump = { readonly tables: readonly string[]; readonly schema: readonly string[] };

/** The tables of a dump that have rows, and its other statements. */
function readDump(sql: string): Dump {
  const statements = sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;\n/)
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '');
  const tableOf = (statement: string): string => /^INSERT INTO (\S+)/.exec(statement)?.[1] ?? '';
  const tables = new Set(statements.map(tableOf).filter((name) => name !== ''));
  return {
    tables: [...tables].toSorted(),
    schema: statements.filter((statement) => /^(CREATE|ALTER) /.test(statement)).toSorted(),
  };
}

/** The differences between a release's new and committed data, ignoring ids, times and secrets; one per line. */
export function differences(version: string, { made, committed }: Folders): readonly string[] {
  const both = (file: string) => [made, committed].map((folder) => readFileSync(join(folder, file)));
  const [answers, answersBefore] = both(`${version}.json`).map((json) => outlineOf(json.toString('utf8')));
  const [dump, dumpBefore] = both(`${version}.sql.gz`).map((packed) => readDump(gunzipSync(packed).toString('utf8')));
  return [
    ...(isDeepStrictEqual(answers, answersBefore) ? [] : [`${version}.json: answers differ`]),
    ...compared('rows in', dump?.tables ?? [], dumpBefore?.tables ?? []),
    ...compared('statement', dump?.schema ?? [], dumpBefore?.schema ?? []),
  ];
}

const compared = (kind: string, made: readonly string[], committed: readonly string[]): readonly string[] => [
  ...made.filter((each) => !committed.includes(each)).map((each) => `only made: ${kind} ${each}`),
  ...committed.filter((each) => !made.includes(each)).map((each) => `only committed: ${kind} ${each}`),
];
