import { describe, expect, it } from 'vitest';
import { ApiError } from '../../web/src/api/operation.ts';
import { matchesSearch, variablesOf } from '../../web/src/pages/audit/search.ts';
import { EXPORT_ROWS_MAX, readAllRows } from '../../web/src/records/allRows.ts';
import { toCsv } from '../../web/src/records/csv.ts';

const COLUMNS = [
  { name: 'text', of: ({ text }: { readonly text: string | null }) => text },
  { name: 'length', of: ({ text }: { readonly text: string | null }) => text?.length ?? null },
];

describe('CSV', () => {
  it.each([
    ['plain', 'plain'],
    ['a "quoted", text', '"a ""quoted"", text"'],
    ['two\nlines', '"two\nlines"'],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\n=1', `"'\n=1"`],
    [' =1', "' =1"],
    ['＝1+1', "'＝1+1"],
  ])('writes %j', (text, cell) => {
    expect(toCsv(COLUMNS, [{ text }])).toBe(`text,length\r\n${cell},${text.length}\r\n`);
  });

  it('leaves absent values empty, and numbers unchanged', () => {
    expect(toCsv(COLUMNS, [{ text: null }])).toBe('text,length\r\n,\r\n');
    expect(toCsv([{ name: 'n', of: () => -5 }], [{}])).toBe('n\r\n-5\r\n');
  });
});

/** Pages of 100 rows; each row is its own index. */
const pagesOf = (total: number) => async (after: string | null) => {
  const start = Number(after ?? 0);
  const nodes = Array.from({ length: Math.min(100, total - start) }, (_row, index) => start + index);
  const end = start + nodes.length;
  return { nodes, pageInfo: { endCursor: String(end), hasNextPage: end < total } };
};

describe('all rows', () => {
  it('reads page after page and counts', async () => {
    const counts: number[] = [];
    const { rows, isCut } = await readAllRows(pagesOf(250), (count) => counts.push(count));
    expect({ rows, isCut, counts }).toEqual({
      rows: Array.from({ length: 250 }, (_row, index) => index),
      isCut: false,
      counts: [100, 200, 250],
    });
  });

  it.each([
    [EXPORT_ROWS_MAX, false],
    [EXPORT_ROWS_MAX + 1, true],
  ])('ends at the limit: of %i rows', async (total, expected) => {
    const { rows, isCut } = await readAllRows(pagesOf(total), () => undefined);
    expect({ count: rows.length, isCut }).toEqual({ count: EXPORT_ROWS_MAX, isCut: expected });
  });

  it('waits at the API’s rate limit, and passes on any other failure', async () => {
    const failures = [new ApiError('RATE_LIMITED', 'Slow down', [], 0), new ApiError('INTERNAL_ERROR', 'Broken')];
    let attempt = 0;
    const read = async () => {
      const failure = failures[attempt];
      attempt += 1;
      throw failure;
    };
    await expect(readAllRows(read, () => undefined)).rejects.toThrow('Broken');
    expect(attempt).toBe(2);
  });
});

describe('audit events', () => {
  const event = {
    at: '2026-11-21T10:00:00.000Z',
    action: 'STACK_CREATE',
    summary: 'Created the stack research',
    targetKind: 'STACK',
    targetId: 'stack_1',
    actorKind: 'API_KEY',
    actorId: 'key_1',
  } as const;

  it.each([
    [{}, true],
    [{ q: 'STACK.' }, true],
    [{ q: 'key_1' }, true],
    [{ q: 'Research' }, true],
    [{ q: 'apikey' }, true],
    [{ q: 'token' }, false],
    [{ from: '2026-11-20', to: '2026-11-22' }, true],
    [{ from: '2026-11-23' }, false],
    [{ to: '2026-11-19' }, false],
  ])('%j matches a new event: %s', (search, expected) => {
    expect(matchesSearch(search, event)).toBe(expected);
  });

  it('includes the whole last day', () => {
    const { since, until } = variablesOf({ from: '2026-11-21', to: '2026-11-21' });
    expect(Date.parse(until ?? '') - Date.parse(since ?? '')).toBe(24 * 3_600_000);
  });
});
