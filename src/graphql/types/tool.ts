import { toServerKey, toToolId } from '../../core/ids.ts';
import { findToolByServer } from '../../core/marketplace/byKey.ts';
import { findServerTool } from '../../core/marketplace/server.ts';
import { builder } from '../builder.ts';
import { storedText, storedTextOrNull } from '../execution/storedText.ts';
import { readNamedId } from '../globalId.ts';
import { onlyArgument } from '../input.ts';
import { idOfTool } from '../naming.ts';
import { orderOf } from '../ordering.ts';
import { Node } from './node.ts';

export const Tool = builder.prismaObject('Tool', {
  interfaces: [Node],
  description: 'An action that a server offers to agents.',
  fields: (t) => ({
    id: t.id({
      description:
        'The tool’s id: its `toolId`, unless another tool may have the same, for example if its server has no prefix.',
      resolve: (tool, _args, context) => idOfTool(context, tool),
    }),
    toolId: t.exposeID('toolId', { description: 'The name by which agents call it: `<server>_<tool>`.' }),
    name: t.exposeString('name', { description: 'Its name on the server.' }),
    title: t.exposeString('title', { nullable: true, description: 'A name for people, where the server gives one.' }),
    description: t.exposeString('description', {
      description: 'What it does, for the model that chooses among tools.',
    }),
    inputSchema: t.field({
      type: 'JSON',
      description: 'JSON Schema of its input.',
      select: { inputSchema: true },
      resolve: ({ inputSchema }, _args, context, info) => storedText(inputSchema, context, info),
    }),
    outputSchema: t.field({
      type: 'JSON',
      nullable: true,
      description: 'JSON Schema of its structured output, if the server provides one.',
      select: { outputSchema: true },
      resolve: ({ outputSchema }, _args, context, info) => storedTextOrNull(outputSchema, context, info),
    }),
    annotations: t.field({
      type: 'JSON',
      nullable: true,
      select: { annotations: true },
      resolve: ({ annotations }, _args, context, info) => storedTextOrNull(annotations, context, info),
      description: 'Hints of the server, such as `readOnlyHint` and `destructiveHint`. Don’t trust them blindly.',
    }),
  }),
});

/** The order of a server's tools, wherever they are listed. */
export const ToolOrder = orderOf('Tool', 'tools', {
  POSITION: { value: 'position', description: 'The server’s order.' },
  NAME: { value: 'name', description: 'Their `toolId`.' },
});

builder.queryField('tool', (t) =>
  t.prismaField({
    type: 'Tool',
    nullable: true,
    description:
      'One tool of the marketplace or of a private server of the account, by its `id` or its `toolId`; null when there is ' +
      'none.',
    extensions: { limitClass: 'default' },
    args: {
      id: t.arg.id({ description: 'The tool’s id.' }),
      toolId: t.arg.id({ description: 'The name by which agents call it: `<server>_<tool>`.' }),
    },
    resolve: (load, _root, args, { app }) => {
      const [by, given] = onlyArgument(['id', 'toolId'], args);
      const { row, name } = (by === 'id' ? readNamedId('tool', given) : null) ?? { row: null, name: given };
      return row === null
        ? findServerTool(app, toToolId(name), load)
        : findToolByServer(app, toServerKey(row), toToolId(name), load);
    },
  }),
);
