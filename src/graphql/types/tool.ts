import { toToolId, toToolKey } from '../../core/kernel/ids.ts';
import { findToolByKey } from '../../core/marketplace/byKey.ts';
import { findServerTool } from '../../core/servers/server.ts';
import { builder } from '../builder.ts';
import { storedText, storedTextOrNull } from '../execution/storedText.ts';
import { keyIn } from '../globalId.ts';
import { orderOf } from '../ordering.ts';
import { edgeOf, pageOf, TOTAL_COUNT } from '../paging.ts';
import { TOOL_PREFIX } from '../references.ts';
import { Node } from './node.ts';

export const Tool = builder.prismaObject('Tool', {
  interfaces: [Node],
  description: 'An action that a server offers to agents.',
  fields: (t) => ({
    id: t.id({
      description: 'The tool’s id, `tool_…`, which is never reused.',
      select: { id: true },
      resolve: ({ id }) => `${TOOL_PREFIX}${id}`,
    }),
    toolId: t.exposeID('toolId', { description: 'The name by which agents call it: `<server>_<tool>`.' }),
    name: t.exposeString('name', { description: 'Its name on the server.' }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'Its display name; null if the server provides none.',
    }),
    description: t.exposeString('description', {
      description: 'Its description, which models use to choose tools.',
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

/** A page of tools, shared by all fields that list tools. */
export const ToolPage = builder.connectionObject(
  { type: Tool, ...pageOf('Tool', 'tools'), fields: (t) => ({ totalCount: t.int(TOTAL_COUNT) }) },
  edgeOf('Tool', 'tools'),
);

/** The order of a server's tools, wherever they are listed. */
export const ToolOrder = orderOf('Tool', 'tools', {
  POSITION: { value: 'position', description: 'The server’s order.' },
  NAME: { value: 'name', description: 'The tool’s `toolId`.' },
});

const ToolBy = builder.inputType('ToolBy', {
  description: 'Identifies a tool. Set exactly one field.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'The tool’s id, `tool_…`.' }),
    toolId: t.id({
      description:
        'The name by which agents call it, `<server>_<tool>`. A private server’s tool takes precedence over a marketplace tool.',
    }),
  }),
});

builder.queryField('tool', (t) =>
  t.prismaField({
    type: 'Tool',
    nullable: true,
    description: 'One tool of the marketplace or of a private server of the account; null when there is none.',
    extensions: { limitClass: 'default' },
    args: { by: t.arg({ type: ToolBy, required: true, description: 'The tool’s id or name.' }) },
    resolve: (load, _root, { by: { id, toolId } }, { app }) => {
      if (toolId) return findServerTool(app, toToolId(toolId), load);
      // A malformed id matches no row, but requires the same right as any other.
      return findToolByKey(app, toToolKey(keyIn(TOOL_PREFIX, id ?? '') ?? ''), load);
    },
  }),
);
