import type { Ctx } from '../../core/kernel/context.ts';
import type { ServerKey } from '../../core/kernel/ids.ts';
import { storedObjectOrNull } from '../../core/lib/storedJson.ts';
import { findToolByKey, listServersByKey, serverNotFound } from '../../core/marketplace/byKey.ts';
import {
  type HintedServer,
  type HintedTool,
  hintsInForce,
  listHintSettings,
  updateHintTrust,
  updateToolHints,
} from '../../core/policies/hints.ts';
import { connectorSchema, isMcp } from '../../core/servers/document.ts';
import { selectionIn, toHttpMethod } from '../../core/servers/toolRequest.ts';
import type { Server as ServerRow } from '../../generated/prisma/client.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { serverNamed, toolNamed } from '../references.ts';
import { Server } from './marketplaceServer.ts';
import { HttpMethodEnum } from './previewOperations.ts';
import { Tool } from './tool.ts';

type Hints = {
  readonly isReadOnly: boolean | null;
  readonly isDestructive: boolean | null;
  readonly isIdempotent: boolean | null;
  readonly isConfirmed: boolean;
  readonly isUsedByRules: boolean;
};

const ToolHints = builder.objectRef<Hints>('ToolHints').implement({
  description: 'A tool’s hints about its effects, with the account’s corrections.',
  fields: (t) => ({
    isReadOnly: t.exposeBoolean('isReadOnly', {
      nullable: true,
      description: 'Whether it changes nothing; null if unknown.',
    }),
    isDestructive: t.exposeBoolean('isDestructive', {
      nullable: true,
      description: 'Whether it may delete or overwrite something; null if unknown.',
    }),
    isIdempotent: t.exposeBoolean('isIdempotent', {
      nullable: true,
      description: 'Whether repeating a call has no further effect; null if unknown.',
    }),
    isConfirmed: t.exposeBoolean('isConfirmed', {
      description: 'Whether a person of the account has set `isReadOnly`.',
    }),
    isUsedByRules: t.exposeBoolean('isUsedByRules', {
      description:
        'Whether rules use these hints. Until a person sets its hints, rules assume that a tool of an untrusted MCP server can change anything.',
    }),
  }),
});

const settingsOf = batched(listHintSettings);

/** The servers of a page's tools, with each connector parsed once. */
const hintedServerOf = batched(async (app: Ctx, keys: readonly ServerKey[]) => {
  const servers = await listServersByKey(app, keys, { select: { id: true, owner: true, connector: true } });
  const hinted = ({ owner, connector }: ServerRow): HintedServer => ({
    owner,
    connector: connectorSchema.parse(connector),
  });
  return new Map([...servers].map(([key, server]) => [key, hinted(server)]));
});

const flagIn = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

builder.prismaObjectFields(Tool, (t) => ({
  method: t.field({
    type: HttpMethodEnum,
    nullable: true,
    description: 'The HTTP method of its request; null for a tool of an MCP server.',
    select: { request: true },
    resolve: ({ request }) => toHttpMethod(storedObjectOrNull(request)?.['method']),
  }),
  selection: t.string({
    nullable: true,
    description:
      'The fields of the result that a GraphQL API’s tool selects, as in `{ id owner { login } }`; null for other tools. `refreshServerTools` changes them.',
    select: { request: true },
    resolve: ({ request: stored }) => {
      const request = storedObjectOrNull(stored);
      return request?.['kind'] === 'graphql' ? selectionIn(String(request['query'])) : null;
    },
  }),
  hints: t.field({
    type: ToolHints,
    description: 'Its hints in the account.',
    select: { toolId: true, annotations: true, serverId: true },
    resolve: async ({ toolId, annotations: stored, serverId }, _args, context) => {
      const settings = (await settingsOf(context, serverId)) ?? undefined;
      const hinted = await hintedServerOf(context, serverId);
      if (!hinted) throw serverNotFound();
      const toolFacts = { toolId, annotations: storedObjectOrNull(stored) };
      const { annotations, ruleHints, isConfirmed } = hintsInForce(toolFacts, hinted, settings);
      return {
        isReadOnly: flagIn(annotations?.['readOnlyHint']),
        isDestructive: flagIn(annotations?.['destructiveHint']),
        isIdempotent: flagIn(annotations?.['idempotentHint']),
        isConfirmed,
        isUsedByRules: ruleHints === annotations || isConfirmed,
      };
    },
  }),
}));

builder.prismaObjectFields(Server, (t) => ({
  isMcp: t.boolean({
    description: 'Whether it is an MCP server. MCP servers declare their tools’ hints themselves.',
    select: { connector: true },
    resolve: ({ connector }) => isMcp(connectorSchema.parse(connector)),
  }),
  areHintsTrusted: t.boolean({
    description: 'Whether the account’s rules use this MCP server’s unconfirmed hints. False by default.',
    resolve: async ({ id }, _args, context) => (await settingsOf(context, id))?.isTrusted ?? false,
  }),
}));

const HINT = 'Null restores the server’s own hint; omit it to leave it unchanged.';
const UpdateToolHintsInput = builder.inputType('UpdateToolHintsInput', {
  description: 'Hints of a tool that a person corrects or confirms.',
  fields: (t) => ({
    serverId: t.id({ required: true, description: 'The server’s id, or its slug.' }),
    toolId: t.id({ required: true, description: 'The tool’s id, or the name by which agents call it.' }),
    isReadOnly: t.boolean({ description: `Whether it changes nothing. ${HINT}` }),
    isDestructive: t.boolean({ description: `Whether it may delete or overwrite something. ${HINT}` }),
    isIdempotent: t.boolean({ description: `Whether repeating a call has no further effect. ${HINT}` }),
  }),
});

const UpdateToolHintsPayload = builder.objectRef<HintedTool>('UpdateToolHintsPayload').implement({
  description: 'A tool’s hints were changed.',
  fields: (t) => ({
    tool: t.prismaField({
      type: 'Tool',
      nullable: true,
      description: 'The tool.',
      resolve: (load, { tool }, _args, { app }) => findToolByKey(app, tool, load),
    }),
  }),
});

const UpdateHintTrustInput = builder.inputType('UpdateServerHintTrustInput', {
  description: 'Whether rules use the hints of an MCP server.',
  fields: (t) => ({
    serverId: t.id({ required: true, description: 'The server’s id, or its slug.' }),
    isTrusted: t.boolean({
      description: 'Whether rules use its unconfirmed hints; null for false. Unchanged if omitted.',
    }),
  }),
});

const UpdateHintTrustPayload = builder
  .objectRef<{ readonly server: ServerRow }>('UpdateServerHintTrustPayload')
  .implement({
    description: 'The setting for a server’s hints was changed.',
    fields: (t) => ({
      server: t.field({ type: Server, description: 'The server.', resolve: ({ server }) => server }),
    }),
  });

builder.mutationFields((t) => ({
  updateToolHints: t.field({
    type: UpdateToolHintsPayload,
    nullable: true,
    description: 'Corrects or confirms a tool’s hints in the account. They survive imports and refreshes.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateToolHintsInput, required: true, description: 'The tool and its hints.' }) },
    resolve: async (_root, { input: { serverId, toolId, isReadOnly, isDestructive, isIdempotent } }, { app }) =>
      updateToolHints(app, await serverNamed(app, serverId), await toolNamed(app, toolId), {
        readOnly: isReadOnly,
        destructive: isDestructive,
        idempotent: isIdempotent,
      }),
  }),
  updateServerHintTrust: t.field({
    type: UpdateHintTrustPayload,
    nullable: true,
    description: 'Sets whether rules use an MCP server’s unconfirmed hints.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateHintTrustInput, required: true, description: 'The server, and the setting.' }) },
    resolve: async (_root, { input: { serverId, ...input } }, { app }) => ({
      server: await updateHintTrust(app, await serverNamed(app, serverId), input),
    }),
  }),
}));
