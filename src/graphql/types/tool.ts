import { toToolId } from '../../core/ids.ts';
import { findServerTool } from '../../core/marketplace/server.ts';
import { builder } from '../builder.ts';

export const Tool = builder.prismaObject('Tool', {
  description: 'Something an agent can do, offered by a server.',
  fields: (t) => ({
    id: t.exposeID('toolId', { description: 'The tool’s unique name, by which agents call it: `<server>_<tool>`.' }),
    name: t.exposeString('name', { description: 'What the server itself calls it.' }),
    title: t.exposeString('title', { nullable: true, description: 'A name for people, where the server gives one.' }),
    description: t.exposeString('description', {
      description: 'What it does, for the model that chooses among tools.',
    }),
    inputSchema: t.expose('inputSchema', { type: 'JSON', description: 'JSON Schema of its input.' }),
    outputSchema: t.expose('outputSchema', {
      type: 'JSON',
      nullable: true,
      description: 'JSON Schema of its structured output, where the server gives one.',
    }),
    annotations: t.expose('annotations', {
      type: 'JSON',
      nullable: true,
      description: 'Hints of the server, such as `readOnlyHint` and `destructiveHint`; not to be trusted blindly.',
    }),
  }),
});

builder.queryField('tool', (t) =>
  t.prismaField({
    type: 'Tool',
    nullable: true,
    description:
      'One tool of the marketplace or of a private server of the account; null when there is none with this id.',
    extensions: { limitClass: 'default' },
    args: { id: t.arg.id({ required: true, description: 'The tool’s unique name: `<server>_<tool>`.' }) },
    resolve: (load, _root, { id }, { app }) => findServerTool(app, toToolId(id), load),
  }),
);
