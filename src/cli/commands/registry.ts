import type { Ctx } from '../../core/kernel/context.ts';
import { browseRegistry, findRegistryEntry } from '../../core/registry/browse.ts';
import { REGISTRY_PAGE_MAX, type RegistryEntry } from '../../core/registry/registryPort.ts';
import { command, group, loaded } from '../command.ts';
import { CliError } from '../exit.ts';
import { ACCOUNT_ARG, readFields, wholeNumber } from '../input.ts';
import { asOperator } from '../operator.ts';
import { fields, table } from '../output.ts';
import { programOf, SAVE_ARGS, saveImported } from '../saveImported.ts';
import { importFrom } from '../serverImport.ts';

const LIMIT_DEFAULT = 30;
/** A limit on pages, for a registry whose list never ends. */
const PAGES_MAX = 10;

const NAME_ARG = { type: 'positional', required: true, description: 'Name of the server in the registry' } as const;
const VERSION_ARG = { type: 'string', description: 'Version (default: the latest)' } as const;

const off = (): CliError => new CliError('invalid_config', 'TOOLYARD_MCP_REGISTRY_URL is off');

const entryJson = ({ updatedAt, way, documentUrl, ...entry }: RegistryEntry) => ({
  name: entry.name,
  title: entry.title,
  description: entry.description,
  version: entry.version,
  status: entry.status,
  updated_at: updatedAt,
  website: entry.website,
  repository: entry.repository,
  remotes: entry.remotes,
  packages: entry.packages.map(({ registryType, ...each }) => ({ registry_type: registryType, ...each })),
  way: way.kind,
  reason: way.kind === 'none' ? way.reason : null,
  command_line: way.kind === 'operator' ? way.commandLine : null,
  credentials:
    way.kind === 'none' ? [] : way.credentials.map(({ id, name, required }) => ({ field_id: id, name, required })),
  document_url: documentUrl,
});

async function findEntries(ctx: Ctx, search: string | undefined, limit: number): Promise<readonly RegistryEntry[]> {
  const entries: RegistryEntry[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < PAGES_MAX && entries.length < limit; pages += 1) {
    const first = Math.min(limit - entries.length, REGISTRY_PAGE_MAX);
    const page: Awaited<ReturnType<typeof browseRegistry>> = await browseRegistry(ctx, { search, first, after });
    if (page === null) throw off();
    entries.push(...page.entries);
    after = page.nextCursor;
    if (after === null) break;
  }
  return entries.slice(0, limit);
}

const search = command({
  description: 'Search the MCP registry by server name',
  examples: ['toolyard registry search github', 'toolyard registry search weather --limit 100 --json'],
  args: {
    text: { type: 'positional', required: false, description: 'Text in the server name (default: any)' },
    limit: { type: 'string', valueHint: 'N', description: `Maximum number of results (default: ${LIMIT_DEFAULT})` },
  },
  async run(args, run) {
    const limit = args.limit === undefined ? LIMIT_DEFAULT : wholeNumber(args.limit, 'limit');
    const entries = await asOperator(run, (ctx) => findEntries(ctx, args.text, limit));
    const rows = entries.map(({ name, version, description, way, status }) => {
      const how = way.kind === 'none' ? 'no' : way.kind === 'operator' ? 'program' : 'address';
      return [name, version, status === null || status === 'active' ? how : `${how}, ${status}`, description];
    });
    return {
      json: entries.map(entryJson),
      text: table(['SERVER', 'VERSION', 'CAN BE ADDED', 'DESCRIPTION'], rows, 'No servers'),
    };
  },
});

async function requireEntry(ctx: Ctx, name: string, version: string | undefined): Promise<RegistryEntry> {
  if (ctx.registry === null) throw off();
  const entry = await findRegistryEntry(ctx, { name, version });
  if (!entry) throw new CliError('not_found', `The registry has no ${[name, ...(version ? [version] : [])].join(' ')}`);
  return entry;
}

const commaList = (items: readonly string[]): string => items.join(', ') || '-';

const show = command({
  description: 'Show a server of the MCP registry, its programs and its required credentials',
  examples: ['toolyard registry show io.github.user/weather'],
  args: { name: NAME_ARG, version: VERSION_ARG },
  async run({ name, version }, run) {
    const entry = await asOperator(run, (ctx) => requireEntry(ctx, name, version));
    const { way } = entry;
    return {
      json: entryJson(entry),
      text: fields({
        Server: entry.name,
        Title: entry.title,
        Version: entry.version,
        Description: entry.description,
        Status: entry.status,
        Website: entry.website,
        Source: entry.repository,
        Addresses: commaList(entry.remotes.map(({ type, url }) => `${url} (${type})`)),
        Packages: commaList(
          entry.packages.map((each) => `${each.registryType} ${each.identifier} ${each.version ?? ''}`),
        ),
        ...(way.kind === 'operator' && { Runs: way.commandLine }),
        ...(way.kind === 'none'
          ? { 'Cannot be added': way.reason }
          : { Credentials: commaList(way.credentials.map(({ id }) => id)) }),
      }),
    };
  },
});

const add = command({
  description: 'Add a server from the MCP registry. Programs run on this machine: check it with registry show',
  examples: [
    'toolyard registry add io.github.user/weather',
    'toolyard registry add io.github.user/files --version 1.2.0 --network egress --credential files_key=@key.txt',
    'toolyard registry add com.example/crm --dry-run',
  ],
  args: {
    name: NAME_ARG,
    version: VERSION_ARG,
    id: { type: 'string', description: 'Server id (default: from the name)' },
    title: { type: 'string', description: 'Display name (default: from the registry)' },
    credential: {
      type: 'string',
      valueHint: 'FIELD=VALUE|FIELD=@FILE',
      description: 'Credential for a server that lists its tools only with one; not stored; may be repeated',
    },
    ...SAVE_ARGS,
    account: { ...ACCOUNT_ARG, description: 'Account that owns the private server (default: the marketplace)' },
  },
  repeatable: ['credential', 'read'],
  async run({ name, version, id, title, account = null, ...args }, run) {
    const credentials = await readFields(run.all('credential'));
    const program = programOf(args.network, run.all('read'));
    const importOptions = { id, mayReplace: args.replace === true, name: title, program, credentials };
    const saving = { isDryRun: args['dry-run'] === true, isMeant: args.replace === true || id !== undefined };
    return asOperator(
      run,
      async (ctx) => {
        const { documentUrl } = await requireEntry(ctx, name, version);
        return saveImported(ctx, await importFrom(ctx, run, documentUrl, importOptions), saving);
      },
      account,
    );
  },
});

/** `toolyard registry`: servers of the MCP registry. */
export const registry = group({
  description: 'Find and add servers from the MCP registry (operator)',
  examples: ['toolyard registry search github', 'toolyard registry add io.github.user/weather'],
  commands: loaded({ search, show, add }),
});
