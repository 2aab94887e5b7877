import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, readdir, rm } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../core/kernel/context.ts';
import { codePlace } from '../log/codePlace.ts';
import { recentProblems } from '../log/log.ts';

const QUESTION_CHARS_MAX = 64;
const QUESTION_MS_MAX = 5_000;
const CONNECTIONS_MAX = 4;
const PROFILE_MS_MAX = 30_000;
const OWNER_ALONE = 0o600;

/** Name of a socket file. Has random bytes, because processes of two containers on one volume may have the same id. */
export const SOCKET_NAME = /^support-\d+-[0-9a-f]{8}\.sock$/;

/**
 * Serves `toolyard doctor --support` on this machine: recent problems and CPU profiles. Uses a socket in the data
 * directory that only the service's user may open. A client writes one line, `problems` or `profile MS`, and reads JSON
 * until the end. Returns a function that closes the socket. If no socket is possible (Windows, a path that is too
 * long), the service runs without it.
 */
export async function offerSupport(dataDir: string, log: Log): Promise<() => Promise<void>> {
  const path = join(dataDir, `support-${process.pid}-${randomBytes(4).toString('hex')}.sock`);
  const stopping = new AbortController();
  const answer = createAnswers(stopping.signal);
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    void serveRequest(addAbortSignal(stopping.signal, socket), answer);
  });
  server.maxConnections = CONNECTIONS_MAX;
  // An open support request must not prevent the service from stopping.
  server.unref();
  try {
    await removeDead(dataDir);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    await chmod(path, OWNER_ALONE);
  } catch (error) {
    log.debug({ err: error }, 'no socket for toolyard doctor --support');
    server.close();
    return async () => undefined;
  }
  return async () => {
    stopping.abort();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Removes sockets of killed processes, on which nothing listens. */
async function removeDead(dataDir: string): Promise<void> {
  for (const name of (await readdir(dataDir)).filter((each) => SOCKET_NAME.test(each))) {
    const path = join(dataDir, name);
    const socket = connect(path);
    const isDead = await once(socket, 'connect').then(
      () => false,
      ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED',
    );
    socket.destroy();
    if (isDead) await rm(path, { force: true });
  }
}

type Answers = (question: string) => Promise<unknown>;

function createAnswers(signal: AbortSignal): Answers {
  let isProfiling = false;
  return async (question) => {
    if (question === 'problems')
      return {
        pid: process.pid,
        uptimeSeconds: Math.round(process.uptime()),
        memory: process.memoryUsage(),
        resources: process.resourceUsage(),
        problems: recentProblems.list(),
      };
    const [, ms] = /^profile (\d{1,5})$/.exec(question) ?? [];
    if (ms === undefined || Number(ms) > PROFILE_MS_MAX) return { error: 'unknown question' };
    if (isProfiling) return { error: 'a profile is already being recorded' };
    isProfiling = true;
    try {
      return await profileCpu(Number(ms), signal);
    } finally {
      isProfiling = false;
    }
  };
}

async function serveRequest(socket: Socket, answer: Answers): Promise<void> {
  const late = setTimeout(() => socket.destroy(), QUESTION_MS_MAX).unref();
  try {
    const question = await readBounded(socket);
    clearTimeout(late);
    socket.end(JSON.stringify(await answer(question.trim())));
  } catch {
    // The requester disconnected, or sent too much.
    socket.destroy();
  }
}

/**
 * Reads everything that the peer sends.
 * @throws beyond the size limit of a request
 */
async function readBounded(socket: Socket): Promise<string> {
  let chars = 0;
  socket.on('data', (chunk) => {
    chars += chunk.length;
    if (chars > QUESTION_CHARS_MAX) socket.destroy(new Error('too long'));
  });
  return text(socket);
}

const SAMPLE_MICROSECONDS = 2_000;

/**
 * Profiles the CPU use of this process for `ms`, which slows it down by a few percent. A V8 profile contains functions,
 * their locations and sample counts, but no processed values. Removes paths of this machine.
 */
export async function profileCpu(ms: number, signal: AbortSignal): Promise<Profiler.Profile> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
    await session.post('Profiler.start');
    await delay(ms, undefined, { signal });
    const { profile } = await session.post('Profiler.stop');
    return { ...profile, nodes: profile.nodes.map(harmless) };
  } finally {
    session.disconnect();
  }
}

function harmless(node: Profiler.ProfileNode): Profiler.ProfileNode {
  const { functionName, url } = node.callFrame;
  // Remove the source of regular expressions, which V8 uses as their name, since it may come from a caller.
  const name = functionName.startsWith('RegExp: ') ? 'RegExp' : functionName;
  return { ...node, callFrame: { ...node.callFrame, functionName: name, url: codePlace(url) ?? '' } };
}
