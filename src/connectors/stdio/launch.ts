import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import type { OpenCredential } from '../../core/calls/connector.ts';
import type { Connector } from '../../core/marketplace/document.ts';
import { UpstreamFailure } from '../failure.ts';
import { credentialValues, fillCredentials } from '../http/placement.ts';

export type StdioDocument = Extract<Connector, { kind: 'mcp-stdio' }>;

/** All that starts one server process. The environment holds secrets; arguments never do. */
export type Launch = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly scratch: string;
};

const PACKAGE_NAME = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const manifestSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });
const locate = createRequire(import.meta.url);

/** @throws UpstreamFailure when the document names no program that exists */
export function toLaunch(
  document: StdioDocument,
  credentials: readonly OpenCredential[],
  place: { scratch: string; searchPath: string },
): Launch {
  const { scratch, searchPath } = place;
  const program = programOf(document);
  return {
    command: program.command,
    // Only the directory is filled in: other processes of the machine can read an argument list.
    args: [...program.args, ...document.args.map((arg) => arg.replaceAll('{scratch}', scratch))],
    env: {
      PATH: searchPath,
      HOME: scratch,
      TMPDIR: scratch,
      LANG: 'C.UTF-8',
      ...envOf(document, credentials, scratch),
    },
    scratch,
  };
}

/** Tells launches apart without keeping what they hold. */
export const digestOf = (launch: Launch): string => createHash('sha256').update(JSON.stringify(launch)).digest('hex');

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

function programOf({ package: packageName, command }: StdioDocument): { command: string; args: readonly string[] } {
  if (packageName !== undefined) return { command: process.execPath, args: [binOf(packageName)] };
  if (command !== undefined) return { command, args: [] };
  throw notStartable('its definition names neither a package nor a command');
}

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

const notStartable = (why: string) =>
  new UpstreamFailure({ kind: 'unreachable', message: `Tool execution failed: the server cannot be started: ${why}` });
