// Runs in a pod, by `exec`, between the service and one program. The command arrives as its first line, so that neither
// the pod nor an argument list contains a credential. Exits, with the program, when the service is no longer reachable.
// Tested by `test/connectors/kubernetes/lifetimes.test.ts`.
import { type ChildProcess, spawn } from 'node:child_process';
import { connect, createServer, type Server } from 'node:net';
import { constants } from 'node:os';
import { proxyEnvironment } from '../egress/proxyEnvironment.ts';
import { type PodLaunch, PRESENCE, SILENCE_MS } from './podLaunch.ts';

const HOLDER_TRIES = 100;
const HOLDER_WAIT_MS = 50;
const EOF_GRACE_MS = 500;
const TERM_GRACE_MS = 1_500;
const NEWLINE = 0x0a;

const [holder = ''] = process.argv.slice(2);
let first = Buffer.alloc(0);
let isLaunched = false;
let program: ChildProcess | null = null;

let silence = setTimeout(end, SILENCE_MS);
process.stdin.on('data', (chunk: Buffer) => {
  silence.refresh();
  const bytes = chunk.includes(PRESENCE) ? Buffer.from(chunk.filter((byte) => byte !== PRESENCE)) : chunk;
  if (program) return void program.stdin?.write(bytes);
  first = Buffer.concat([first, bytes]);
  const at = first.indexOf(NEWLINE);
  if (at === -1 || isLaunched) return;
  isLaunched = true;
  const launch: PodLaunch = JSON.parse(first.subarray(0, at).toString());
  first = first.subarray(at + 1);
  clearTimeout(silence);
  silence = setTimeout(end, launch.silenceMs);
  meetHolder(HOLDER_TRIES, () => start(launch));
});
process.stdin.on('end', end).on('error', end);
process.on('SIGTERM', end);

/** Continues once the holder, which may still be starting, has accepted a connection from this process. */
function meetHolder(tries: number, then: () => void): void {
  const line = connect(holder, then);
  line.on('error', () => {
    if (tries === 0) process.exit(1);
    setTimeout(() => meetHolder(tries - 1, then), HOLDER_WAIT_MS);
  });
}

function start({ proxy, ...launch }: PodLaunch): void {
  if (proxy === null) {
    run(launch, launch.env);
    return;
  }
  const relay = relayTo(proxy);
  relay.listen(0, '127.0.0.1', () => {
    const address = relay.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    run(launch, { ...proxyEnvironment(port), ...launch.env });
  });
}

function run({ command, args, cwd }: Omit<PodLaunch, 'proxy'>, env: PodLaunch['env']): void {
  program = spawn(command, args, { env, cwd, stdio: ['pipe', 'inherit', 'inherit'] });
  program.on('error', () => process.exit(127));
  program.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  program.stdin?.on('error', () => undefined);
  program.stdin?.write(first);
}

/** Authenticates the connection to the service before the program's data. */
function relayTo({ host, port, token }: NonNullable<PodLaunch['proxy']>): Server {
  return createServer((inside) => {
    const outside = connect(port, host);
    outside.write(`${token}\n`);
    inside.pipe(outside).pipe(inside);
    inside.on('error', () => outside.destroy());
    outside.on('error', () => inside.destroy());
  });
}

/** Closes the input first, as the protocol requires (MCP, lifecycle, shutdown over stdio); the holder ends the rest. */
function end(): void {
  if (!program) process.exit(1);
  program.stdin?.end();
  setTimeout(() => program?.kill('SIGTERM'), EOF_GRACE_MS);
  setTimeout(() => {
    program?.kill('SIGKILL');
    process.exit(1);
  }, EOF_GRACE_MS + TERM_GRACE_MS);
}
