import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { sha256 } from '../../core/lib/sha256.ts';
import type { Launch } from './launch.ts';

/** One entry of a sandboxed program's root directory. Paths are the same as on the machine. */
type ViewEntry =
  | { readonly op: 'ro'; readonly path: string }
  | { readonly op: 'link'; readonly target: string; readonly path: string }
  /** Hides a file or directory that an earlier entry shows. */
  | { readonly op: 'hide'; readonly path: string; readonly isDirectory: boolean };

/** Paths that no program may see, even where a visible directory contains them. */
export type HiddenPaths = { readonly dirs: readonly string[]; readonly files: readonly string[] };

// Programs, libraries, certificates, time zone. Nothing else of /etc, which holds keys and names of people and hosts.
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store'],
  ...['/etc/ssl/certs', '/etc/pki/tls/certs', '/etc/pki/ca-trust/extracted', '/etc/ca-certificates'],
  ...['/etc/alternatives', '/etc/ld.so.cache', '/etc/localtime'],
];

const NODE_BIN = dirname(process.execPath);
const NODE = [NODE_BIN, join(NODE_BIN, '../lib/node_modules')];

/** All paths visible to a program except its own directory, in mount order. */
export function viewOf(
  launch: Pick<Launch, 'command' | 'args' | 'reads'>,
  hidden: HiddenPaths,
  more: readonly string[] = [],
): readonly ViewEntry[] {
  const shown = [...SYSTEM, ...NODE, ...readsOf(launch), ...more].flatMap((path): readonly ViewEntry[] => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return [];
    return stats.isSymbolicLink() ? [{ op: 'link', target: readlinkSync(path), path }] : [{ op: 'ro', path }];
  });
  const roots = shown.flatMap((entry) => (entry.op === 'ro' ? [entry.path] : []));
  // An entry below another one is already visible. Mounting it again would expose hidden paths in between.
  const entries = shown.filter((entry) => !roots.some((root) => isBelow(entry.path, root)));
  const covers = [
    ...hidden.dirs.map((path) => ({ op: 'hide', path, isDirectory: true }) as const),
    ...hidden.files.map((path) => ({ op: 'hide', path, isDirectory: false }) as const),
  ];
  const covered = covers.flatMap((cover) => realPaths(cover.path).map((path) => ({ ...cover, path })));
  return [...entries, ...covered.filter(({ path }) => roots.some((root) => isBelow(path, root)))];
}

/** The existing paths that a launch names. */
const readsOf = ({ command, args, reads }: Pick<Launch, 'command' | 'args' | 'reads'>): readonly string[] =>
  [
    // For a file of an installed package, all of `node_modules`, from which it imports.
    ...[command, ...args].filter(isFile).flatMap((path) => {
      const [own, real] = [modulesAbove(path), modulesAbove(realpathSync(path))];
      if (own !== null) return [own];
      return real === null ? [path] : [path, real];
    }),
    ...reads,
  ].flatMap(realPaths);

const MODULES = `${sep}node_modules`;

const isFile = (path: string): boolean =>
  isAbsolute(path) && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);

/** The outermost `node_modules` above the path, or null. */
export const modulesAbove = (path: string): string | null => {
  const at = path.indexOf(MODULES + sep);
  return at === -1 ? null : path.slice(0, at + MODULES.length);
};

/** The directories above the paths, outermost first. */
export function parentsOf(paths: readonly string[]): readonly string[] {
  const above = (path: string): readonly string[] => {
    const parent = dirname(path);
    return parent === path || parent === '/' ? [] : [...above(parent), parent];
  };
  return [...new Set(paths.flatMap(above))];
}

const isBelow = (path: string, root: string): boolean => path.startsWith(root + sep);

/** The path as written and its real path; nothing when it does not exist. */
function realPaths(path: string): readonly string[] {
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    return [];
  }
}

// Above the ids that adduser and systemd assign. No program then shares an id with a user who owns files.
const UID_FIRST = 53_000;
const UIDS = 6_000;

/**
 * The user of a program if the service runs as root: one number per directory, so that process limits count separately.
 * Null if the service is an ordinary user.
 */
export function userOf(scratch: string): number | null {
  if (process.getuid?.() !== 0) return null;
  return UID_FIRST + (Buffer.from(sha256(scratch)).readUInt32BE(0) % UIDS);
}
