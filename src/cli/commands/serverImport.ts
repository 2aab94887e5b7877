import { toServerId } from '../../core/kernel/ids.ts';
import { exportServer } from '../../core/marketplace/exportServer.ts';
import { getServer, MARKETPLACE } from '../../core/servers/server.ts';
import { command } from '../command.ts';
import { CliError, usageError } from '../exit.ts';
import { ACCOUNT_ARG, readFields } from '../input.ts';
import { asOperator } from '../operator.ts';
import { programOf, SAVE_ARGS, saveImported } from '../saveImported.ts';
import { importAgain, importFrom, splitCommand, toCredentialScheme, toOperationChoice } from '../serverImport.ts';
import { readWording } from '../wordingFile.ts';

const ARGS = {
  account: { ...ACCOUNT_ARG, description: 'Account that owns the private server (default: the marketplace)' },
  credential: {
    type: 'string',
    valueHint: 'FIELD=VALUE|FIELD=@FILE',
    description: 'Credential for a server that lists its tools only with one; not stored; may be repeated',
  },
} as const;

export const importCommand = command({
  description: 'Add a server, or replace the one with the same id; stacks keep their enabled tools',
  examples: [
    "toolyard server import server.json                       # our own document, or the MCP registry's",
    'toolyard server import petstore.yaml --id petstore       # OpenAPI 3.1, 3.0 or Swagger 2.0',
    'toolyard server import ./specification --id cloud         # OpenAPI in several files: a folder or zip file',
    'curl -s https://api.example.com/openapi.json | toolyard server import - --id shop',
    "toolyard server import api.yaml --include tag:orders --include 'GET /customers/**' --exclude id:dropOrder",
    'toolyard server import api.yaml --wording names.csv      # tools renamed and described, in one file',
    'toolyard server import https://mcp.example.com/mcp       # an MCP server, or a document at an address',
    'toolyard server import https://api.example.com/graphql --credential-in bearer --credential token=@token.txt',
    'toolyard server import schema.graphql --base-url https://api.example.com/graphql   # a GraphQL API, by its schema',
    'toolyard server import --command "npx -y @example/mcp" --network egress   # an MCP server to run here',
    'toolyard server import --command "npx -y @example/mcp" --env EXAMPLE_KEY --credential example_key=@key.txt',
    'toolyard server import ~/.cursor/mcp.json --server notes   # a server of Claude, Cursor or VS Code',
    'TOOLYARD_EGRESS_ALLOW=10.0.0.0/8 toolyard server import http://10.0.0.7/openapi.json --id intranet',
  ],
  args: {
    source: {
      type: 'positional',
      required: false,
      description: 'File, folder or zip file of an OpenAPI document, URL, or - for standard input',
    },
    command: { type: 'string', valueHint: 'LINE', description: 'Command line that runs an MCP server over stdio' },
    id: { type: 'string', description: 'Server id (default: from the source)' },
    name: { type: 'string', description: 'Display name (default: from the source)' },
    'base-url': {
      type: 'string',
      valueHint: 'URL',
      description: 'Base URL of the operations of an OpenAPI document or GraphQL schema',
    },
    include: {
      type: 'string',
      valueHint: 'tag:TAG|path:PATTERN|id:ID',
      description:
        'Include only these operations of an OpenAPI document (`all` clears an earlier choice); may be repeated',
    },
    exclude: {
      type: 'string',
      valueHint: 'tag:TAG|path:PATTERN|id:ID',
      description: 'Exclude these operations of an OpenAPI document; may be repeated',
    },
    'credential-in': {
      type: 'string',
      valueHint: 'bearer|basic|header:NAME|query:NAME|none',
      description: 'How to send a credential that the OpenAPI document or GraphQL API does not describe',
    },
    wording: {
      type: 'string',
      valueHint: 'FILE',
      description:
        'File with tool names and descriptions for an OpenAPI document: JSON, or CSV with the columns operation, name and description',
    },
    env: {
      type: 'string',
      valueHint: 'NAME',
      description: 'Environment variable of the program, stored as a required credential; may be repeated',
    },
    server: { type: 'string', valueHint: 'NAME', description: 'Server to import from a client’s configuration' },
    ...SAVE_ARGS,
    ...ARGS,
  },
  repeatable: ['credential', 'read', 'include', 'exclude', 'env'],
  async run({ source, command: line, id, name, account = null, ...args }, run) {
    const origin = line === undefined ? source : splitCommand(line);
    if (origin === undefined || (source !== undefined && line !== undefined)) {
      throw usageError('Pass either a file or URL, or --command');
    }
    const env = run.all('env');
    if (env.length > 0 && line === undefined)
      throw usageError('--env requires --command: other sources declare their own variables');
    const credentials = await readFields(run.all('credential'));
    if (run.ask !== null && typeof origin !== 'string') {
      run.notice(
        /\bnpx$/.test(origin.command)
          ? 'Installing the package and starting it, which can take a minute'
          : 'Starting the program to read its tools',
      );
    }
    const importOptions = {
      id,
      mayReplace: args.replace === true,
      name,
      env,
      entry: args.server,
      baseUrl: args['base-url'],
      choice: toOperationChoice(run.all('include'), run.all('exclude')),
      scheme: toCredentialScheme(args['credential-in']),
      wording: await readWording(args.wording, run),
      program: programOf(args.network, run.all('read')),
      credentials,
    };
    const saving = { isDryRun: args['dry-run'] === true, isMeant: args.replace === true || id !== undefined };
    return asOperator(
      run,
      async (ctx) => saveImported(ctx, await importFrom(ctx, run, origin, importOptions), saving),
      account,
    );
  },
});

export const refresh = command({
  description: 'Refresh the tools of an MCP server, a GraphQL API or an OpenAPI document',
  examples: [
    'toolyard server refresh example',
    'toolyard server refresh example --dry-run',
    'toolyard server refresh linear --credential linear_api_key=@key.txt',
  ],
  args: {
    server: { type: 'positional', required: true, description: 'Server id' },
    'dry-run': SAVE_ARGS['dry-run'],
    ...ARGS,
  },
  repeatable: ['credential'],
  async run({ server, account = null, ...args }, run) {
    const credentials = await readFields(run.all('credential'));
    return asOperator(
      run,
      async (ctx) => {
        const slug = toServerId(server);
        const { owner } = await getServer(ctx, slug);
        // An account also sees the marketplace's servers, but saving one would create a private copy.
        if (owner !== (ctx.actor.accountId ?? MARKETPLACE)) throw new CliError('not_found', `Server ${slug} not found`);
        const imported = await importAgain(ctx, run, await exportServer(ctx, slug), credentials);
        return saveImported(ctx, imported, { isDryRun: args['dry-run'] === true, isMeant: true });
      },
      account,
    );
  },
});
