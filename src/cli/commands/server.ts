import type { Ctx } from '../../core/kernel/context.ts';
import { toServerId } from '../../core/kernel/ids.ts';
import { isRecord } from '../../core/lib/json.ts';
import { duplicateServer } from '../../core/marketplace/duplicateServer.ts';
import { exportServer } from '../../core/marketplace/exportServer.ts';
import { removeServer } from '../../core/marketplace/saveServer.ts';
import { resetShippedServer } from '../../core/marketplace/shipped.ts';
import { updateServer } from '../../core/marketplace/updateServer.ts';
import { SERVER_CATEGORIES } from '../../core/servers/document.ts';
import { countToolsByServer, getServer, listServers, MARKETPLACE } from '../../core/servers/server.ts';
import type { Server } from '../../generated/prisma/client.ts';
import { command, group, loaded } from '../command.ts';
import { ACCOUNT_ARG } from '../input.ts';
import { allListed, asOperator } from '../operator.ts';
import { fields, table } from '../output.ts';
import { importCommand, refresh } from './serverImport.ts';

const OWNER_ARG = {
  ...ACCOUNT_ARG,
  description: 'Account that owns the private servers (default: the marketplace)',
} as const;
const SERVER_ARG = { type: 'positional', required: true, description: 'Server id' } as const;

const kindOf = ({ connector }: Pick<Server, 'connector'>): string =>
  isRecord(connector) ? String(connector['kind']) : '';

const serverJson = (server: Server) => ({
  server_id: server.slug,
  name: server.name,
  description: server.description,
  connector: kindOf(server),
  private: server.owner !== MARKETPLACE,
  verified: server.verified,
});

type ServerFilter = {
  readonly search?: string | undefined;
  readonly category?: (typeof SERVER_CATEGORIES)[number] | undefined;
};

async function listWithCounts(ctx: Ctx, { search, category }: ServerFilter) {
  const servers = await allListed((page) => listServers(ctx, search, page, undefined, { category }));
  const countOf = await countToolsByServer(
    ctx,
    servers.map(({ id }) => id),
  );
  return servers.map((server) => ({ server, toolCount: countOf.get(server.id) ?? 0 }));
}

const list = command({
  description: 'List the marketplace servers, with --account also an account’s private servers',
  examples: ['toolyard server list', 'toolyard server list --search "send email" --category communication'],
  args: {
    account: OWNER_ARG,
    search: { type: 'string', valueHint: 'TEXT', description: 'Search text; best matches come first' },
    category: { type: 'enum', options: SERVER_CATEGORIES, description: 'Only servers in this category' },
  },
  async run({ account = null, ...filter }, run) {
    const servers = await asOperator(run, (ctx) => listWithCounts(ctx, filter), account);
    const rows = servers.map(({ server, toolCount }) => [
      server.slug,
      server.name,
      kindOf(server),
      toolCount,
      server.owner === MARKETPLACE ? 'marketplace' : 'private',
    ]);
    return {
      json: servers.map(({ server, toolCount }) => ({ ...serverJson(server), tool_count: toolCount })),
      text: table(['SERVER', 'NAME', 'CONNECTOR', 'TOOLS', 'OWNER'], rows, 'No servers'),
    };
  },
});

const show = command({
  description: 'Show a server with its credential fields and tools',
  examples: ['toolyard server show linear'],
  args: { server: SERVER_ARG, account: OWNER_ARG },
  async run(args, run) {
    const server = await asOperator(run, (ctx) => getServer(ctx, toServerId(args.server)), args.account ?? null);
    const credentials = server.fields.map(({ fieldId, name, description, required }) => ({
      field_id: fieldId,
      name,
      description,
      required,
    }));
    const tools = server.tools.map(({ toolId, description }) => [toolId, description.split('\n')[0] ?? '']);
    const needed = credentials.map((field) => [field.field_id, field.required ? 'required' : 'optional', field.name]);
    return {
      json: {
        ...serverJson(server),
        credentials,
        tools: server.tools.map(({ toolId, name, description }) => ({ tool_id: toolId, name, description })),
      },
      text: [
        fields({ Server: server.slug, Name: server.name, Connector: kindOf(server), Description: server.description }),
        table(['CREDENTIAL', 'KIND', 'NAME'], needed, 'No credentials needed'),
        table(['TOOL', 'DESCRIPTION'], tools, 'No tools'),
      ].join('\n\n'),
    };
  },
});

const exportDocument = command({
  description: 'Print a server document for server import',
  examples: ['toolyard server export linear > linear.json'],
  args: { server: SERVER_ARG, account: OWNER_ARG },
  async run(args, run) {
    const document = await asOperator(run, (ctx) => exportServer(ctx, toServerId(args.server)), args.account ?? null);
    return { json: document, text: JSON.stringify(document, null, 2) };
  },
});

const duplicate = command({
  description: 'Duplicate a server, to use two accounts of one service in a stack',
  examples: ['toolyard server duplicate slack slack-work --name "Slack (work)"'],
  args: {
    server: SERVER_ARG,
    copy: { type: 'positional', required: true, description: 'Id of the copy, and prefix of its tool names' },
    name: { type: 'string', valueHint: 'NAME', description: 'Name of the copy (default: the server’s name)' },
    account: { ...ACCOUNT_ARG, description: 'Account that owns the copy (default: the marketplace)' },
  },
  async run({ server: from, copy, name, account = null }, run) {
    const make = (ctx: Ctx) => duplicateServer(ctx, toServerId(from), { id: copy, name });
    const { server: made, toolCount } = await asOperator(run, make, account);
    return {
      json: { server_id: made.slug, name: made.name, tool_count: toolCount },
      text: `Server ${made.slug} is a copy of ${from}. Add it to a stack with separate credentials`,
    };
  },
});

const rename = command({
  description: 'Change the id of a private server and of its tools, while no stack uses the server',
  examples: ['toolyard server rename 127-0-0-1 notes --account acct_…'],
  args: {
    server: SERVER_ARG,
    id: { type: 'positional', required: true, description: 'New id' },
    account: { ...ACCOUNT_ARG, required: true, description: 'Account that owns the server' },
  },
  async run({ server: from, id, account }, run) {
    const changed = await asOperator(run, (ctx) => updateServer(ctx, toServerId(from), { slug: id }), account);
    return { json: { server_id: changed.slug }, text: `Server ${from} is now ${changed.slug}` };
  },
});

const remove = command({
  description: 'Delete a server that no stack uses',
  examples: ['toolyard server remove petshop'],
  args: { server: SERVER_ARG, account: OWNER_ARG },
  confirm: ({ server }) => `Delete server ${server}?`,
  async run(args, run) {
    const removed = await asOperator(run, (ctx) => removeServer(ctx, toServerId(args.server)), args.account ?? null);
    return { json: { server_id: removed.slug }, text: `Deleted server ${removed.slug}` };
  },
});

const reset = command({
  description: 'Restore a changed or deleted marketplace server to the version that Toolyard ships',
  examples: ['toolyard server reset linear'],
  args: { server: { type: 'positional', required: true, description: 'Server id' } },
  confirm: ({ server }) => `Replace server ${server} with the version that Toolyard ships? Its changes are lost.`,
  async run(args, run) {
    const { readCatalogue } = await import('../../start/catalogue.ts');
    const documents = await readCatalogue();
    const { server, isChanged } = await asOperator(run, (ctx) =>
      resetShippedServer(ctx, documents, toServerId(args.server)),
    );
    return {
      json: { server_id: server.slug, changed: isChanged },
      text: isChanged
        ? `Restored the shipped version of server ${server.slug}`
        : `Server ${server.slug} is already the shipped version`,
    };
  },
});

export const server = group({
  description: 'Servers of the marketplace, and private servers of accounts',
  examples: ['toolyard server import petstore.yaml --id petstore', 'toolyard server list'],
  commands: loaded({
    import: importCommand,
    list,
    show,
    export: exportDocument,
    duplicate,
    rename,
    remove,
    refresh,
    reset,
  }),
});
