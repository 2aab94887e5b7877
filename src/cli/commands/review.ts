import { pathOf, valueAtPath } from '../../core/lib/jsonPointer.ts';
import type { CliToolChangeFragment, ToolChangeKind } from '../../generated/gql/graphql.ts';
import { type Api, allNodes, connectApi, payloadOf } from '../api.ts';
import { command, group, loaded } from '../command.ts';
import { CliError, usageError } from '../exit.ts';
import { API_ARGS } from '../input.ts';
import {
  AcceptToolChangesDocument,
  ListToolChangesDocument,
  RefuseToolChangesDocument,
  ReviewedServerDocument,
  ShowToolChangesDocument,
  UpdateHeldChangesDocument,
} from '../operations/reviews.ts';
import { plural, table } from '../output.ts';

const changeJson = (change: CliToolChangeFragment) => ({
  tool_id: change.toolId,
  server_id: change.server.id,
  server_digest: change.server.digest,
  kind: change.kind.toLowerCase(),
  refused: change.isRefused,
  stack_ids: change.stackIds,
  before_digest: change.beforeDigest,
  after_digest: change.afterDigest,
  changed_at: change.changedAt,
  changes: change.changes.map(({ kind, path, what }) => ({ kind: kind.toLowerCase(), path, what })),
});

const stateOf = ({ isRefused }: Pick<CliToolChangeFragment, 'isRefused'>) => (isRefused ? 'refused' : 'waits');

const list = command({
  description: 'List the tools that have changed since they were enabled, and wait for a review or were refused',
  examples: ['toolyard review list', 'toolyard review list --json'],
  args: API_ARGS,
  async run(args, run) {
    const api = connectApi(args, run);
    const found = await allNodes(
      async (after) => (await api(ListToolChangesDocument, { after, serverId: null })).toolChanges,
    );
    const rows = found.map((change) => [
      change.server.id,
      change.toolId,
      change.kind.toLowerCase(),
      stateOf(change),
      plural(change.stackIds.length, 'stack'),
      change.changes.map(({ path, what }) => `${path} ${what}`.trim()).join('; '),
    ]);
    return {
      json: found.map(changeJson),
      text: table(['SERVER', 'TOOL', 'KIND', 'STATE', 'IN', 'CHANGES'], rows, 'No changed tool waits for a review'),
    };
  },
});

const SERVER_ARG = { type: 'positional', required: true, description: 'Server id' } as const;
const SHOWN_CHARS = 120;

/** As JSON, in which characters that a terminal hides or obeys are written out. */
function shown(definition: unknown, path: string): string {
  const text = path === '' ? '' : (JSON.stringify(valueAtPath(definition, pathOf(path))) ?? '');
  const visible = text.replaceAll(/[^\P{C}]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`);
  return visible.length > SHOWN_CHARS ? `${visible.slice(0, SHOWN_CHARS)}…` : visible || '-';
}

const show = command({
  description: 'Show side by side what changed tools of a server were and are',
  examples: ['toolyard review show notes', 'toolyard review show notes --json'],
  args: { server: SERVER_ARG, ...API_ARGS },
  async run(args, run) {
    const api = connectApi(args, run);
    const found = await allNodes(
      async (after) => (await api(ShowToolChangesDocument, { after, serverId: args.server })).toolChanges,
    );
    const rows = found.flatMap(({ toolId, changes, before, after }) =>
      changes.map(({ kind, path, what }) => [
        toolId,
        kind.toLowerCase(),
        path,
        what,
        shown(before, path),
        shown(after, path),
      ]),
    );
    const digest = found[0]?.server.digest;
    const next =
      digest === undefined ? [] : ['', `To take all of it: toolyard review accept ${args.server} --digest ${digest}`];
    return {
      json: found.map(({ before, after, ...change }) => ({ ...changeJson(change), before, after })),
      text: [
        table(['TOOL', 'KIND', 'WHERE', 'WHAT', 'WAS', 'IS'], rows, `No tool of ${args.server} waits for a review`),
        ...next,
      ].join('\n'),
    };
  },
});

const REVIEW_ARGS = {
  server: SERVER_ARG,
  tool: { type: 'string', valueHint: 'ID', description: 'Tool id; may be repeated (default: all that have changed)' },
  digest: {
    type: 'string',
    valueHint: 'SHA256',
    description: 'The server as it was reviewed, as review show says (default: as it is)',
  },
  ...API_ARGS,
} as const;

type Given = { readonly server: string; readonly digest: string | undefined };

async function reviewOf(api: Api, { server, digest }: Given, tools: readonly string[]) {
  const present = digest ?? (await api(ReviewedServerDocument, { id: server })).server?.digest;
  if (present === undefined) throw new CliError('not_found', `Server ${server} not found`);
  return { serverId: server, digest: present, toolIds: tools.length > 0 ? [...tools] : null };
}

const accept = command({
  description: 'Take what changed tools of a server are now, in all stacks of the account',
  examples: ['toolyard review accept notes', 'toolyard review accept notes --tool notes_keep'],
  args: REVIEW_ARGS,
  repeatable: ['tool'],
  async run({ server, digest, ...args }, run) {
    const api = connectApi(args, run);
    const input = await reviewOf(api, { server, digest }, run.all('tool'));
    const { toolIds } = payloadOf((await api(AcceptToolChangesDocument, { input })).acceptToolChanges);
    return { json: { tool_ids: toolIds }, text: `Accepted, and can be called: ${toolIds.join(', ')}` };
  },
});

const refuse = command({
  description: 'Refuse what changed tools of a server are now: they cannot be called until it changes again',
  examples: ['toolyard review refuse notes'],
  args: REVIEW_ARGS,
  repeatable: ['tool'],
  async run({ server, digest, ...args }, run) {
    const api = connectApi(args, run);
    const input = await reviewOf(api, { server, digest }, run.all('tool'));
    const { toolIds } = payloadOf((await api(RefuseToolChangesDocument, { input })).refuseToolChanges);
    return { json: { tool_ids: toolIds }, text: `Refused, and cannot be called: ${toolIds.join(', ')}` };
  },
});

const KINDS = { compatible: 'COMPATIBLE', breaking: 'BREAKING', widening: 'WIDENING' } as const;
const isKind = (text: string): text is keyof typeof KINDS => Object.hasOwn(KINDS, text);

const hold = command({
  description: 'Say which kinds of changes wait for a review from now on; takes a key with the scope keys:write',
  examples: ['toolyard review hold widening,breaking', 'toolyard review hold none'],
  args: {
    kinds: { type: 'positional', required: true, description: 'compatible, breaking, widening, with commas; or none' },
    ...API_ARGS,
  },
  async run(args, run) {
    const kinds = args.kinds === 'none' ? [] : args.kinds.split(',').map(kindOf);
    const answer = await connectApi(args, run)(UpdateHeldChangesDocument, { input: { kinds } });
    const { account } = payloadOf(answer.updateHeldChanges);
    const held = account.heldChanges.map((kind) => kind.toLowerCase());
    const text = held.length === 0 ? 'No change waits for a review' : `Wait for a review: ${held.join(', ')}`;
    return { json: { held_changes: held }, text };
  },
});

function kindOf(text: string): ToolChangeKind {
  if (isKind(text)) return KINDS[text];
  throw usageError(`${text} is none of ${Object.keys(KINDS).join(', ')}`);
}

/** `toolyard review`: tools that are not what they were when stacks enabled them. */
export const review = group({
  description: 'Tools that have changed since they were enabled: what waits for a review, and the answers (API)',
  examples: [...list.examples.slice(0, 1), ...show.examples.slice(0, 1), ...accept.examples, ...refuse.examples],
  commands: loaded({ list, show, accept, refuse, hold }),
});
