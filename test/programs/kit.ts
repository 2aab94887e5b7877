import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { type Installation, run, runJson } from '../cli/toolyard.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/listen.ts';
import { connect } from '../mcp/kit.ts';
import { fileOf, type VendorProgram } from './programs.ts';

export type Imported = { readonly server_id: string; readonly tool_count: number; readonly warnings: unknown[] };

const fieldOf = (variable: string): string => variable.toLowerCase();

/** `server import --command`, as an operator types it; with the keys, or without discovery. */
export function importLine(program: VendorProgram, id: string, withKeys = true): string[] {
  const { args, keys = {}, reads = [] } = program;
  const command = [process.execPath, fileOf(program), ...args].map((word) => `"${word}"`).join(' ');
  const values = Object.entries(withKeys ? keys : {});
  return [
    ...['server', 'import', '--command', command, '--id', id],
    ...values.flatMap(([name, value]) => ['--env', name, '--credential', `${fieldOf(name)}=${value}`]),
    ...reads.flatMap((path) => ['--read', path]),
  ];
}

/** Enables the server's resources and prompts in its document, as its owner would. */
export async function passAll(at: Installation, id: string): Promise<void> {
  const document = JSON.parse(JSON.stringify(await runJson(['server', 'export', id], at.operator)));
  document.connector.passThrough = ['resources', 'prompts'];
  const file = join(at.dir, `${id}.json`);
  writeFileSync(file, JSON.stringify(document));
  await runJson(['server', 'import', file, '--id', id], at.operator);
}

/** A stack with all tools of the server and the program's keys, and a client at its endpoint. */
export async function clientOf(at: Installation, id: string, { keys = {} }: VendorProgram): Promise<Client> {
  const { ctx } = at.world.account;
  const stack = await createStack(ctx, { name: randomUUID() });
  await addServerToStack(ctx, stack.id, { serverId: id, enableAllTools: true });
  const values = Object.entries(keys).map(([name, value]) => `${fieldOf(name)}=${value}`);
  if (values.length > 0) {
    const { code, err } = await run(['stack', 'set-credentials', stack.id, id, ...values], at.api);
    if (code !== 0) throw new Error(err);
  }
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: id });
  const { clientId } = endpoint;
  return connect({ stackId: stack.id, clientId, token, url: `${at.world.url}/s/${clientId}/mcp` }, 'legacy');
}

/** All texts of a result, successful or failed. */
export const textsOf = ({ content }: { readonly content?: unknown }): string => JSON.stringify(content);

export type ListeningProgram = { readonly url: string; stop(): void };

/** Starts a program with streamable HTTP on a local port, as its vendor documents; null if it does not support that. */
export async function listenWith(program: VendorProgram, home: string): Promise<ListeningProgram | null> {
  const { http, keys = {} } = program;
  if (!http) return null;
  const port = await freePort();
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, ...keys, ...http.env?.(port) };
  // Arguments for stdio do not apply to this transport.
  const shared = program.args.filter((arg) => !['stdio', '--stdio', ...http.args(port)].includes(arg));
  const child = spawn(process.execPath, [fileOf(program), ...shared, ...http.args(port)], {
    env,
    cwd: home,
    stdio: 'ignore',
  });
  await eventually(`${program.package} listens`, () => answersAt(port, child), 60_000);
  return { url: `http://localhost:${port}/mcp`, stop: () => child.kill('SIGKILL') };
}

function answersAt(port: number, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
  const socket = connectTo(port, 'localhost');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).then((isOpen) => {
    socket.destroy();
    return isOpen === true;
  });
}
