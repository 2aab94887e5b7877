import { pino } from 'pino';
import { expect, it } from 'vitest';
import { LINE_OPTIONS } from '../../src/log/log.ts';
import { createRecentProblems } from '../../src/log/recentProblems.ts';

const CANARY = 'cnry4711deadbeef';

function loggedBy(work: (log: ReturnType<typeof pino>) => void) {
  const problems = createRecentProblems();
  work(pino({ base: { instance: CANARY }, ...LINE_OPTIONS }, { write: (line) => problems.note(line) }));
  return problems.list();
}

it('reports kind, code and place of an error, and not its message', () => {
  const error = Object.assign(
    new TypeError(`${CANARY}\n    at ${CANARY} (/${CANARY}:1:1)\n    at f (/node_modules/${CANARY}.js:1:1)`),
    {
      code: 'ECONNREFUSED',
      detail: CANARY,
      cause: new Error(CANARY),
    },
  );
  const list = loggedBy((log) => {
    log.info({ err: error }, 'of no interest');
    log.warn({ err: error, path: CANARY }, 'the database does not respond');
    log.error(error);
    log.error({ err: { type: CANARY, code: CANARY.toLowerCase(), message: 1, stack: CANARY } }, 'odd');
  });
  expect(list.map(({ level, detail }) => [level, detail])).toEqual([
    [40, 'the database does not respond'],
    [50, null],
    [50, 'odd'],
  ]);
  expect(list[0]?.errors).toEqual([
    {
      type: 'TypeError',
      code: 'ECONNREFUSED',
      at: expect.arrayContaining([expect.stringContaining('recentProblems.test')]),
    },
  ]);
  expect(JSON.stringify(list)).not.toContain(CANARY);
});

it('keeps the last hundred entries, and no very long line', () => {
  const list = loggedBy((log) => {
    for (let at = 0; at < 250; at += 1) log.warn({}, `line ${at}`);
    log.warn({ long: 'x'.repeat(20_000) }, 'long');
  });
  expect(list).toHaveLength(100);
  expect([list.at(0)?.detail, list.at(-1)?.detail]).toEqual(['line 150', 'line 249']);
});
