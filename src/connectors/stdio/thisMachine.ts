import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../core/kernel/context.ts';
import type { EgressRule } from '../egress/allow.ts';
import type { NpmProxy } from '../egress/npmProxy.ts';
import { type EgressProxy, openEgressProxy, PROXY_ENVIRONMENT, type ProgramEgress } from '../egress/programProxy.ts';
import { unreachable } from '../failure.ts';
import { DEFAULT_TOTALS, type TotalsMax, watchAccountTotals } from './accountTotals.ts';
import { spawnChild } from './child.ts';
import { type Confinement, findConfinement, handOverScratch, hasOwnNetwork, SEARCH_PATH } from './confinement.ts';
import type { ProgramHost } from './host.ts';
import type { Launch, StdioTarget } from './launch.ts';
import type { Program } from './program.ts';

/** Settings for running programs on this machine. */
export type MachineOptions = {
  /** Parent of the directories of each account and stack, which other users of the machine cannot access. */
  readonly scratchDir: string;
  readonly accountTotalsMax?: TotalsMax;
  /** Destinations allowed to programs with `network: egress`, in addition to public addresses. */
  readonly egressAllow?: readonly EgressRule[];
  /** The operator's proxy to the npm registry. */
  readonly npmProxy?: NpmProxy | null;
  /** Sandbox for the programs. Defaults to the strongest one that this machine supports. */
  readonly confinement?: () => Promise<Confinement>;
  /** Directories to search for programs. */
  readonly searchPath?: string;
  readonly log?: Log | undefined;
};

/** Each start takes a second of processor time, and many concurrent starts would starve everything else. */
const STARTS_MAX = 4;
const CONNECT_TIMEOUT_MS = 5_000;
const DIR_MODE = 0o700;
const PATH_PART = /^[A-Za-z0-9_-]{1,128}$/;

/** Runs programs as sandboxed processes of this machine. */
export function thisMachine(options: MachineOptions): ProgramHost {
  const { scratchDir, searchPath = SEARCH_PATH, log, accountTotalsMax: max = DEFAULT_TOTALS } = options;
  const {
    confinement = findConfinement({ scratchDir, searchPath }),
    egressAllow: allow = [],
    npmProxy = null,
  } = options;
  const egress = { allow, npmProxy, connectTimeoutMs: CONNECT_TIMEOUT_MS };
  return {
    searchPath,
    where: 'in its readable paths: the system, its own files, and the reads in its document',
    startsMax: STARTS_MAX,
    spawn: async (target) => spawnConfined(target, await confinement(), egress),
    directory: (parts) => makeDirectory(scratchDir, parts),
    async directoryOnce() {
      const path = await mkdtemp(join(await makeDirectory(scratchDir, ['discovery']), 'once-'));
      return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
    },
    watch: (pool) => watchAccountTotals({ pool, scratchDir, max, log }),
  };
}

async function makeDirectory(root: string, parts: readonly string[]): Promise<string> {
  // The ids are our own, but a path must not depend on that.
  if (!parts.every((part) => PATH_PART.test(part))) throw new Error('an id that cannot name a directory');
  const dir = join(root, ...parts);
  await mkdir(dir, { recursive: true, mode: DIR_MODE });
  return dir;
}

/** Starts the process, with an egress proxy if it may reach the network; the proxy closes when the process is gone. */
async function spawnConfined(
  { account, launch }: StdioTarget,
  confinement: Confinement,
  egress: ProgramEgress,
): Promise<Program> {
  const isProxied = launch.network === 'egress' && hasOwnNetwork(confinement);
  await handOverScratch(launch, confinement);
  const proxy = isProxied ? await openEgressProxy(egress, account) : null;
  try {
    const program = spawnSafely(launch, confinement, proxy);
    // The system cleans up a leftover proxy directory; a failure here must not crash the service.
    if (proxy) void program.ended.then(() => proxy.close()).catch(() => undefined);
    return program;
  } catch (error) {
    await proxy?.close();
    throw error;
  }
}

function spawnSafely(launch: Launch, confinement: Confinement, proxy: EgressProxy | null): Program {
  const line = confinement.wrap(launch, proxy?.socket ?? null);
  const env = proxy ? { ...PROXY_ENVIRONMENT, ...launch.env } : launch.env;
  try {
    return spawnChild({ ...line, env, cwd: launch.scratch });
  } catch {
    // Node's message would repeat the refused value, which may be a credential.
    throw unreachable('a value is not allowed in the server process');
  }
}
