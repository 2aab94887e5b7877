import { toCallerId, toServerId, toToolId } from '../../core/kernel/ids.ts';
import type { JsonObject } from '../../core/lib/json.ts';
import { builder } from '../builder.ts';
import { actorOf, fieldBySlug, serverBySlugOf, toolBySlug } from '../found.ts';
import { Actor } from './actor.ts';
import { CredentialField } from './credentialField.ts';
import { CredentialProblemKindEnum, toProblemKind } from './credentialProblem.ts';
import { Server } from './marketplaceServer.ts';
import { Tool } from './tool.ts';

const textOf = (details: JsonObject, name: string): string | null => {
  const value = details[name];
  return typeof value === 'string' ? value : null;
};

const text = (name: string, description: string) =>
  ({ nullable: true, description, resolve: (details: JsonObject) => textOf(details, name) }) as const;

const count = (name: string, description: string) =>
  ({
    nullable: true,
    description,
    resolve(details: JsonObject) {
      const value = details[name];
      return typeof value === 'number' ? value : null;
    },
  }) as const;

const actorIdOf = (details: JsonObject): string | null => textOf(details, 'token_id') ?? textOf(details, 'key_id');

/** The subject of an alert, with the names at the time it opened. */
export const AlertDetails = builder.objectRef<JsonObject>('AlertDetails').implement({
  description:
    'The details of an alert. Fields that its kind doesn’t have are null. Names are as they were at that time.',
  fields: (t) => ({
    stackName: t.string(text('stack_name', 'The stack’s name.')),
    serverId: t.id(text('server_id', 'The server’s slug: of a failing tool, a credential or a review.')),
    server: t.field({
      type: Server,
      nullable: true,
      description: 'The server; null if it was deleted.',
      resolve(details, _args, context) {
        const slug = textOf(details, 'server_id');
        return slug === null ? null : serverBySlugOf(context, toServerId(slug));
      },
    }),
    serverName: t.string(text('server_name', 'The server’s name.')),
    toolId: t.id(text('tool_id', 'The name of the failing tool.')),
    tool: t.field({
      type: Tool,
      nullable: true,
      description: 'The failing tool; null if it was deleted.',
      resolve(details, _args, context) {
        const [slug, name] = [textOf(details, 'server_id'), textOf(details, 'tool_id')];
        return slug === null || name === null ? null : toolBySlug(context, toServerId(slug), toToolId(name));
      },
    }),
    callCount: t.int(count('calls', 'The number of calls of the failing tool in the period.')),
    failureCount: t.int(count('failures', 'The number of failed calls in the period.')),
    hours: t.int(count('hours', 'The length of the period, in hours.')),
    fieldId: t.id(text('field_id', 'The credential field.')),
    fieldName: t.string(text('field_name', 'The credential’s name on its server.')),
    problem: t.field({
      type: CredentialProblemKindEnum,
      nullable: true,
      description: 'The problem with the credential.',
      resolve: (details) => toProblemKind(textOf(details, 'problem')),
    }),
    actorId: t.id({
      nullable: true,
      description: 'The id of the stack token or API key that expires.',
      resolve: actorIdOf,
    }),
    actor: t.field({
      type: Actor,
      nullable: true,
      description: 'The stack token or API key that expires; null if it was deleted.',
      resolve(details, _args, context) {
        const id = actorIdOf(details);
        return id === null ? null : actorOf(context, toCallerId(id));
      },
    }),
    actorName: t.string(text('name', 'The name of the stack token or API key.')),
    endpointName: t.string(text('endpoint_name', 'The name of the stack token’s client endpoint.')),
    toolCount: t.int(count('tools', 'How many changed tools of the server wait for a review.')),
    hasInstructions: t.boolean({
      nullable: true,
      description: 'Whether changed instructions or skills of the server wait for a review.',
      resolve(details) {
        const value = details['instructions'];
        return typeof value === 'boolean' ? value : null;
      },
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the credential, token or API key expires.',
      resolve(details) {
        const at = textOf(details, 'expires_at');
        return at === null ? null : new Date(at);
      },
    }),
  }),
});

builder.objectField(AlertDetails, 'field', (t) =>
  t.field({
    type: CredentialField,
    nullable: true,
    description: 'The credential field; null if it was deleted.',
    resolve(details, _args, context) {
      const [slug, fieldId] = [textOf(details, 'server_id'), textOf(details, 'field_id')];
      return slug === null || fieldId === null ? null : fieldBySlug(context, toServerId(slug), fieldId);
    },
  }),
);
