import { toPointer } from '../../core/lib/jsonPointer.ts';
import { plural } from '../../core/lib/text.ts';
import type { CliInstructionChangesQuery, CliToolChangeFragment, ToolChangeKind } from '../../generated/gql/graphql.ts';
import { type Api, allNodes, connectApi, payloadOf } from '../api.ts';
import { command, group, loaded, type Run } from '../command.ts';
import { API_ARGS } from '../input.ts';
import { orderArg, searchArg } from '../listArgs.ts';
import {
  AcceptToolChangesDocument,
  ListInstructionChangesDocument,
  ListToolChangesDocument,
  RefuseToolChangesDocument,
  ShowToolChangesDocument,
} from '../operations/reviews.ts';
import { table } from '../output.ts';
import { beforeAndAfter } from '../sideBySide.ts';
import { hold } from './reviewHold.ts';

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
  changes: change.changes.map(({ kind, path, difference }) => ({ kind: kind.toLowerCase(), path, difference })),
});

type InstructionChange = NonNullable<CliInstructionChangesQuery['instructionChanges']>['nodes'][number];

const instructionChanges = (
  api: Api,
  of: { readonly serverId: string } | { readonly search: string | null },
): Promise<readonly InstructionChange[]> =>
  allNodes(async (after) => (await api(ListInstructionChangesDocument, { ...of, after })).instructionChanges);

const SKILL_STATES = { added: 'is a new skill', changed: 'is a changed skill', removed: 'is gone' } as const;

/** The differences of instructions and skills, with their places in the definitions of `instructionJson`. */
function differencesOf({ before, after, skillChanges }: InstructionChange) {
  const skills = skillChanges.map(({ uri, ...skill }) => {
    const state = skill.before === null ? 'added' : skill.after === null ? 'removed' : 'changed';
    return { kind: 'reworded', path: toPointer(['skills', uri]), difference: SKILL_STATES[state] };
  });
  return before === after ? skills : [{ kind: 'reworded', path: '/instructions', difference: NEW_WORDS }, ...skills];
}

const skillsOf = (side: 'before' | 'after', { skillChanges }: InstructionChange) =>
  skillChanges.length > 0 && {
    skills: Object.fromEntries(
      skillChanges.flatMap(({ uri, [side]: skill }) => (skill === null ? [] : [[uri, skill] as const])),
    ),
  };

const instructionJson = (change: InstructionChange) => ({
  tool_id: null,
  server_id: change.server.id,
  server_digest: change.server.digest,
  kind: 'reworded',
  refused: change.isRefused,
  stack_ids: [change.stackId],
  before: { instructions: change.before, ...skillsOf('before', change) },
  after: { instructions: change.after, ...skillsOf('after', change) },
  changes: differencesOf(change),
});

/** Shown in place of a tool's name, for changed instructions and skills. */
const INSTRUCTIONS = '(instructions)';
const NEW_WORDS = 'has a different text';

const stateOf = ({ isRefused }: Pick<CliToolChangeFragment, 'isRefused'>) => (isRefused ? 'refused' : 'waits');

type ReviewedChange = Pick<CliToolChangeFragment, 'server'> & { readonly kind?: ToolChangeKind };

/** The commands that resolve the listed changes, each for the server as listed. */
function answers(reviewed: readonly ReviewedChange[]): readonly string[] {
  const servers = [...Map.groupBy(reviewed, ({ server }) => server.digest)];
  const lines = servers.flatMap(([digest, changes]) => {
    // Whether the server removed the tool. A removal can't be refused.
    const verbs = changes.every(({ kind }) => kind === 'REMOVED') ? ['accept'] : ['accept', 'refuse'];
    return verbs.map((verb) => `toolyard review ${verb} ${changes[0]?.server.id} --digest ${digest}`);
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

const KINDS = {
  breaking: 'BREAKING',
  compatible: 'COMPATIBLE',
  cosmetic: 'COSMETIC',
  removed: 'REMOVED',
  reworded: 'REWORDED',
  widening: 'WIDENING',
} as const satisfies { [K in ToolChangeKind as Lowercase<K>]: K };
const KIND_NAMES = ['breaking', 'compatible', 'cosmetic', 'removed', 'reworded', 'widening'] as const;

const list = command({
  description: 'List changed or removed tools, instructions and skills that wait for a review or were refused',
  examples: ['toolyard review list', 'toolyard review list --kind breaking --json'],
  args: {
    ...searchArg('the tool id or the server name'),
    kind: { type: 'enum', options: KIND_NAMES, description: 'Only changes of this kind' },
    ...orderArg(['oldest', 'newest'], 'oldest'),
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const search = args.search || null;
    const orderBy = { field: 'CHANGED_AT', direction: args.order === 'newest' ? 'DESC' : 'ASC' } as const;
    const variables = { search, changeKind: args.kind === undefined ? null : KINDS[args.kind], orderBy };
    const changes = await allNodes(
      async (after) => (await api(ListToolChangesDocument, { ...variables, after })).toolChanges,
    );
    // A change of instructions always counts as reworded.
    const instructions = [undefined, 'reworded'].includes(args.kind) ? await instructionChanges(api, { search }) : [];
    const tools = changes.map((change) => [
      change.server.id,
      change.toolId,
      change.kind.toLowerCase(),
      stateOf(change),
      plural(change.stackIds.length, 'stack'),
      change.changes.map(({ path, difference }) => `${path} ${difference}`.trim()).join('; '),
    ]);
    const words = instructions.map((change) => {
      const { id } = change.server;
      const difference = differencesOf(change).map((each) => `${each.path} ${each.difference}`);
      return [id, INSTRUCTIONS, 'reworded', stateOf(change), `stack ${change.stackId}`, difference.join('; ')];
    });
    const rows = [...words, ...tools];
    return {
      json: [...instructions.map(instructionJson), ...changes.map(changeJson)],
      text: [
        table(['SERVER', 'TOOL', 'KIND', 'STATE', 'IN', 'CHANGES'], rows, 'No changes to review'),
        ...answers([...instructions, ...changes]),
      ].join('\n'),
    };
  },
});

const SERVER_ARG = { type: 'positional', required: true, description: 'Server id' } as const;
const show = command({
  description: 'Compare changed tools, instructions and skills of a server with their reviewed versions',
  examples: ['toolyard review show notes', 'toolyard review show notes --json'],
  args: { server: SERVER_ARG, ...API_ARGS },
  async run(args, run) {
    const api = connectApi(args, run);
    const toolChanges = await allNodes(
      async (after) => (await api(ShowToolChangesDocument, { after, serverId: args.server })).toolChanges,
    );
    const instructions = await instructionChanges(api, { serverId: args.server });
    const tools = toolChanges.flatMap(({ toolId, changes, before, after }) =>
      changes.map(({ kind, path, difference }) => [
        toolId,
        kind.toLowerCase(),
        path,
        difference,
        ...beforeAndAfter({ before, after: after ?? undefined }, path),
      ]),
    );
    const words = instructions.flatMap((change) => {
      const { before, after, changes } = instructionJson(change);
      return changes.map(({ kind, path, difference }) => [
        INSTRUCTIONS,
        ...[kind, path, difference, ...beforeAndAfter({ before, after }, path)],
      ]);
    });
    const rows = [...words, ...tools];
    const changed = toolChanges.map(({ before, after, ...change }) => ({ ...changeJson(change), before, after }));
    return {
      json: [...instructions.map(instructionJson), ...changed],
      text: [
        table(['TOOL', 'KIND', 'WHERE', 'WHAT', 'WAS', 'IS'], rows, `No changes to review in ${args.server}`),
        ...answers([...instructions, ...toolChanges]),
      ].join('\n'),
    };
  },
});

const REVIEW_ARGS = {
  server: SERVER_ARG,
  tool: { type: 'string', valueHint: 'ID', description: 'Tool id; may be repeated (default: all changes)' },
  instructions: { type: 'boolean', description: 'Include the server’s instructions and skills; alone or with --tool' },
  digest: {
    type: 'string',
    valueHint: 'SHA256',
    required: true,
    description: 'Digest of the reviewed server, from review show',
  },
  ...API_ARGS,
} as const;

/** A digest for the examples of commands. */
const DIGEST = 'c1b0a2…';

/** The scope of a review: everything, unless tools or instructions are named. */
const reviewedOf = (run: Run, isNamed: boolean | undefined) => {
  const tools = run.all('tool');
  const isAll = tools.length === 0 && !isNamed;
  return { toolIds: isAll ? null : [...tools], hasInstructions: isNamed ? true : null };
};

/** The reviewed changes, in words; `then` is the effect on tools. */
const reviewedText = (answer: string, then: string, toolIds: readonly string[], hasInstructions: boolean): string =>
  hasInstructions
    ? `${answer}: ${['its instructions', ...toolIds].join(', ')}`
    : `${answer}, and ${then}: ${toolIds.join(', ')}`;

const accept = command({
  description: 'Accept the changed tools, instructions and skills of a server in all stacks of the account',
  examples: [
    `toolyard review accept notes --digest ${DIGEST}`,
    `toolyard review accept notes --tool notes_keep --digest ${DIGEST}`,
    `toolyard review accept notes --instructions --digest ${DIGEST}`,
  ],
  args: REVIEW_ARGS,
  repeatable: ['tool'],
  async run({ server, digest, instructions, ...args }, run) {
    const input = { serverId: server, digest, ...reviewedOf(run, instructions) };
    const answer = await connectApi(args, run)(AcceptToolChangesDocument, { input });
    const { toolIds, removedToolIds, hasInstructions } = payloadOf(answer.acceptToolChanges);
    // The accepted changes, in words; removed tools separately, because they can't be called.
    const there = toolIds.filter((id) => !removedToolIds.includes(id));
    return {
      json: { tool_ids: toolIds, removed_tool_ids: removedToolIds, instructions: hasInstructions },
      text: [
        ...(there.length > 0 || hasInstructions
          ? [reviewedText('Accepted', 'can be called', there, hasInstructions)]
          : []),
        ...(removedToolIds.length > 0 ? [`Accepted. Removed from all stacks: ${removedToolIds.join(', ')}`] : []),
      ].join('\n'),
    };
  },
});

const refuse = command({
  description: 'Refuse the changed tools, instructions and skills of a server until they change again',
  examples: [`toolyard review refuse notes --digest ${DIGEST}`],
  args: REVIEW_ARGS,
  repeatable: ['tool'],
  async run({ server, digest, instructions, ...args }, run) {
    const input = { serverId: server, digest, ...reviewedOf(run, instructions) };
    const answer = await connectApi(args, run)(RefuseToolChangesDocument, { input });
    const { toolIds, hasInstructions } = payloadOf(answer.refuseToolChanges);
    const text = reviewedText('Refused', 'cannot be called', toolIds, hasInstructions);
    return { json: { tool_ids: toolIds, instructions: hasInstructions }, text };
  },
});

/** `toolyard review`: tools that changed since stacks enabled them. */
export const review = group({
  description: 'Review tools that changed after they were enabled (API)',
  examples: [...list.examples.slice(0, 1), ...show.examples.slice(0, 1), ...accept.examples, ...refuse.examples],
  commands: loaded({ list, show, accept, refuse, hold }),
});
