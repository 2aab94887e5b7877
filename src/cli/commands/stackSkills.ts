import { connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { CliError } from '../exit.ts';
import { API_ARGS, readDocumentText, STACK_ARG } from '../input.ts';
import { DeleteSkillDocument, SetSkillDocument, StackSkillsDocument } from '../operations/skills.ts';
import { table } from '../output.ts';
import { stackIdOf, stackNotFound } from '../stackRef.ts';

const NAME_ARG = { type: 'positional', required: true, valueHint: 'NAME', description: 'Name of the skill' } as const;

export const skills = command({
  description: 'List the skills of a stack and of its servers, or print one of the stack’s as Markdown',
  examples: ['toolyard stack skills demo', 'toolyard stack skills demo refunds > refunds.md'],
  args: {
    stack: STACK_ARG,
    name: { ...NAME_ARG, required: false, description: 'Print the skill of this name' },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const { stack } = await api(StackSkillsDocument, { stackId: await stackIdOf(api, args.stack) });
    if (!stack) throw stackNotFound(args.stack);
    const json = stack.skills.map(({ updatedAt, ...skill }) => ({ ...skill, updated_at: updatedAt }));
    if (args.name !== undefined) {
      const skill = json.find(({ name }) => name === args.name);
      if (!skill) throw new CliError('not_found', `Skill ${args.name} not found`);
      return { json: skill, text: skill.content.trimEnd() };
    }
    const passed = stack.servers.nodes.flatMap(({ server: { slug }, skills: own }) =>
      own.map(({ name, description, uri }) => ({ name: `${slug}/${name}`, description, uri, server: slug })),
    );
    const all = [...json, ...passed];
    const rows = all.map(({ name, description }) => [name, description]);
    return { json: all, text: table(['SKILL', 'DESCRIPTION'], rows, 'No skills') };
  },
});

export const writeSkill = command({
  description: 'Add a skill to a stack from a Markdown file with front matter, or replace the skill of the same name',
  examples: ['toolyard stack set-skill demo refunds.md'],
  args: {
    stack: STACK_ARG,
    path: {
      type: 'positional',
      required: true,
      valueHint: 'PATH',
      description: 'Markdown file, or - for standard input',
    },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const stackId = await stackIdOf(api, args.stack);
    const input = { stackId, content: await readDocumentText(args.path, run) };
    const { skill } = payloadOf((await api(SetSkillDocument, { input })).setSkill);
    return { json: skill, text: `Set the skill ${skill.name}. MCP clients read it at ${skill.uri}` };
  },
});

export const removeSkill = command({
  description: 'Delete a skill of a stack',
  examples: ['toolyard stack delete-skill demo refunds'],
  args: { stack: STACK_ARG, name: NAME_ARG, ...API_ARGS },
  confirm: ({ stack, name }) => `Delete the skill ${name} of ${stack}?`,
  async run(args, run) {
    const api = connectApi(args, run);
    const input = { stackId: await stackIdOf(api, args.stack), name: args.name };
    const { stack, name } = payloadOf((await api(DeleteSkillDocument, { input })).deleteSkill);
    return { json: { stack_id: stack.id, name }, text: `Deleted the skill ${name}` };
  },
});
