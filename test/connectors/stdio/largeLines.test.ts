import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PassedMethod, PassedRequest } from '../../../src/core/calls/connector.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { textOf } from '../../../src/core/lib/json.ts';
import { LARGE_BYTES } from '../../../src/core/results/largeOutput.ts';
import type { CallOptions } from '../../harness/toolCall.ts';
import { openMcpStdio } from './mcpStdioKit.ts';
import { ownServer, toolCall } from './stdioKit.ts';

/* Lines whose length a program chooses. None of them may be parsed on the event loop. */

const { stdio, text, close } = openMcpStdio();
const parse = vi.spyOn(JSON, 'parse');
const longest = (): number => Math.max(0, ...parse.mock.calls.map(([arg]) => String(arg).length));
beforeEach(() => void parse.mockClear());
afterAll(close);

const SECRET = 'the-secret-of-the-call';
const connector = ownServer('largeServer');
const call = (name: string, more: CallOptions = {}) => stdio.call(toolCall(connector, name, more));
const pid = () => text(toolCall(connector, 'pid'));

it.each(['first', 'last'])('a large result keeps its numbers and loses its secrets (id %s)', async (id) => {
  const outcome = await call('rows', { input: { secret: SECRET, id }, secrets: [SECRET] });
  if (outcome.kind !== 'ok' || outcome.output.type !== 'large') throw new Error(`not large: ${outcome.kind}`);
  const start = '{"id":12345678901234567890.50,"echoed":"[redacted]","rows":[{"at":0}';
  expect(textOf(outcome.output.json)).toContain(start);
  expect(longest()).toBeLessThan(LARGE_BYTES);
});

it('a large message of a failed tool is shortened, and has no secrets', async () => {
  const outcome = await call('fails', { input: { secret: SECRET }, secrets: [SECRET] });
  expect(outcome).toMatchObject({ kind: 'tool_error', message: expect.stringMatching(/^\[redacted\] x{3000,4000}$/) });
  expect(longest()).toBeLessThan(LARGE_BYTES);
});

it('a long tool list is read in steps, and an endless one is refused', async () => {
  const listing = (pages: number) => {
    const listed = ownServer('largeServer', [String(pages)]);
    const signal = AbortSignal.timeout(20_000);
    return stdio.discover({ serverId: toServerId('a'), connector: listed, credentials: [], signal });
  };
  const { tools } = await listing(3);
  expect([tools.length, tools[1_499]?.name]).toEqual([1_500, 't1499']);
  await expect(listing(Number.POSITIVE_INFINITY)).rejects.toThrow('max_server_tools');
  expect(longest()).toBeLessThan(LARGE_BYTES);
});

describe('passed lines', () => {
  const pass = (method: PassedMethod, params = {}) => {
    const request: PassedRequest = { ...toolCall(connector, ''), method, params };
    return stdio.pass(request);
  };
  const LISTS = [
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts'],
  ] as const;

  it.each(LISTS)('%s may be long', async (method, key) => {
    const answer = await pass(method);
    if (answer.kind !== 'ok') throw new Error(answer.kind);
    expect(answer.result[key]).toHaveLength(500);
    expect(longest()).toBeLessThan(LARGE_BYTES);
  });

  it('a resource may be long, but not have very many values', async () => {
    expect(await pass('resources/read', { uri: 'test://x' })).toMatchObject({ kind: 'ok' });
    const tooMany = { kind: 'bad_answer', message: expect.stringContaining('20000 values') };
    expect(await pass('resources/read', { uri: 'test://many' })).toMatchObject(tooMany);
    expect(longest()).toBeLessThan(LARGE_BYTES);
  });
});

it.each([20_000, 200_000])('a response of %i levels ends its call, and nothing else', async (levels) => {
  const before = await pid();
  const outcomes = await Promise.all([call('deep', { input: { levels: String(levels) } }), call('small')]);
  expect(outcomes[0].kind).toMatch(/^(ok|bad_answer)$/);
  expect(outcomes[1].kind).toBe('ok');
  expect(await pid()).toBe(before);
});

describe('a response of more than 4 MiB', () => {
  it.each(['first', 'last'])('fails only its call, not the program that others use (id %s)', async (id) => {
    const before = await pid();
    const [huge, ...others] = await Promise.all([call('huge', { input: { id } }), call('small'), call('small')]);
    expect(huge).toMatchObject({ kind: 'bad_answer', message: expect.stringContaining('4 MiB') });
    expect(others.map(({ kind }) => kind)).toEqual(['ok', 'ok']);
    expect(await pid()).toBe(before);
  });

  it('isn’t counted beyond that; neither are long lines that respond to nobody', async () => {
    let held = 0;
    const hold = (bytes: number) => {
      held += bytes;
    };
    expect((await call('noisy', { hold })).kind).toBe('ok');
    expect((await call('huge', { hold })).kind).toBe('bad_answer');
    expect(held).toBeLessThanOrEqual(3 * 4 * 1_024 * 1_024);
  });

  it('ends the program if it never ends', async () => {
    expect(await call('endless', { serverId: 'endless' })).toMatchObject({ kind: 'bad_answer' });
  });
});
