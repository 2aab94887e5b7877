import { type Api, allNodes, connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { CliError, usageError } from '../exit.ts';
import { API_ARGS, STACK_ARG } from '../input.ts';
import {
  RollBackStackDocument,
  StackVersionDifferencesDocument,
  StackVersionDocument,
  StackVersionsDocument,
} from '../operations/stackVersions.ts';
import { table } from '../output.ts';
import { differencesJson, differenceTable, missingJson, missingTexts } from '../stackDifferences.ts';
import { stackIdOf } from '../stackRef.ts';

const NUMBER_ARG = { type: 'positional', required: true, valueHint: 'VERSION', description: 'Version number' } as const;

/** @throws CliError usage */
function versionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usageError('A version is a number, as in toolyard stack versions');
  return Number(text);
}

const versionNotFound = (number: number): CliError => new CliError('not_found', `Version ${number} not found`);

/** A version of a stack, with the plan of a roll-back to it. */
async function versionOf(api: Api, stackId: string, number: number) {
  const { stack } = await api(StackVersionDocument, { stackId, number });
  if (!stack?.version) throw versionNotFound(number);
  return { name: stack.name, version: stack.version };
}

export const listVersions = command({
  description:
    'List the versions of a stack, newest first: each change of its servers, tools, settings, rules or skills',
  examples: ['toolyard stack versions demo'],
  args: { stack: STACK_ARG, ...API_ARGS },
  async run(args, run) {
    const api = connectApi(args, run);
    const stackId = await stackIdOf(api, args.stack);
    const versions = await allNodes(
      async (after) => (await api(StackVersionsDocument, { stackId, after })).stack?.versions,
    );
    const rows = versions.map(({ number, createdAt, action, actor }) => [
      number,
      createdAt,
      action?.toLowerCase(),
      actor?.displayName,
    ]);
    return {
      json: versions.map(({ id, number, createdAt, action, actor }) => ({
        version_id: id,
        number,
        created_at: createdAt,
        action: action?.toLowerCase() ?? null,
        actor: actor?.displayName ?? null,
      })),
      text: table(['VERSION', 'CREATED', 'CHANGE', 'BY'], rows, 'No versions'),
    };
  },
});

export const diff = command({
  description: 'List what changed in a stack between two versions, or from a version until now',
  examples: ['toolyard stack diff demo 3', 'toolyard stack diff demo 3 5'],
  args: {
    stack: STACK_ARG,
    version: NUMBER_ARG,
    until: { ...NUMBER_ARG, required: false, description: 'Later version (default: the stack as it is now)' },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const stackId = await stackIdOf(api, args.stack);
    const since = versionNumber(args.version);
    const until = args.until === undefined ? null : versionNumber(args.until);
    const differences = await differencesOf(api, stackId, since, until);
    return {
      json: differencesJson(differences),
      text: differenceTable(differences, `VERSION ${since}`, until === null ? 'NOW' : `VERSION ${until}`),
    };
  },
});

/** What changed from version `since` to version `until`, or until now. */
async function differencesOf(api: Api, stackId: string, since: number, until: number | null) {
  if (until === null) {
    const { rollBackPlan } = (await versionOf(api, stackId, since)).version;
    // A roll-back would undo what changed since the version.
    return rollBackPlan.differences.map(({ path, before, after }) => ({ path, before: after, after: before }));
  }
  const { stack } = await api(StackVersionDifferencesDocument, { stackId, number: until, since });
  if (!stack?.version) throw versionNotFound(until);
  // Null only with an error, which `api` throws.
  return stack.version.differences ?? [];
}

export const rollBack = command({
  description: 'Make a stack equal to one of its versions, in one step; this makes a new version',
  examples: ['toolyard stack rollback demo 3'],
  args: { stack: STACK_ARG, version: NUMBER_ARG, ...API_ARGS },
  confirm: ({ stack, version }) => `Roll back ${stack} to version ${version}?`,
  async run(args, run) {
    const api = connectApi(args, run);
    const { version } = await versionOf(api, await stackIdOf(api, args.stack), versionNumber(args.version));
    const ifDigest = version.rollBackPlan.digest;
    const done = payloadOf(
      (await api(RollBackStackDocument, { input: { versionId: version.id, ifDigest } })).rollBackStack,
    );
    const { stack, differences, missingCredentials, unavailable } = done;
    return {
      json: {
        stack_name: stack.name,
        differences: differencesJson(differences),
        missing_credentials: missingJson(missingCredentials),
        unavailable,
      },
      text: differenceTable(differences, 'BEFORE', 'NOW'),
      warnings: [
        ...missingTexts(stack.name, missingCredentials),
        ...unavailable.map((path) => `${stack.name}: ${path} no longer exists and was left out`),
      ],
    };
  },
});
