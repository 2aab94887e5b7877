import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { RELAY } from '../egress/programProxy.ts';
import { unreachable } from '../failure.ts';
import type { CommandLine } from './child.ts';
import type { Launch } from './launch.ts';
import { type Hidden, parentsOf, userOf, viewOf } from './view.ts';

const PROBE_TIMEOUT_MS = 5_000;

/** What one program may use: each process, and each file that it writes. */
const PROGRAM_LIMITS = {
  memoryBytes: 1_024 * 1_048_576,
  fileBytes: 256 * 1_048_576,
  openFiles: 1_024,
  /** Threads included, of which Node alone starts about ten. */
  processes: 256,
} as const;

export type ConfinementKind = 'bubblewrap' | 'namespaces' | 'node-permissions' | 'none';

/**
 * What holds a program back on this machine. With `bubblewrap` and `namespaces` it has a root directory, processes and
 * a network of its own, whose only way out is `socket`; the probes of `test/connectors/stdio/escape.test.ts` run
 * against each. With the others it shares them with the service.
 */
export type Confinement = {
  readonly kind: ConfinementKind;
  /** The user that a program with this directory is; null for the user of the service. */
  userOf(scratch: string): number | null;
  /** `socket`: where the egress proxy listens. @throws UpstreamFailure when such a program does not run here */
  wrap(launch: Launch, socket: string | null): CommandLine;
};

export type ConfinementOptions = {
  /** Where namespaces find an empty directory to mount on. */
  readonly scratchDir: string;
  /** What no program sees, such as the directory with the master key. */
  readonly hidden?: Hidden;
  /** Where programs are looked up. */
  readonly searchPath?: string;
  /** Programs from elsewhere run even where nothing confines them. */
  readonly isUnconfinedAllowed?: boolean;
};

export const SEARCH_PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`;

const DEFAULTS: Omit<Required<ConfinementOptions>, 'scratchDir'> = {
  hidden: { dirs: [], files: [] },
  searchPath: SEARCH_PATH,
  isUnconfinedAllowed: false,
};

/** What the start and `doctor` say of it. */
export const CONFINEMENT_SAYS: Readonly<Record<ConfinementKind, string>> = {
  bubblewrap: 'confined by bubblewrap',
  namespaces: 'confined by namespaces (unshare)',
  'node-permissions':
    'only those that come with Toolyard, under the permission model of Node: nothing here confines others',
  none: 'NOT confined (TOOLYARD_STDIO_UNCONFINED): they read and reach what the server can',
};

export const hasOwnNetwork = ({ kind }: Pick<Confinement, 'kind'>): boolean =>
  kind === 'bubblewrap' || kind === 'namespaces';

const run = promisify(execFile);

/** Hands the program's directory to the user that it will be, once: the number stays with the directory. */
export async function giveScratch({ scratch }: Pick<Launch, 'scratch'>, confinement: Confinement): Promise<void> {
  const user = confinement.userOf(scratch);
  if (user === null || (await stat(scratch)).uid === user) return;
  await run('chown', ['-R', '-h', `${user}:${user}`, scratch]);
}

/** What confines programs here, looked for at the first question and not again. */
export function findConfinement(options: ConfinementOptions): () => Promise<Confinement> {
  let found: Promise<Confinement> | undefined;
  return () => {
    found ??= detectConfinement(options);
    return found;
  };
}

/** Tries what this machine allows, the strongest first. */
export async function detectConfinement(options: ConfinementOptions): Promise<Confinement> {
  const settings = { ...DEFAULTS, ...options };
  for (const make of [bubblewrap, namespaces]) {
    const confinement = make(settings);
    if (await isAvailable(confinement, settings)) return confinement;
  }
  const prefix = (await hasSetpriv(settings)) ? ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'] : [];
  return settings.isUnconfinedAllowed ? unconfined(prefix) : nodePermissions(prefix);
}

/** Whether a program can be started with it: more than the presence of its tools, which containers may forbid to work. */
export async function isAvailable(confinement: Confinement, options: ConfinementOptions): Promise<boolean> {
  const { scratchDir, searchPath } = { ...DEFAULTS, ...options };
  const scratch = join(scratchDir, '.probe');
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const launch: Launch = { command: 'true', args: [], env: {}, scratch, reads: [], network: 'none', isShipped: false };
  await giveScratch(launch, confinement);
  const { command, args } = confinement.wrap(launch, null);
  return succeeds(command, args, searchPath);
}

const hasSetpriv = ({ searchPath }: typeof DEFAULTS) =>
  succeeds('setpriv', ['--pdeathsig', 'KILL', 'true'], searchPath);

async function succeeds(command: string, args: readonly string[], searchPath: string): Promise<boolean> {
  try {
    await run(command, args, { env: { PATH: searchPath }, timeout: PROBE_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

// No --clearenv: the environment is built by us, and --setenv would show secrets in the argument list.
const BWRAP_FLAGS = [
  ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...[
    '--perms',
    '1777',
    '--size',
    '67108864',
    '--tmpfs',
    '/tmp',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--remount-ro',
    '/dev',
  ],
  ...['--perms', '1777', '--size', '16777216', '--tmpfs', '/dev/shm'],
];

// Becoming the program's user is the last thing done with them.
const BWRAP_ROOT_FLAGS = ['SETUID', 'SETGID', 'SETPCAP'].flatMap((name) => ['--cap-add', `CAP_${name}`]);

export const bubblewrap = ({ hidden = DEFAULTS.hidden }: ConfinementOptions): Confinement => ({
  kind: 'bubblewrap',
  userOf,
  wrap(launch, socket) {
    const user = userOf(launch.scratch);
    const view = viewOf(launch, hidden, readsFor(socket));
    // Made by bubblewrap itself they would be closed to the program's user.
    const dirs = parentsOf([...view.map(({ path }) => path), launch.scratch]).flatMap((dir) => ['--dir', dir]);
    const entries = view.flatMap((entry) => {
      if (entry.op === 'link') return ['--symlink', entry.target, entry.path];
      if (entry.op === 'ro') return ['--ro-bind', entry.path, entry.path];
      return entry.isDirectory ? ['--size', '65536', '--tmpfs', entry.path] : ['--ro-bind', '/dev/null', entry.path];
    });
    // Bubblewrap itself may not enter the directory of another user.
    const inside = ['sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', launch.scratch, ...limited(launch, socket)];
    const inner = user === null ? inside : [...asUser(user), ...inside];
    const own = ['--bind', launch.scratch, launch.scratch, '--remount-ro', '/'];
    const flags = user === null ? BWRAP_FLAGS : [...BWRAP_FLAGS, ...BWRAP_ROOT_FLAGS];
    return toLine(['bwrap', ...flags, ...dirs, ...entries, ...own, '--', ...inner]);
  },
});

const NAMESPACES = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child=KILL'];
const SCRIPT = join(import.meta.dirname, 'privateRoot.sh');
// The first process of a process namespace has to bury the orphans.
const FIRST_PROCESS = ['sh', '-c', '"$@"; exit $?', 'sh'];

/** The namespaces of util-linux; of an ordinary user also a user namespace, in which its rights count for nothing outside. */
export const namespaces = ({ scratchDir, hidden = DEFAULTS.hidden }: ConfinementOptions): Confinement => ({
  kind: 'namespaces',
  userOf,
  wrap(launch, socket) {
    const user = userOf(launch.scratch);
    const root = join(scratchDir, '.root');
    mkdirSync(root, { recursive: true, mode: 0o700 });
    const entries = viewOf(launch, hidden, readsFor(socket)).flatMap((entry) =>
      entry.op === 'link' ? ['link', entry.target, entry.path] : [entry.op, entry.path],
    );
    return toLine([
      ...['setpriv', '--pdeathsig', 'KILL', '--', 'unshare', ...(user === null ? ['--user', '--map-root-user'] : [])],
      ...[...NAMESPACES, '--', 'sh', SCRIPT, root, ...entries, 'rw', launch.scratch, user === null ? 'sealed' : 'open'],
      ...['--', ...asUser(user), ...FIRST_PROCESS, ...limited(launch, socket)],
    ]);
  },
});

/** Without rights, and without a way to any; again bound to the life of whoever started it, which a change of user ends. */
const asUser = (user: number | null): readonly string[] => [
  'setpriv',
  ...(user === null ? [] : ['--reuid', String(user), '--regid', String(user), '--clear-groups']),
  ...['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs', '--pdeathsig', 'KILL', '--'],
];

/** `data` counts what is really used: Node reserves addresses by the terabyte. */
function limited(launch: CommandLine, socket: string | null): readonly string[] {
  const { memoryBytes, fileBytes, openFiles, processes } = PROGRAM_LIMITS;
  const limits = [`--data=${memoryBytes}`, `--fsize=${fileBytes}`, `--nofile=${openFiles}`, `--nproc=${processes}`];
  const relay = socket === null ? [] : [process.execPath, RELAY, socket];
  return ['prlimit', '--core=0', ...limits, '--', ...relay, launch.command, ...launch.args];
}

const readsFor = (socket: string | null): readonly string[] => (socket === null ? [] : [socket, RELAY]);

const toLine = ([command = '', ...args]: readonly string[]): CommandLine => ({ command, args });

const NO_NETWORK = join(import.meta.dirname, 'noNetwork.ts');

/** Servers that come with the product, whose tools are known, under the permission model of Node (`toLaunch`) alone. */
const nodePermissions = (prefix: readonly string[]): Confinement => ({
  kind: 'node-permissions',
  userOf: () => null,
  wrap({ command, args, isShipped }) {
    if (isShipped) return toLine([...prefix, command, '--import', NO_NETWORK, ...args]);
    throw unreachable(
      'nothing on this machine confines programs: the operator can install bubblewrap, let util-linux make namespaces, or accept the risk with TOOLYARD_STDIO_UNCONFINED',
    );
  },
});

export const unconfined = (prefix: readonly string[]): Confinement => ({
  kind: 'none',
  userOf: () => null,
  wrap: ({ command, args }) => toLine([...prefix, command, ...args]),
});
