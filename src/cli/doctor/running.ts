import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { SOCKET_NAME } from '../../start/support.ts';
import { reasonOf } from './check.ts';

const ANSWER_MS_MAX = 5_000;

/** What the services that run on this data directory say of themselves, by the name of their socket. */
export async function askRunning(
  dataDir: string,
  question: string,
  ms = 0,
): Promise<Readonly<Record<string, unknown>>> {
  const names = await readdir(resolve(dataDir)).catch(() => []);
  const answers = await Promise.all(
    names
      .filter((name) => SOCKET_NAME.test(name))
      .map(async (name) => [name, await ask(join(resolve(dataDir), name), question, ms + ANSWER_MS_MAX)] as const),
  );
  return Object.fromEntries(answers.filter(([, answer]) => answer !== null));
}

/** Null where nobody listens any more. */
async function ask(path: string, question: string, timeoutMs: number): Promise<unknown> {
  const socket = connect({ path, allowHalfOpen: true });
  const late = setTimeout(() => socket.destroy(new Error('no answer in time')), timeoutMs);
  try {
    socket.end(question);
    return JSON.parse(await text(socket));
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
    return isGone ? null : { error: reasonOf(error) };
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}
