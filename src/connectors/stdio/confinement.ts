import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RELAY } from '../egress/programProxy.ts';
import { unreachable } from '../failure.ts';
import type { CommandLine } from './child.ts';
import type { Launch } from './launch.ts';
import { type HiddenPaths, parentsOf, userOf, viewOf } from './view.ts';

const PROBE_TIMEOUT_MS = 5_000;

/**
 * The same directory as `TMPDIR`, with a short path: browsers create Unix sockets in it, and socket paths have at most
 * 107 characters.
 */
const SHORT_SCRATCH = '/.scratch';

/** Limits of one program: per process, and per file that it writes. */
export const PROGRAM_LIMITS = {
  /** Resident memory, which `accountTotals.ts` monitors. */
  memoryBytes: 1_024 * 1_048_576,
  /** Address space per process: enough for fifty Node threads, each of which reserves half a gigabyte. */
  reservedBytes: 32_768 * 1_048_576,
  fileBytes: 256 * 1_048_576,
  openFiles: 1_024,
  /** Including threads, of which Node starts about ten. */
  processes: 256,
} as const;

/** Sandboxes for a program, from the strongest to none. */
type ConfinementKind = 'bubblewrap' | 'namespaces' | 'node-permissions' | 'none';

/**
 * How programs are sandboxed on this machine. With `bubblewrap` and `namespaces`, a program has a separate root
 * directory, processes and network; `socket` is its only connection. The probes of
 * `test/connectors/stdio/escape.test.ts` run against both. With `node-permissions` and `none`, the program shares the
 * root directory, processes and network of the service.
 */
export type Confinement = {
  readonly kind: ConfinementKind;
  /** The user that runs a program with this directory; null for the service's user. */
  userOf(scratch: string): number | null;
  /**
   * The command line that runs a launch in the sandbox. `socket`: the egress proxy's.
   * @throws UpstreamFailure when the program cannot run on this machine
   */
  wrap(launch: Launch, socket: string | null): CommandLine;
};

export type ConfinementOptions = {
  /** Parent of the empty directory on which namespaces mount. */
  readonly scratchDir: string;
  /** Paths hidden from all programs, such as the directory with the master key. */
  readonly hidden?: HiddenPaths;
  /** Directories to search for programs. */
  readonly searchPath?: string;
  /** Also run third-party programs without confinement. */
  readonly isUnconfinedAllowed?: boolean;
};

/** The `PATH` of programs: the directory of this Node, then the system's. */
export const SEARCH_PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`;

const DEFAULTS: Omit<Required<ConfinementOptions>, 'scratchDir'> = {
  hidden: { dirs: [], files: [] },
  searchPath: SEARCH_PATH,
  isUnconfinedAllowed: false,
};

/** Descriptions for the start message and `doctor`. */
export const CONFINEMENT_LABELS: Readonly<Record<ConfinementKind, string>> = {
  bubblewrap: 'confined by bubblewrap',
  namespaces: 'confined by namespaces (unshare)',
  'node-permissions':
    'only those that ship with Toolyard, under Node’s permission model: nothing on this machine confines others',
  none: 'NOT confined (TOOLYARD_STDIO_UNCONFINED): they have the server’s file and network access',
};

/** True if a program has a separate network, so that `network: none` is enforced. */
export const hasOwnNetwork = ({ kind }: Pick<Confinement, 'kind'>): boolean =>
  kind === 'bubblewrap' || kind === 'namespaces';

const run = promisify(execFile);

/**
 * Makes the program's user the owner of its directory. Done once, because the user's number is derived from the
 * directory.
 */
export async function handOverScratch({ scratch }: Pick<Launch, 'scratch'>, confinement: Confinement): Promise<void> {
  const user = confinement.userOf(scratch);
  if (user === null || (await stat(scratch)).uid === user) return;
  await run('chown', ['-R', '-h', `${user}:${user}`, scratch]);
}

/** Detects the confinement of this machine on first use. */
export function findConfinement(options: ConfinementOptions): () => Promise<Confinement> {
  let confinement: Promise<Confinement> | undefined;
  return () => {
    confinement ??= detectConfinement(options);
    return confinement;
  };
}

/** Detects the strongest sandbox that this machine supports. */
export async function detectConfinement(options: ConfinementOptions): Promise<Confinement> {
  const settings = { ...DEFAULTS, ...options };
  for (const make of [bubblewrap, namespaces]) {
    const confinement = make(settings);
    if (await isAvailable(confinement, settings)) return confinement;
  }
  const hasSetpriv = await succeeds('setpriv', ['--pdeathsig', 'KILL', 'true'], settings.searchPath);
  const prefix = hasSetpriv ? ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'] : [];
  return settings.isUnconfinedAllowed ? unconfined(prefix) : nodePermissions(prefix);
}

/** Whether a program actually starts in this sandbox: containers may have the tools but forbid their use. */
export async function isAvailable(confinement: Confinement, options: ConfinementOptions): Promise<boolean> {
  const { scratchDir, searchPath } = { ...DEFAULTS, ...options };
  const scratch = join(scratchDir, '.probe');
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const launch: Launch = {
    command: 'true',
    args: [],
    env: {},
    secrets: [],
    scratch,
    reads: [],
    network: 'none',
    isShipped: false,
  };
  await handOverScratch(launch, confinement);
  const { command, args } = confinement.wrap(launch, null);
  return succeeds(command, args, searchPath);
}

async function succeeds(command: string, args: readonly string[], searchPath: string): Promise<boolean> {
  try {
    await run(command, args, { env: { PATH: searchPath }, timeout: PROBE_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

// No --clearenv: we build the environment ourselves, and --setenv would show secrets in the argument list.
const BWRAP_FLAGS = [
  ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--perms', '1777', '--size', '67108864', '--tmpfs', '/tmp'],
  ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
  ...['--perms', '1777', '--size', '16777216', '--tmpfs', '/dev/shm'],
];

// Capabilities for switching to the program's user, which is the last step that uses them.
const BWRAP_ROOT_FLAGS = ['SETUID', 'SETGID', 'SETPCAP'].flatMap((name) => ['--cap-add', `CAP_${name}`]);

/** Sandbox by bubblewrap (`bwrap`). Tested by `test/connectors/stdio/escape.test.ts`. */
export const bubblewrap = ({ hidden = DEFAULTS.hidden }: ConfinementOptions): Confinement => ({
  kind: 'bubblewrap',
  userOf,
  wrap(launch, socket) {
    const user = userOf(launch.scratch);
    const view = viewOf(launch, hidden, readsFor(socket));
    // The program's user could not enter directories that bubblewrap creates itself.
    const dirs = parentsOf([...view.map(({ path }) => path), launch.scratch]).flatMap((dir) => ['--dir', dir]);
    const entries = view.flatMap((entry) => {
      if (entry.op === 'link') return ['--symlink', entry.target, entry.path];
      if (entry.op === 'ro') return ['--ro-bind', entry.path, entry.path];
      return entry.isDirectory ? ['--size', '65536', '--tmpfs', entry.path] : ['--ro-bind', '/dev/null', entry.path];
    });
    // Bubblewrap itself cannot enter the directory of another user.
    const inside = ['sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', launch.scratch, ...limited(launch, socket)];
    const inner = user === null ? inside : [...asUser(user), ...inside];
    const own = [launch.scratch, SHORT_SCRATCH].flatMap((path) => ['--bind', launch.scratch, path]);
    const flags = user === null ? BWRAP_FLAGS : [...BWRAP_FLAGS, ...BWRAP_ROOT_FLAGS];
    return toLine(['bwrap', ...flags, ...dirs, ...entries, ...own, '--remount-ro', '/', '--', ...inner]);
  },
});

const NAMESPACES = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child=KILL'];
const SCRIPT = fileURLToPath(new URL('./privateRoot.sh', import.meta.url));
// The first process of a process namespace has to reap orphans.
const FIRST_PROCESS = ['sh', '-c', '"$@"; exit $?', 'sh'];

/** Sandbox by util-linux's namespaces. An ordinary user needs a user namespace, whose rights have no effect outside. */
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
      ...[...NAMESPACES, '--', 'sh', SCRIPT, root, ...entries, 'rw', launch.scratch, SHORT_SCRATCH],
      ...[user === null ? 'sealed' : 'open'],
      ...['--', ...asUser(user), ...FIRST_PROCESS, ...limited(launch, socket)],
    ]);
  },
});

/**
 * Drops all privileges and the ways to gain them. Ties the process to its parent's life again, because a change of user
 * undoes that.
 */
const asUser = (user: number | null): readonly string[] => [
  'setpriv',
  ...(user === null ? [] : ['--reuid', String(user), '--regid', String(user), '--clear-groups']),
  ...['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs', '--pdeathsig', 'KILL', '--'],
];

function limited(launch: Launch, socket: string | null): readonly string[] {
  const { reservedBytes, fileBytes, openFiles, processes } = PROGRAM_LIMITS;
  const limits = [`--data=${reservedBytes}`, `--fsize=${fileBytes}`, `--nofile=${openFiles}`, `--nproc=${processes}`];
  const relay = socket === null ? [] : [process.execPath, RELAY, socket];
  // Node's permissions limit a bundled server's writes to its own directory.
  const short = !launch.isShipped && launch.env['TMPDIR'] === launch.scratch ? ['env', `TMPDIR=${SHORT_SCRATCH}`] : [];
  return ['prlimit', '--core=0', ...limits, '--', ...short, ...relay, launch.command, ...launch.args];
}

const readsFor = (socket: string | null): readonly string[] => (socket === null ? [] : [socket, RELAY]);

const toLine = ([command = '', ...args]: readonly string[]): CommandLine => ({ command, args });

const NO_NETWORK = fileURLToPath(new URL('./noNetwork.ts', import.meta.url));

/** Confines with only Node's permission model (`toLaunch`), for bundled servers with known tools. */
const nodePermissions = (prefix: readonly string[]): Confinement => ({
  kind: 'node-permissions',
  userOf: () => null,
  wrap({ command, args, isShipped }) {
    if (isShipped) return toLine([...prefix, command, '--import', NO_NETWORK, ...args]);
    throw unreachable(
      'nothing on this machine confines programs: the operator can install bubblewrap, allow util-linux to create namespaces, or accept the risk with TOOLYARD_STDIO_UNCONFINED',
    );
  },
});

/** No sandbox, which the operator must allow (`TOOLYARD_STDIO_UNCONFINED`). */
export const unconfined = (prefix: readonly string[]): Confinement => ({
  kind: 'none',
  userOf: () => null,
  wrap: ({ command, args }) => toLine([...prefix, command, ...args]),
});
