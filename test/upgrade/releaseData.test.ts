import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differences } from '../../scripts/releaseData/compare.ts';
import { RELEASES } from '../../scripts/releaseData/make.ts';

/* The output of `npm run release:data -- --compare` for data regenerated from a committed release. */

const VERSION = '0.1.0';

let made: string;
beforeAll(() => {
  made = mkdtempSync(join(tmpdir(), 'toolyard-compare-'));
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

const compared = () => differences(VERSION, { made, committed: RELEASES });

/** The committed data, with `edit` applied to the responses and to the dump. */
function make(edit: { readonly json?: (text: string) => string; readonly sql?: (text: string) => string }): void {
  const file = (kind: string) => join(RELEASES, `${VERSION}.${kind}`);
  for (const kind of ['json', 'sql.gz']) copyFileSync(file(kind), join(made, `${VERSION}.${kind}`));
  const { json, sql } = edit;
  if (json) writeFileSync(join(made, `${VERSION}.json`), json(readFileSync(file('json'), 'utf8')));
  const dump = gunzipSync(readFileSync(file('sql.gz'))).toString('utf8');
  if (sql) writeFileSync(join(made, `${VERSION}.sql.gz`), gzipSync(sql(dump)));
}

describe('a rebuilt release is compared with the committed one', () => {
  it.each([
    ['nothing', {}, []],
    ['ids', { json: (text: string) => text.replaceAll('01a203c2', '01b5cafe') }, []],
    ['times', { json: (text: string) => text.replaceAll('2026-11-22T', '2027-01-31T') }, []],
    ['secrets', { json: (text: string) => text.replaceAll(/ty_\w+/g, 'ty_other') }, []],
    [
      'a tool',
      { json: (text: string) => text.replace('linear_search_issues', 'linear_x') },
      ['0.1.0.json: answers differ'],
    ],
    [
      'rows of a table',
      {
        sql: (text: string) =>
          text.replaceAll('INSERT INTO public.credential VALUES', 'INSERT INTO public.result VALUES'),
      },
      ['only made: rows in public.result', 'only committed: rows in public.credential'],
    ],
    [
      'a table',
      { sql: (text: string) => `${text}\nCREATE TABLE public.extra (id text);\n` },
      ['only made: statement CREATE TABLE public.extra (id text)'],
    ],
  ])('%s', (_name, edit, expected) => {
    make(edit);
    expect(compared()).toEqual(expected);
  });
});
