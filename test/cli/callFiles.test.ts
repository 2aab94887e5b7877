import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boxDocument, digestOf, startUpstream } from '../core/files/filesKit.ts';
import { type Installation, run, runJson, startInstallation } from './toolyard.ts';

const MIB = 1_048_576;

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let at: Installation;
beforeAll(async () => {
  upstream = await startUpstream();
  at = await startInstallation(`127.0.0.1:${upstream.port}`);
  await at.world.saveServer(boxDocument(upstream.port));
  await run(['stack', 'create', '--name', 'mine'], at.api);
  await run(['stack', 'add-server', 'mine', 'box', '--all'], at.api);
});
afterAll(async () => {
  await at?.close();
  upstream?.close();
});

/** A file of random bytes, and its path. */
function fileOf(name: string, bytes: number) {
  const content = randomBytes(bytes);
  const path = join(at.dir, name);
  writeFileSync(path, content);
  return { content, path };
}

const call = (tool: string, ...more: string[]) => runJson(['call', 'mine', `box_${tool}`, ...more], at.api);
const storedFiles = () => at.world.operator.db.storedFile.count();

it('sends a short file within the call', async () => {
  const { content, path } = fileOf('short.bin', 1_000);
  const before = await storedFiles();
  await call('form', '--file', `file=${path};type=text/csv`);
  const sent = upstream.last()?.start;
  expect(sent?.includes(content)).toBe(true);
  expect(sent?.toString('latin1')).toMatch(/filename="short\.bin"\r\nContent-Type: text\/csv/i);
  expect(await storedFiles()).toBe(before);
});

it.each(['application/jsonl', undefined])('uploads a file that is longer than a request (%s)', async (type) => {
  const { content, path } = fileOf('long.bin', 3 * MIB);
  await call('form', '--file', `file=${path}${type ? `;type=${type}` : ''}`, '--input', '{"title":"t"}');
  const sent = upstream.last();
  expect(sent?.bytes).toBeGreaterThan(content.length);
  expect(sent?.start.toString('latin1')).toContain(
    `filename="long.bin"\r\nContent-Type: ${type ?? 'application/octet-stream'}`,
  );
});

it('uploads the whole body of a request', async () => {
  const { content, path } = fileOf('body.bin', 2 * MIB);
  await call('raw', '--file', `body=${path}`);
  expect(upstream.last()).toMatchObject({ bytes: content.length, digest: digestOf([content]) });
});

it('sends short and long files of one input together', async () => {
  const [one, two] = [fileOf('one.bin', 600_000), fileOf('two.bin', 10)];
  await call('list', '--file', `files=${two.path}`, '--file', `files=${one.path}`, '--input', '{"files":[]}');
  expect(upstream.last()?.bytes).toBeGreaterThan(600_010);
});

it('says which file cannot be read or uploaded', async () => {
  const absent = await run(['call', 'mine', 'box_form', '--file', `file=${join(at.dir, 'absent')}`], at.api);
  expect(absent).toMatchObject({ code: 2, err: expect.stringContaining('Cannot read') });
  const { path } = fileOf('typed.bin', MIB);
  const mistyped = await run(['call', 'mine', 'box_form', '--file', `file=${path};type=text`], at.api);
  expect(mistyped.err).toContain('must be a media type');
});
