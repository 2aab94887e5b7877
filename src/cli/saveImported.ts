import { resolve } from 'node:path';
import type { Ctx } from '../core/kernel/context.ts';
import { plural } from '../core/lib/text.ts';
import type { ImportedServer } from '../core/marketplace/discovered.ts';
import { explainIdConflict } from '../core/marketplace/importConflict.ts';
import { previewImported } from '../core/marketplace/importServer.ts';
import { saveServer } from '../core/marketplace/saveServer.ts';
import type { ServerDocument } from '../core/servers/document.ts';
import { CliError, usageError } from './exit.ts';
import { fields, type Result } from './output.ts';
import type { CliImportOptions } from './serverImport.ts';

/** Options of every command that adds a server. */
export const SAVE_ARGS = {
  'dry-run': { type: 'boolean', description: 'Show new, changed and removed tools without saving' },
  replace: { type: 'boolean', description: 'Also replace a shipped server, or one from another source' },
  network: {
    type: 'string',
    valueHint: 'none|egress',
    description: 'Network access of a program: none, or egress through the proxy (default: from its document)',
  },
  read: { type: 'string', valueHint: 'PATH', description: 'Additional path that a program can read; may be repeated' },
} as const;

type Saving = {
  readonly isDryRun: boolean;
  /** True if the user typed the id. An id derived from the source may match another server by accident. */
  readonly isMeant: boolean;
};

/** Saves an imported server, or describes the save. @throws CliError already_exists; AppError */
export async function saveImported(ctx: Ctx, imported: ImportedServer, { isDryRun, isMeant }: Saving): Promise<Result> {
  if (isDryRun) return wouldSave(ctx, imported);
  const conflict = isMeant ? null : await explainIdConflict(ctx, imported.document);
  if (conflict !== null) {
    throw new CliError('already_exists', `${conflict}: choose an id with --id, or pass --replace`);
  }
  return save(ctx, imported);
}

async function save(ctx: Ctx, { document, warnings }: ImportedServer): Promise<Result> {
  const { server, isChanged, toolCount, heldCount } = await saveServer(ctx, document);
  const required = document.credentials.filter((field) => field.required).map(({ id }) => id);
  const byTool = toolCredentialsOf(document);
  // The needs in words, such as `slack_token for 12 tools, user and pass or key for 1 tool`.
  const neededByTool = byTool.map(({ sets, tool_count }) => {
    const words = sets.map((set) => set.join(' and ')).join(' or ');
    return `${words} for ${plural(tool_count, 'tool')}`;
  });
  return {
    json: {
      server_id: server.slug,
      name: server.name,
      tool_count: toolCount,
      changed: isChanged,
      held_count: heldCount,
      required_credentials: required,
      tool_credentials: byTool,
      warnings,
    },
    text: fields({
      Server: server.slug,
      Name: server.name,
      Tools: plural(toolCount, 'tool'),
      'Required credentials': required.join(', ') || (byTool.length > 0 ? 'by tool' : 'none'),
      ...(byTool.length > 0 && { 'Needed by tool': neededByTool.join(', ') }),
      Changed: isChanged ? 'yes' : 'no',
      ...(heldCount > 0 && { 'Held for review': `${plural(heldCount, 'tool')}: toolyard review list` }),
    }),
    warnings: warnings.map(({ tool, reason }) => (tool === '' ? reason : `${tool}: ${reason}`)),
  };
}

/** The effect of a save, without writing. */
async function wouldSave(ctx: Ctx, imported: ImportedServer): Promise<Result> {
  const { document, tools, replaces, isChanged, addedTools, changedTools, removedTools, warnings } =
    await previewImported(ctx, imported);
  const joined = (ids: readonly string[]): string => (ids.length === 0 ? 'none' : ids.join(', '));
  return {
    json: {
      server_id: document.id,
      tool_count: tools.length,
      replaces: replaces?.slug ?? null,
      changed: isChanged,
      added_tools: addedTools,
      changed_tools: changedTools,
      removed_tools: removedTools,
      warnings,
    },
    text: fields({
      Server: document.id,
      Tools: plural(tools.length, 'tool'),
      Saved: 'nothing (dry run)',
      ...(replaces === null
        ? { Replaces: 'nothing' }
        : {
            'New tools': joined(addedTools),
            'Changed tools': joined(changedTools),
            'Removed tools': joined(removedTools),
          }),
    }),
    warnings: warnings.map(({ tool, reason }) => (tool === '' ? reason : `${tool}: ${reason}`)),
  };
}

/** A program's network access and readable files. @throws CliError usage */
export function programOf(network: string | undefined, reads: readonly string[]): CliImportOptions['program'] {
  if (network !== undefined && network !== 'none' && network !== 'egress')
    throw usageError('--network must be none or egress');
  return {
    ...(network !== undefined && { network }),
    ...(reads.length > 0 && { reads: reads.map((path) => resolve(path)) }),
  };
}

/** Alternative sets of credentials. `tool_count` tools need one of these sets in addition to the required fields. */
type ToolCredentials = { readonly sets: readonly (readonly string[])[]; readonly tool_count: number };

/** Maximum distinct needs listed; documents have a few. */
const LISTED_MAX = 10;

/** The credentials that only some tools of a server need, ordered by number of tools; at most ten entries. */
function toolCredentialsOf({ tools = [] }: Pick<ServerDocument, 'tools'>): readonly ToolCredentials[] {
  const sets = tools.flatMap(({ request }) => (request?.credentials ? [request.credentials] : []));
  return [...Map.groupBy(sets, (each) => JSON.stringify(each)).values()]
    .map((same) => ({ sets: same[0] ?? [], tool_count: same.length }))
    .toSorted((one, other) => other.tool_count - one.tool_count)
    .slice(0, LISTED_MAX);
}
