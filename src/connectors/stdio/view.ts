import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { sha256 } from '../../core/lib/sha256.ts';
import type { Launch } from './launch.ts';

/** One entry of the root directory that a confined program sees. Paths are those of the machine, at the same place. */
export type Entry =
  | { readonly op: 'ro'; readonly path: string }
  | { readonly op: 'link'; readonly target: string; readonly path: string }
  /** Hides the file or directory where an entry before would show it. */
  | { readonly op: 'hide'; readonly path: string; readonly isDirectory: boolean };

export type Hidden = { readonly dirs: readonly string[]; readonly files: readonly string[] };

// Programs, libraries, certificates, time zone. Of /etc nothing else: it holds keys, and names of people and hosts.
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store'],
  ...['/etc/ssl/certs', '/etc/pki/tls/certs', '/etc/pki/ca-trust/extracted', '/etc/ca-certificates'],
  ...['/etc/alternatives', '/etc/ld.so.cache', '/etc/localtime'],
];

const NODE_BIN = dirname(process.execPath);
const NODE = [NODE_BIN, join(NODE_BIN, '../lib/node_modules')];

/** All that a program sees beside its own directory, in the order of mounting. */
export function viewOf(
  launch: Pick<Launch, 'command' | 'args' | 'reads'>,
  hidden: Hidden,
  more: readonly string[] = [],
): readonly Entry[] {
  const shown = [...SYSTEM, ...NODE, ...readsOf(launch), ...more].flatMap(entryOf);
  const roots = shown.flatMap((entry) => (entry.op === 'ro' ? [entry.path] : []));
  // What is below another entry is there already, and mounting it again would show what is hidden in between.
  const entries = shown.filter((entry) => !roots.some((root) => isBelow(entry.path, root)));
  const covers = [
    ...hidden.dirs.map((path) => ({ op: 'hide', path, isDirectory: true }) as const),
    ...hidden.files.map((path) => ({ op: 'hide', path, isDirectory: false }) as const),
  ];
  const covered = covers.flatMap((cover) => realPaths(cover.path).map((path) => ({ ...cover, path })));
  return [...entries, ...covered.filter(({ path }) => roots.some((root) => isBelow(path, root)))];
}

/** What a launch names, as far as it is there. */
const readsOf = ({ command, args, reads }: Pick<Launch, 'command' | 'args' | 'reads'>): readonly string[] =>
  [...[command, ...args].filter(isFile).flatMap(withModules), ...reads].flatMap(realPaths);

const MODULES = `${sep}node_modules`;

const isFile = (path: string): boolean =>
  isAbsolute(path) && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);

/** A file; or, where it is one of an installed package, all modules beside it, for it imports them. */
const withModules = (path: string): readonly string[] => {
  const [own, real] = [modulesAbove(path), modulesAbove(realpathSync(path))];
  if (own !== null) return [own];
  return real === null ? [path] : [path, real];
};

/** The outermost `node_modules` that the path is in. */
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

/** The path as it is written and where it leads; nothing when nothing is there. */
function realPaths(path: string): readonly string[] {
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    return [];
  }
}

function entryOf(path: string): readonly Entry[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  return found.isSymbolicLink() ? [{ op: 'link', target: readlinkSync(path), path }] : [{ op: 'ro', path }];
}

// Above what adduser and systemd give out, so that a program shares its number with nobody who owns a file.
const UID_FIRST = 53_000;
const UIDS = 6_000;

/**
 * The user that a program is where the service runs as root: a number for each directory of its own, so that limits on
 * processes are counted apart. Null where the service itself is an ordinary user.
 */
export function userOf(scratch: string): number | null {
  if (process.getuid?.() !== 0) return null;
  return UID_FIRST + (Buffer.from(sha256(scratch)).readUInt32BE(0) % UIDS);
}
