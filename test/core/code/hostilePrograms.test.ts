import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runProgram } from '../../../src/core/code/program.ts';
import type { ProgramCall } from '../../../src/core/code/protocol.ts';
import { EXHAUSTING, escapes, FLOODS, startCanary } from './hostile.ts';

const SECRET = 'canary-of-the-file';
const dir = await mkdtemp(join(tmpdir(), 'toolyard-programs-'));
const file = join(dir, 'canary');
await writeFile(file, SECRET);
const canary = await startCanary();
process.env['PROGRAM_CANARY'] = 'canary-of-the-environment';
const globals = Object.keys(Object.prototype).length;
afterAll(async () => {
  canary.close();
  delete process.env['PROGRAM_CANARY'];
  await rm(dir, { recursive: true });
});

/** Programs of which `npm test` runs only some. */
const STEP = Number(process.env['HOSTILE_STEP'] ?? 50);
const programs = escapes(file, canary.url);

async function attempt(code: string) {
  const calls: ProgramCall[] = [];
  const lines: string[] = [];
  const end = await runProgram(
    { code, startedAt: 0, replayed: [] },
    {
      signal: new AbortController().signal,
      onLog: (line) => void lines.push(line),
      onCall: async (call) => {
        calls.push(call);
        return { id: call.id, isOk: false, json: Buffer.from('{"code":"not_found","message":"none"}') };
      },
    },
  );
  return { end, calls, lines };
}

/** Texts that exist only outside the interpreter. */
const OUTSIDE = ['canary-of', process.version, 'node:internal', 'PATH"', dir.slice(0, 12), 'uid='];

it(`no program of ${programs.length} reaches anything`, async () => {
  expect(programs.length).toBeGreaterThanOrEqual(500);
  const tried = programs.filter((_program, at) => at % STEP === 0);
  const reached: object[] = [];
  for (const code of tried) {
    const { end, calls, lines } = await attempt(code);
    const seen = JSON.stringify([end, calls, lines]).replaceAll(file, 'FILE').replaceAll(canary.url, 'URL');
    if (OUTSIDE.some((text) => seen.includes(text))) reached.push({ code, seen });
  }
  console.log(`tried ${tried.length} of ${programs.length} programs: ${reached.length} reached something`);
  expect(reached).toEqual([]);
  expect(canary.connections()).toBe(0);
  expect([await readFile(file, 'utf8'), await readdir(dir)]).toEqual([SECRET, ['canary']]);
  expect(Object.keys(Object.prototype)).toHaveLength(globals);
});

it('every exhausting program ends at a bound', async () => {
  for (const code of STEP === 1 ? [...FLOODS, ...EXHAUSTING] : FLOODS) {
    const { end, calls, lines } = await attempt(code);
    expect({ code, kind: end.kind }).toEqual({ code, kind: 'failed' });
    expect(calls.length).toBeLessThanOrEqual(100);
    expect(lines.join('').length).toBeLessThanOrEqual(16_384);
  }
});
