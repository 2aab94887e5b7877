import { createServer } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { payloadOf } from '../../src/cli/api.ts';
import { EXIT_OF } from '../../src/cli/exit.ts';
import { toFailure } from '../../src/cli/failure.ts';
import { AppError, type Issue } from '../../src/core/lib/errors.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { openShop } from './shop.ts';
import { run } from './toolyard.ts';

const { at, close } = await openShop();
const gone = createServer((_request, response) => response.writeHead(404).end());
afterAll(async () => {
  gone.close();
  await close();
});

/**
 * Errors as the service creates them: the reason equals the message, ends it, extends it, or belongs to a list entry.
 */
const ANSWERS: readonly (readonly [message: string, issues: readonly Issue[], shown: string])[] = [
  ['It is wrong', [], 'It is wrong'],
  ['It is wrong', [{ path: '', message: 'It is wrong' }], 'It is wrong'],
  ['It is wrong', [{ path: '/source', message: 'It is wrong' }], 'It is wrong'],
  ['Invalid arguments: first is wrong', [{ path: '/first', message: 'is wrong' }], 'Invalid arguments: first is wrong'],
  ['It is wrong', [{ path: '/tools/3/name', message: 'It is wrong' }], 'It is wrong (/tools/3/name)'],
  [
    'It is wrong',
    ['/a', '/b', '/b'].map((path) => ({ path, message: 'is missing' })),
    'It is wrong\n  /a: is missing\n  /b: is missing',
  ],
];

/** The error that `payloadOf` throws for a failed mutation. */
function thrownOf(failure: object): string {
  try {
    payloadOf(failure);
  } catch (error) {
    return toFailure(error).message;
  }
  throw new Error('a failure was taken for a payload');
}

it('reports each error once', () => {
  let tried = 0;
  for (const code of Object.keys(EXIT_OF)) {
    for (const [message, issues, shown] of ANSWERS) {
      expect([code, thrownOf({ code: code.toUpperCase(), message, issues })]).toEqual([code, shown]);
      tried += 1;
    }
  }
  for (const [message, issues, shown] of ANSWERS)
    expect(toFailure(new AppError('invalid_input', message, { issues })).message).toBe(shown);
  process.stdout.write(`${tried} errors of mutations, ${ANSWERS.length} of operator commands\n`);
});

it('reports each service error once', async () => {
  const port = await listenOnLoopback(gone);
  const refusals: string[] = [];
  for (const [line, env] of [
    [['server', 'import', `http://127.0.0.1:${port}/openapi.json`], at.operator],
    [['server', 'import', 'no-such-file.json'], at.operator],
    [['stack', 'create', '--name', 'x', '--template', 'no-such-template'], at.api],
    [['stack', 'create', '--name', ' '], at.api],
    [['stack', 'show', 'nowhere'], at.api],
    [['key', 'create', '--name', 'x', '--expires-days', '0'], at.api],
    [['call', 'nowhere', 'shop_list'], at.api],
  ] as const) {
    const { code, err } = await run([...line], env);
    expect([line, code]).not.toEqual([line, 0]);
    refusals.push(err);
  }
  for (const err of refusals) {
    const sentences = err.split('\n').map((text) => text.replace(/^ *[^ ]*: /, ''));
    expect(sentences).toEqual([...new Set(sentences)]);
  }
  process.stdout.write(`${refusals.length} refusals: ${refusals.join(' | ')}\n`);
});
