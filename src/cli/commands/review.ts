import { canonicalJson } from '../../core/lib/json.ts';
import { pathOf, valueAtPath } from '../../core/lib/jsonPointer.ts';
import type { CliToolChangeFragment, ToolChangeKind } from '../../generated/gql/graphql.ts';
import { allNodes, connectApi, payloadOf } from '../api.ts';
import { command, group, loaded, type Run } from '../command.ts';
import { usageError } from '../exit.ts';
import { API_ARGS } from '../input.ts';
import {
  AcceptToolChangesDocument,
  ListToolChangesDocument,
  RefuseToolChangesDocument,
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

/** The commands that answer what is listed, each for the server as it is listed. */
function answers(found: readonly Pick<CliToolChangeFragment, 'server'>[]): readonly string[] {
  const servers = new Map(found.map(({ server }) => [server.digest, server.id]));
  const lines = [...servers].flatMap(([digest, id]) =>
    ['accept', 'refuse'].map((verb) => `toolyard review ${verb} ${id} --digest ${digest}`),
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

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
      text: [
        table(['SERVER', 'TOOL', 'KIND', 'STATE', 'IN', 'CHANGES'], rows, 'No changed tool waits for a review'),
        ...answers(found),
      ].join('\n'),
    };
  },
});

const SERVER_ARG = { type: 'positional', required: true, description: 'Server id' } as const;
/** Characters of one side, and of those how many before and after what differs. */
const SHOWN_CHARS = 600;
const CONTEXT_CHARS = 40;

/** What a path names in two definitions, or where neither has that, what holds it: each as `visible`. */
function sides({ before, after }: { readonly before?: unknown; readonly after?: unknown }, path: string) {
  const parts = [...pathOf(path)];
  const values = () => [valueAtPath(before, parts), valueAtPath(after, parts)];
  while (parts.length > 0 && values().every((value) => value === undefined)) parts.pop();
  const [was = '', is = ''] = values().map((value) => (value === undefined ? '' : visible(canonicalJson(value))));
  const start = Math.max(0, commonStart(was, is) - CONTEXT_CHARS);
  const end = Math.max(0, commonStart(reversed(was.slice(start)), reversed(is.slice(start))) - CONTEXT_CHARS);
  return [was, is].map((text) => shown(text, start, text.length - end));
}

/** Characters that a terminal hides or obeys are written out. */
const visible = (text: string): string =>
  text.replaceAll(/[^\P{C}]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`);

const reversed = (text: string): string => text.split('').reverse().join('');

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function shown(text: string, start: number, end: number): string {
  if (text === '') return '-';
  const last = Math.min(end, start + SHOWN_CHARS);
  const more = end - last;
  const cut = more > 0 ? `…${more} more characters, see --json` : '…';
  return `${start > 0 ? '…' : ''}${text.slice(start, last)}${last < text.length ? cut : ''}`;
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
        ...sides({ before, after }, path),
      ]),
    );
    return {
      json: found.map(({ before, after, ...change }) => ({ ...changeJson(change), before, after })),
      text: [
        table(['TOOL', 'KIND', 'WHERE', 'WHAT', 'WAS', 'IS'], rows, `No tool of ${args.server} waits for a review`),
        ...answers(found),
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
    required: true,
    description: 'The server as it was reviewed: review show says it',
  },
  ...API_ARGS,
} as const;

/** In examples. */
const DIGEST = 'c1b0a2…';

const toolsOf = (run: Run): string[] | null => {
  const tools = run.all('tool');
  return tools.length > 0 ? [...tools] : null;
};

const accept = command({
  description: 'Take what changed tools of a server are now, in all stacks of the account',
  examples: [
    `toolyard review accept notes --digest ${DIGEST}`,
    `toolyard review accept notes --tool notes_keep --digest ${DIGEST}`,
  ],
  args: REVIEW_ARGS,
  repeatable: ['tool'],
  async run({ server, digest, ...args }, run) {
    const input = { serverId: server, digest, toolIds: toolsOf(run) };
    const answer = await connectApi(args, run)(AcceptToolChangesDocument, { input });
    const { toolIds } = payloadOf(answer.acceptToolChanges);
    return { json: { tool_ids: toolIds }, text: `Accepted, and can be called: ${toolIds.join(', ')}` };
  },
});

const refuse = command({
  description: 'Refuse what changed tools of a server are now: they cannot be called until it changes again',
  examples: [`toolyard review refuse notes --digest ${DIGEST}`],
  args: REVIEW_ARGS,
  repeatable: ['tool'],
  async run({ server, digest, ...args }, run) {
    const input = { serverId: server, digest, toolIds: toolsOf(run) };
    const answer = await connectApi(args, run)(RefuseToolChangesDocument, { input });
    const { toolIds } = payloadOf(answer.refuseToolChanges);
    return { json: { tool_ids: toolIds }, text: `Refused, and cannot be called: ${toolIds.join(', ')}` };
  },
});

const KINDS = { compatible: 'COMPATIBLE', breaking: 'BREAKING', widening: 'WIDENING' } as const;
const isKind = (text: string): text is keyof typeof KINDS => Object.hasOwn(KINDS, text);

const hold = command({
  description: 'Say which kinds of changes wait for a review from now on; takes the right admin',
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
