import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { WebSocket } from 'ws';
import type { ContainerState, Pod } from '../../../src/connectors/kubernetes/objects.ts';

/** A pod of the stand-in. */
export type StandInPod = {
  /** The pod's object, as the API returns it. */
  readonly object: Pod;
  /** Runs a command in the container, over channels. */
  exec(client: WebSocket, command: readonly string[]): void;
  /** Ends the container, as the kernel does when its memory is used up, or as the kubelet does for another reason. */
  kill(reason: 'OOMKilled' | 'Evicted'): void;
  remove(graceSeconds: number): void;
};

export type Waits = { readonly reason: string; readonly where: 'node' | 'image' } | null;

const CHANNEL = { stdin: 0, stdout: 1, stderr: 2, status: 3, close: 255 } as const;
const ENV = { PATH: process.env['PATH'] ?? '' };

/** Starts the container immediately, unless it waits for something. `onGone` runs when the object is removed. */
export function createStandInPod(object: Pod, waits: Waits, onGone: () => void): StandInPod {
  const [container] = object.spec?.containers ?? [];
  const scratch = container?.workingDir ?? '/';
  const running = new Set<ChildProcess>();
  let holder: ChildProcess | null = null;
  let killedFor: string | null = null;
  const show = (phase: string, state: ContainerState) => {
    object.status = {
      phase,
      ...(killedFor === 'Evicted' && { reason: killedFor }),
      containerStatuses: [{ name: 'program', state }],
    };
  };
  const run = (command: readonly string[]): ChildProcess => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { cwd: scratch, env: ENV, detached: true, stdio: 'pipe' });
    running.add(child);
    child.on('exit', () => running.delete(child));
    return child;
  };
  // As in a process namespace, all processes end with the first one.
  const killRest = () => {
    for (const child of running) killGroup(child);
  };
  const begin = () => {
    mkdirSync(scratch, { recursive: true });
    holder = run(container?.command ?? []);
    show('Running', { running: {} });
    holder.once('exit', (exitCode) => {
      killRest();
      const reason = killedFor ?? (exitCode === 0 ? 'Completed' : 'Error');
      show(exitCode === 0 ? 'Succeeded' : 'Failed', { terminated: { exitCode: exitCode ?? 137, reason } });
    });
  };
  if (waits === null) begin();
  else if (waits.where === 'image') show('Pending', { waiting: { reason: waits.reason } });
  else
    object.status = { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: waits.reason }] };
  return {
    object,
    exec: (client, command) => join(client, run(command)),
    kill(reason) {
      killedFor = reason;
      killRest();
    },
    remove(graceSeconds) {
      if (object.metadata) object.metadata.deletionTimestamp = new Date().toISOString();
      if (holder === null || holder.exitCode !== null || holder.signalCode !== null) return onGone();
      holder.once('exit', onGone);
      holder.kill('SIGTERM');
      setTimeout(killRest, graceSeconds * 1_000).unref();
    },
  };
}

/** Like the kubelet and the container engine: the end of the connection ends the input, not the command. */
function join(client: WebSocket, child: ChildProcess): void {
  const send = (channel: number) => (bytes: Buffer) => client.send(Buffer.concat([Buffer.of(channel), bytes]));
  child.stdout?.on('data', send(CHANNEL.stdout));
  child.stderr?.on('data', send(CHANNEL.stderr));
  child.stdin?.on('error', () => undefined);
  client.on('message', (message: Buffer) => {
    if (message[0] === CHANNEL.stdin) child.stdin?.write(message.subarray(1));
    if (message[0] === CHANNEL.close) child.stdin?.end();
  });
  client.on('error', () => undefined);
  client.on('close', () => child.stdin?.end());
  child.on('close', (code) => {
    send(CHANNEL.status)(Buffer.from(JSON.stringify(statusOf(code ?? 137))));
    client.close();
  });
}

const statusOf = (code: number) =>
  code === 0
    ? { metadata: {}, status: 'Success' }
    : {
        metadata: {},
        status: 'Failure',
        reason: 'NonZeroExitCode',
        details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
      };

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // ESRCH: the process has ended.
  }
}
