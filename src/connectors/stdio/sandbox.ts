import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const PROBE_TIMEOUT_MS = 5_000;

export type CommandLine = { readonly command: string; readonly args: readonly string[] };

/** Puts a command line into whatever confines a process best on this machine. */
export type Sandbox = {
  readonly kind: 'bwrap' | 'setpriv' | 'none';
  wrap(line: CommandLine, scratch: string): CommandLine;
};

export type SandboxOptions = {
  /** Directories that a server must not see, such as the one with the master key. They must exist. */
  readonly hiddenDirs: readonly string[];
  /** Single files likewise. They must exist. */
  readonly hiddenFiles?: readonly string[];
  /** Where programs are looked up. */
  readonly searchPath: string;
};

// No --clearenv: the environment is built by us, and --setenv would show secrets in the argument list.
const BWRAP_FLAGS = [
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
];

// The kernel kills the child when we die without a chance to clean up.
const SETPRIV_FLAGS = ['--pdeathsig', 'KILL', '--no-new-privs'];

const run = promisify(execFile);

/** Tries what this machine allows, the strongest first. */
export async function detectSandbox(options: SandboxOptions): Promise<Sandbox> {
  for (const sandbox of [bwrap(options), setpriv]) {
    if (await works(sandbox, options.searchPath)) return sandbox;
  }
  return { kind: 'none', wrap: (line) => line };
}

async function works(sandbox: Sandbox, searchPath: string): Promise<boolean> {
  const { command, args } = sandbox.wrap({ command: 'true', args: [] }, '/tmp');
  try {
    await run(command, args, { env: { PATH: searchPath }, timeout: PROBE_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

const bwrap = ({ hiddenDirs, hiddenFiles = [] }: SandboxOptions): Sandbox => ({
  kind: 'bwrap',
  wrap: ({ command, args }, scratch) => ({
    command: 'bwrap',
    args: [
      ...BWRAP_FLAGS,
      ...hiddenDirs.flatMap((dir) => ['--tmpfs', dir]),
      ...hiddenFiles.flatMap((file) => ['--ro-bind', '/dev/null', file]),
      ...['--bind', scratch, scratch, '--chdir', scratch, '--', command, ...args],
    ],
  }),
});

const setpriv: Sandbox = {
  kind: 'setpriv',
  wrap: ({ command, args }) => ({ command: 'setpriv', args: [...SETPRIV_FLAGS, '--', command, ...args] }),
};
