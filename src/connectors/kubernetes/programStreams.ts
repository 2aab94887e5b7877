import { PassThrough } from 'node:stream';
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { isRecord } from '../../core/lib/json.ts';
import { createStderrTail, type StderrTail } from '../stdio/stderrTail.ts';
import type { ExecSocket } from './execSocket.ts';
import { PRESENCE, PRESENCE_MS } from './podLaunch.ts';

/** Output of a program in a pod as it arrives, and its launcher's exit status. */
export type PodOutput = {
  readonly stdout: PassThrough;
  readonly stderr: StderrTail;
  /** How the launcher ended, such as `code 1`; null while unknown. */
  exit: string | null;
  hear(stream: number, bytes: Buffer): void;
  /** Pauses the connection while buffered output is unread. */
  holdBack: (() => void) | null;
};

const STDOUT_BYTES_MAX = 1_048_576;
/** The numbers of the streams (Kubernetes, `v5.channel.k8s.io`). */
const STREAMS = { stdout: 1, stderr: 2, status: 3 } as const;

/** Collects the output of a command: buffers one MiB of it, and keeps the end of its standard error. */
export function createPodOutput(): PodOutput {
  const output: PodOutput = {
    stdout: new PassThrough({ highWaterMark: STDOUT_BYTES_MAX }),
    stderr: createStderrTail(),
    exit: null,
    holdBack: null,
    hear(stream, bytes) {
      if (stream === STREAMS.stdout && !output.stdout.write(bytes)) output.holdBack?.();
      if (stream === STREAMS.stderr) output.stderr.add(bytes);
      if (stream === STREAMS.status) output.exit = exitIn(bytes);
    },
  };
  return output;
}

/** How a command ended, from the `Status` that a cluster sends last. */
function exitIn(bytes: Buffer): string {
  const status = readStatus(bytes.toString());
  if (status['status'] === 'Success') return 'code 0';
  const details = isRecord(status['details']) ? status['details'] : {};
  const causes = Array.isArray(details['causes']) ? details['causes'] : [];
  const code = causes.find((cause) => isRecord(cause) && cause['reason'] === 'ExitCode');
  return isRecord(code) ? `code ${String(code['message'])}` : 'the cluster could not run it';
}

function readStatus(text: string): Record<string, unknown> {
  try {
    const status: unknown = JSON.parse(text);
    return isRecord(status) ? status : {};
  } catch {
    return {};
  }
}

/** Connects a program to its socket, and sends its launcher regular heartbeats. */
export function joinStreams(socket: ExecSocket, output: PodOutput): { write(text: string): Promise<void> } {
  const { stdout } = output;
  output.holdBack = () => {
    socket.pause();
    stdout.once('drain', () => socket.resume());
  };
  let isOpen = true;
  const send = async (bytes: Uint8Array): Promise<void> => {
    if (!isOpen) throw new SdkError(SdkErrorCode.NotConnected, 'the connection to the program has ended');
    await socket.send(bytes);
  };
  const beat = setInterval(() => void send(Buffer.of(PRESENCE)).catch(() => undefined), PRESENCE_MS).unref();
  void socket.closed.then(() => {
    isOpen = false;
    clearInterval(beat);
    stdout.end();
  });
  return { write: (text) => send(Buffer.from(text)) };
}
