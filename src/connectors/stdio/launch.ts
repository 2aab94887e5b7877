import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { OpenCredential } from '../../core/calls/connector.ts';
import type { ConnectorDocument } from '../../core/servers/document.ts';
import { unreachable } from '../failure.ts';
import { credentialValues, fillCredentials } from '../http/placement.ts';
import { modulesAbove } from './view.ts';

/** The connector part of a server document whose server is a program. */
export type StdioDocument = Extract<ConnectorDocument, { kind: 'mcp-stdio' }>;

/** Everything needed to start one server process. The environment holds secrets; arguments never do. */
export type Launch = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The credentials' raw values; `env` may hold parts or combinations of them. */
  readonly secrets: readonly string[];
  readonly scratch: string;
  /** Paths that the program may read, in addition to the system's and the files on its command line. */
  readonly reads: readonly string[];
  readonly network: 'none' | 'egress';
  /** A server that comes with the product; it runs under Node's permission model. */
  readonly isShipped: boolean;
};

/** The program to start, and its account. */
export type StdioTarget = { readonly account: string; readonly launch: Launch };

/** Packages installed with the product, in reviewed versions. */
const SHIPPED = new Set(
  ['everything', 'filesystem', 'memory', 'sequential-thinking'].map((name) => `@modelcontextprotocol/server-${name}`),
);

const PACKAGE_NAME = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const manifestSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });
const locate = createRequire(import.meta.url);

/**
 * The command of a document.
 * @throws UpstreamFailure if its program does not exist
 */
export function toLaunch(
  document: StdioDocument,
  credentials: readonly OpenCredential[],
  place: { scratch: string; searchPath: string; npmRegistry: string | null },
): Launch {
  const { scratch, searchPath, npmRegistry } = place;
  // Only the directory is filled in, because other processes of the machine can read argument lists.
  const args = document.args.map((arg) => arg.replaceAll('{scratch}', scratch));
  const program = programOf(document, scratch);
  return {
    command: program.command,
    args: [...program.args, ...args],
    env: {
      PATH: searchPath,
      HOME: scratch,
      TMPDIR: scratch,
      LANG: 'C.UTF-8',
      // npm would retry for longer than the start timeout before it reports an unreachable registry.
      npm_config_fetch_retries: '0',
      ...(npmRegistry !== null && { npm_config_registry: npmRegistry }),
      ...envOf(document, credentials, scratch),
    },
    secrets: credentials.map(({ value }) => value),
    scratch,
    reads: [...program.reads, ...(document.reads ?? [])],
    network: document.network ?? 'none',
    isShipped: program.isShipped,
  };
}

function envOf(document: StdioDocument, credentials: readonly OpenCredential[], scratch: string) {
  const values = new Map([...credentialValues(credentials), ['scratch', scratch]]);
  const placed = credentials.flatMap(({ fieldId, placement }) =>
    placement?.in === 'env' ? [[placement.name, placement.template ?? `{${fieldId}}`] as const] : [],
  );
  const filled = [...Object.entries(document.env), ...placed].flatMap(([name, template]) => {
    const value = fillCredentials(template, values);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(filled);
}

type Program = Pick<Launch, 'command' | 'args' | 'reads' | 'isShipped'>;

function programOf({ package: packageName, command }: StdioDocument, scratch: string): Program {
  if (packageName !== undefined) {
    const bin = realpathSync(binOf(packageName));
    const modules = modulesAbove(bin) ?? dirname(bin);
    const isShipped = SHIPPED.has(packageName);
    const flags = isShipped ? permissionFlags(modules, scratch) : [];
    return { command: process.execPath, args: [...flags, bin], reads: [modules], isShipped };
  }
  if (command !== undefined) return { command, args: [], reads: [], isShipped: false };
  throw notStartable('its document names neither a package nor a command');
}

/**
 * Node's permission flags: only its own code and its directory, no other program, no native code. They don't restrict
 * the network.
 */
const permissionFlags = (modules: string, scratch: string): readonly string[] => [
  '--permission',
  `--allow-fs-read=${modules}`,
  `--allow-fs-read=${import.meta.dirname}`,
  `--allow-fs-read=${scratch}`,
  `--allow-fs-write=${scratch}`,
];

function binOf(packageName: string): string {
  const dirs = PACKAGE_NAME.test(packageName) ? (locate.resolve.paths(packageName) ?? []) : [];
  const dir = dirs.map((base) => join(base, packageName)).find((base) => existsSync(join(base, 'package.json')));
  if (dir === undefined) throw notStartable(`the package ${packageName} is not installed`);
  const manifest = manifestSchema.safeParse(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')));
  const bin = manifest.success ? manifest.data.bin : {};
  const file = typeof bin === 'string' ? bin : Object.values(bin)[0];
  if (file === undefined) throw notStartable(`the package ${packageName} has no program`);
  return join(dir, file);
}

const notStartable = (why: string) => unreachable(`the server cannot be started: ${why}`);
