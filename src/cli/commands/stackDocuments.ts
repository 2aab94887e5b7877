import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CliStackPlanQuery } from '../../generated/gql/graphql.ts';
import { allNodes, connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { API_ARGS } from '../input.ts';
import { ApplyStackDocumentDocument, StackDocumentDocument, StackPlanDocument } from '../operations/stackDocuments.ts';
import { StackNamesDocument } from '../operations/stacks.ts';
import { differencesJson, differenceTable, missingJson, missingTexts } from '../stackDifferences.ts';
import { readStackFiles, stackYaml } from '../stackFile.ts';
import { stackIdOf, stackNotFound } from '../stackRef.ts';

export const exportStacks = command({
  description: 'Print stacks as YAML, without secrets: servers, tools, settings, rules and skills',
  examples: ['toolyard stack export demo > demo.yaml', 'toolyard stack export --directory stacks'],
  rest: 'STACK…',
  args: {
    directory: { type: 'string', valueHint: 'DIR', description: 'Write a file per stack to this directory' },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const stacks =
      run.rest.length > 0
        ? run.rest
        : (await allNodes(async (after) => (await api(StackNamesDocument, { after })).stacks)).map(({ id }) => id);
    const documents: { readonly name: string; readonly yaml: string }[] = [];
    for (const stack of stacks) {
      const { stackDocument } = await api(StackDocumentDocument, { stackId: await stackIdOf(api, stack) });
      if (!stackDocument) throw stackNotFound(stack);
      documents.push({ name: stackDocument.name, yaml: stackYaml(stackDocument) });
    }
    const { directory } = args;
    if (directory === undefined) {
      const text = documents.map(({ yaml }) => yaml).join('---\n');
      return { json: documents.map(({ name, yaml }) => ({ stack_name: name, yaml })), text: text.trimEnd() };
    }
    await mkdir(directory, { recursive: true });
    const files = new Map<string, string>();
    for (const { name, yaml } of documents) {
      const file = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'stack'}.yaml`;
      files.set(file, files.has(file) ? `${files.get(file)}---\n${yaml}` : yaml);
    }
    for (const [file, yaml] of files) await writeFile(join(directory, file), yaml);
    return { json: [...files.keys()], text: [...files.keys()].map((file) => join(directory, file)).join('\n') };
  },
});

type Outcome = Pick<NonNullable<CliStackPlanQuery['stackPlan']>, 'differences' | 'missingCredentials'>;
type Named = Outcome & { readonly name: string; readonly state: string };

const outcomeJson = ({ name, state, differences, missingCredentials }: Named) => ({
  stack_name: name,
  state,
  differences: differencesJson(differences),
  missing_credentials: missingJson(missingCredentials),
});

const outcomeText = ({ name, state, differences }: Named): string =>
  [`${name}: ${state}`, ...(differences.length > 0 ? [differenceTable(differences, 'NOW', 'IN THE FILE')] : [])].join(
    '\n',
  );

const missingOf = (outcomes: readonly Named[]): string[] =>
  outcomes.flatMap(({ name, missingCredentials }) => missingTexts(name, missingCredentials));

const FILE_ARG = {
  type: 'positional',
  required: true,
  valueHint: 'PATH',
  description: 'YAML file, folder of YAML files, or - for standard input',
} as const;

export const planStacks = command({
  description: 'List the changes that applying a file would make; with --check, exits with 1 if there are any',
  examples: ['toolyard stack plan demo.yaml', 'toolyard stack plan stacks --check'],
  args: {
    path: FILE_ARG,
    check: { type: 'boolean', description: 'Exit with 1 if a stack differs from its file' },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const outcomes: Named[] = [];
    for (const stackDocument of await readStackFiles(args.path, run)) {
      const { stackPlan } = await api(StackPlanDocument, { stackDocument });
      if (!stackPlan) continue;
      const state = !stackPlan.stack ? 'to create' : stackPlan.differences.length > 0 ? 'to change' : 'up to date';
      outcomes.push({ ...stackPlan, name: stackDocument.name, state });
    }
    const hasDifferences = outcomes.some(({ differences }) => differences.length > 0);
    return {
      json: outcomes.map(outcomeJson),
      text: outcomes.map(outcomeText).join('\n'),
      warnings: missingOf(outcomes),
      isFailure: args.check === true && hasDifferences,
    };
  },
});

export const applyStacks = command({
  description: 'Create or update stacks to match a file. Each stack changes completely or not at all',
  examples: [
    'toolyard stack apply demo.yaml',
    'toolyard stack export demo | toolyard stack apply - --profile production --yes',
  ],
  args: { path: FILE_ARG, ...API_ARGS },
  confirm: ({ path }) => `Update the stacks to match ${path}? This removes servers and rules that are missing from it.`,
  async run(args, run) {
    const api = connectApi(args, run);
    const outcomes: Named[] = [];
    for (const stackDocument of await readStackFiles(args.path, run)) {
      const applied = payloadOf(
        (await api(ApplyStackDocumentDocument, { input: { stackDocument } })).applyStackDocument,
      );
      const state = applied.differences.length > 0 ? 'applied' : 'up to date';
      outcomes.push({ ...applied, name: stackDocument.name, state });
    }
    return {
      json: outcomes.map(outcomeJson),
      text: outcomes.map(outcomeText).join('\n'),
      warnings: missingOf(outcomes),
    };
  },
});
