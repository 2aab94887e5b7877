import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectApi } from '../api.ts';
import { CLIENT_NAMES, CLIENTS } from '../clients/clients.ts';
import { addressIn, readClientFile, withServer, writeClientFile } from '../clients/file.ts';
import { command } from '../command.ts';
import type { Endpoints } from '../endpoints.ts';
import { endpointsOf } from '../endpoints.ts';
import { CliError, usageError } from '../exit.ts';
import { EXPIRY_ARGS, readExpiry } from '../expiry.ts';
import { API_ARGS } from '../input.ts';
import { fields } from '../output.ts';
import { accessOf } from '../profiles/access.ts';

const ARGS = {
  stack: { type: 'string', valueHint: 'ID', description: 'Stack id or exact name (default: the only stack)' },
  client: {
    type: 'enum',
    options: CLIENT_NAMES,
    default: 'claude-code',
    valueHint: CLIENT_NAMES.join('|'),
    description: 'Client to configure (default: claude-code)',
  },
  name: { type: 'string', default: 'toolyard', description: 'Name of the server in the file (default: toolyard)' },
  directory: { type: 'string', description: 'Project directory (default: the current directory)' },
  file: { type: 'string', description: 'Configuration file (default: the one the client reads)' },
  ...EXPIRY_ARGS,
  ...API_ARGS,
} as const;

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const DEFAULT_NAME = 'toolyard';
// A file with a token is readable by its owner only.
const SECRET_MODE = 0o600;
const SHARED_MODE = 0o644;

/** The folder of Toolyard's own files. */
const OWN_FOLDER = realpathSync(fileURLToPath(new URL('../../..', import.meta.url)));

async function onlyStack(endpoints: Endpoints): Promise<string> {
  const [stack, ...others] = await endpoints.stacks();
  if (!stack) throw new CliError('not_found', 'No stacks yet. Create one: toolyard stack create');
  if (others.length === 0) return stack.id;
  const names = [stack, ...others].map(({ name }) => name).join(', ');
  throw usageError(`Pass --stack, one of ${names}`);
}

export const init = command({
  description: 'Write a project’s MCP client configuration and create its endpoint',
  examples: [
    'toolyard init --stack research',
    'toolyard init --stack research --client cursor --directory ~/my-project',
    'toolyard init --stack research --client vscode --name research --json',
  ],
  args: ARGS,
  async run(args, run) {
    if (!NAME.test(args.name)) throw usageError('--name must be 1 to 64 letters, digits, - or _');
    const client = CLIENTS[args.client];
    const directory = resolve(args.directory ?? '.');
    if (args.directory === undefined && realpathSync(directory) === OWN_FOLDER)
      throw usageError('This is Toolyard’s own folder. Run the command in your project, or pass --directory');
    const path = args.file === undefined ? resolve(directory, CLIENTS[args.client].path) : join(directory, args.file);
    const content = await readClientFile(path);
    const endpoints = endpointsOf(connectApi(args, run));
    const stack = args.stack ?? (await onlyStack(endpoints));
    const base = accessOf(args, run.environment).url ?? run.environment.publicUrl;
    const variable =
      args.name === DEFAULT_NAME ? 'TOOLYARD_TOKEN' : `TOOLYARD_TOKEN_${args.name.toUpperCase().replaceAll('-', '_')}`;
    const address = addressIn(content, client, args.name);
    const known = address === null ? [] : await endpoints.list(stack, null);
    if (known.some(({ clientId }) => address === `${base}/s/${clientId}/mcp`)) {
      const json = { file: path, client: args.client, url: address, token: null, token_variable: variable };
      return { json, text: `${path} already has ${address}` };
    }
    if (address !== null) {
      const other = `The file already has another server named ${args.name}`;
      throw new CliError('already_exists', `${other}: choose a different --name`);
    }
    const made = await endpoints.create(stack, { name: `${args.client} ${args.name}`, ...readExpiry(args) });
    const connection = { url: `${base}/s/${made.row.clientId}/mcp`, variable, token: made.token };
    const mode = client.holdsToken ? SECRET_MODE : SHARED_MODE;
    await writeClientFile(path, withServer(content, client, args.name, connection), mode).catch(
      async (error: unknown) => {
        await endpoints.remove(made.row.id);
        throw error;
      },
    );
    return {
      json: { file: path, client: args.client, url: connection.url, token: made.token, token_variable: variable },
      text: `${fields({ File: path, Address: connection.url, [variable]: made.token })}\n\n${client.next} The token is shown only once.`,
    };
  },
});
