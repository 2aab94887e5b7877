import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { censored, inBatches, LINE_OPTIONS, orDrop } from '../../src/log/log.ts';
import { terminalLine } from '../../src/log/terminal.ts';
import { createTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { startService } from '../harness/service.ts';

const TOKEN = 'a-token-for-the-metrics-of-this-test';

const secret = 's3cr3t-value';

function lineOf(fields: object): string {
  const lines: string[] = [];
  pino({ base: null, timestamp: false, ...LINE_OPTIONS }, { write: (line: string) => void lines.push(line) }).info(
    fields,
    'm',
  );
  return lines.join('');
}

describe('a log line', () => {
  it.each([
    ['a field', { token: secret }],
    ['a field of a field', { upstream: { apiKey: secret, host: 'a' } }],
    ['a header of a request', { req: { headers: { cookie: secret, accept: '*/*' } } }],
    ['a field of an error', { err: Object.assign(new Error('no'), { credentials: { key: secret } }) }],
    ['an input', { tool_input: { text: secret } }],
  ])('redacts %s', (_name, fields) => {
    const line = lineOf(fields);
    expect(line).toContain('"[redacted]"');
    expect(line).not.toContain(secret);
  });

  it('keeps everything else without copying it', () => {
    const fields = { method: 'POST', path: '/s/a', status: 200, nested: { a: 1 } };
    expect(censored(fields)).toBe(fields);
    expect(JSON.parse(lineOf(fields))).toEqual({ level: 30, msg: 'm', ...fields });
  });

  it('shows an error with its stack', () => {
    expect(JSON.parse(lineOf({ err: new TypeError('no') })).err).toMatchObject({ type: 'TypeError', message: 'no' });
  });

  it('shows the fields of an error, of its errors and of those it holds, but no objects of libraries', () => {
    const client = new (class Client {
      readonly options = { url: secret };
    })();
    const failed = () => Object.assign(new Error('no'), { code: '57P01', path: ['a', 1], nested: { b: 2 }, client });
    const err = Object.assign(new AggregateError([failed()], 'both'), { original: failed(), code: 'X', client });
    const line = lineOf({ err });
    expect(line).not.toContain(secret);
    const fields = { type: 'Error', message: 'no', code: '57P01', path: ['a', 1], nested: { b: 2 } };
    const logged = JSON.parse(line).err;
    expect(logged).toEqual({
      type: 'AggregateError',
      message: 'both',
      stack: expect.stringContaining('both'),
      code: 'X',
      aggregateErrors: [{ ...fields, stack: expect.stringContaining('no') }],
      original: { ...fields, stack: expect.stringContaining('no') },
    });
  });
});

describe('a log line at a terminal', () => {
  it('is text without JSON, instance or control characters', () => {
    const clearing = String.fromCodePoint(27);
    const lines: string[] = [];
    const log = pino(
      { base: { instance: 'a:1' }, ...LINE_OPTIONS },
      { write: (line: string) => void lines.push(line) },
    );
    log.info(`listening${clearing}[2J`);
    log.warn({ path: `/${'x'.repeat(999)}` }, 'long');
    log.error({ err: new TypeError('no') }, 'failed');
    const [plain = '', long = '', failed = ''] = lines.map(terminalLine);
    expect(plain).toMatch(/^\d\d:\d\d:\d\d {2}info {2}listening \[2J\n$/);
    expect(long).toMatch(/ {2}warn {2}long {2}\{"path":"\/x+…\n$/);
    expect(long.length).toBeLessThan(350);
    expect(failed).toMatch(/ {2}error {2}failed\n {4}TypeError: no\n/);
  });
});

describe('log batches', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are written together, a tenth of a second after the first line', () => {
    const written: string[] = [];
    const lines = inBatches((batch) => written.push(batch));
    lines.write('a\n');
    vi.advanceTimersByTime(60);
    lines.write('b\n');
    expect(written).toEqual([]);
    vi.advanceTimersByTime(40);
    expect(written).toEqual(['a\nb\n']);
    vi.advanceTimersByTime(1_000);
    expect(written).toHaveLength(1);
  });

  it('are written immediately when large or flushed', () => {
    const written: string[] = [];
    const lines = inBatches((batch) => written.push(batch));
    const long = `${'x'.repeat(32_768)}\n`;
    lines.write(long);
    lines.write('c\n');
    lines.flushSync();
    lines.flushSync();
    expect(written).toEqual([long, 'c\n']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a log reader that stops', () => {
  it('leaves at most 1 MiB waiting, and later gets the number of dropped lines', () => {
    const stream = {
      writableLength: 0,
      written: '',
      write(text: string) {
        stream.written += text;
        return true;
      },
    };
    const output = orDrop(stream);
    stream.writableLength = 1024 * 1024 - 3;
    output.write('a\n');
    output.write('b\nc\n');
    expect({ written: stream.written, dropped: output.dropped() }).toEqual({ written: 'a\n', dropped: 2 });
    stream.writableLength = 0;
    stream.written = '';
    output.write('d\n');
    output.write('e\n');
    const [gap, ...rest] = stream.written.split('\n');
    expect(JSON.parse(gap ?? '')).toMatchObject({ level: 40, dropped: 2 });
    expect(rest).toEqual(['d', 'e', '']);
  });

  it('blocks neither the service nor its exit', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'toolyard-log-'));
    const database = await createTestDatabase();
    const service = startService({
      DATABASE_URL: database.url,
      TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
      TOOLYARD_DATA_DIR: dir,
      TOOLYARD_METRICS_TOKEN: TOKEN,
      TOOLYARD_LOG_LEVEL: 'info',
    });
    try {
      const url = await service.ready();
      service.child.stderr?.pause();
      const path = `/${'x'.repeat(3_000)}`;
      const dropped = async () => {
        const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
        return Number(/^toolyard_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
      };
      // First the pipe's buffer fills, whose size depends on the machine, then the service's own buffer of 1 MiB.
      for (let round = 0; round < 12 || (round < 200 && (await dropped()) === 0); round++) {
        const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(url + path)));
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
      }
      expect(await dropped()).toBeGreaterThan(0);
      service.child.stderr?.resume();
      // Lines are dropped until the reader has caught up.
      await eventually(
        'the log is read again',
        async () => {
          await fetch(`${url}/read-again`);
          return service.err().includes('/read-again');
        },
        60_000,
      );
      const { code, err } = await service.stop();
      expect(code).toBe(0);
      expect(err).toContain('log lines were dropped: they were not read in time');
      expect(err).toContain('stopping: waiting for running calls');
    } finally {
      await service.stop('SIGKILL');
      await database.close();
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
