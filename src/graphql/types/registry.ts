import { type BrowsedPage, browseRegistry, findRegistryEntry } from '../../core/registry/browse.ts';
import {
  type EntryPackage,
  type EntryRemote,
  type EntryStatus,
  type EntryTransport,
  REGISTRY_PAGE_MAX,
  type RegistryEntry,
} from '../../core/registry/registryPort.ts';
import { builder } from '../builder.ts';
import { CredentialFieldPreview } from './previewServer.ts';

const StatusEnum = builder.enumType('RegistryServerStatus', {
  description: 'The status of a server in a registry.',
  values: {
    ACTIVE: { value: 'active', description: 'It is maintained.' },
    DEPRECATED: { value: 'deprecated', description: 'Its publisher marked it as deprecated.' },
    DELETED: { value: 'deleted', description: 'Its publisher deleted it.' },
  } as const satisfies { [S in NonNullable<EntryStatus> as Uppercase<S>]: { value: S; description: string } },
});

const WayEnum = builder.enumType('RegistryServerWay', {
  description: 'How a server of a registry can be added.',
  values: {
    IMPORT: { value: 'import', description: 'It runs remotely. A caller who may import servers can import it.' },
    OPERATOR: {
      value: 'operator',
      description: 'It is a program to run locally. Only the operator can add it: `toolyard registry add NAME`.',
    },
    NONE: { value: 'none', description: 'It can’t be added; `reason` says why.' },
  } as const satisfies { [K in EntryTransport['kind'] as Uppercase<K>]: { value: K; description: string } },
});

const Remote = builder.objectRef<EntryRemote>('RegistryServerRemote').implement({
  description: 'An address at which a server of a registry runs.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Its transport: `streamable-http`, or the older `sse`.' }),
    url: t.exposeString('url', { description: 'The address, with placeholders in braces for requested values.' }),
  }),
});

const Package = builder.objectRef<EntryPackage>('RegistryServerPackage').implement({
  description: 'A package that runs a server of a registry.',
  fields: (t) => ({
    registryType: t.exposeString('registryType', { description: 'Where it is published: `npm`, `pypi`, `oci`, …' }),
    identifier: t.exposeString('identifier', { description: 'The package’s name there.' }),
    version: t.exposeString('version', { nullable: true, description: 'Its version; null if none is pinned.' }),
    transport: t.exposeString('transport', { description: 'Its transport, such as `stdio`.' }),
  }),
});

const RegistryServer = builder.objectRef<RegistryEntry>('RegistryServer').implement({
  description:
    'A server as the MCP registry describes it. All texts come from the publisher, truncated and without hidden characters.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, unique in the registry: `io.github.user/weather`.' }),
    title: t.exposeString('title', { nullable: true, description: 'Its display name; null if it has none.' }),
    description: t.exposeString('description', { description: 'Its purpose, up to 300 characters.' }),
    version: t.exposeString('version', { description: 'The described version.' }),
    status: t.field({
      type: StatusEnum,
      nullable: true,
      description: 'Its status in the registry; null if none.',
      resolve: ({ status }) => status,
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the registry’s entry was last changed; null if unknown.',
    }),
    website: t.exposeString('website', { nullable: true, description: 'Its website; http or https.' }),
    repository: t.exposeString('repository', {
      nullable: true,
      description: 'The address of its source code; http or https.',
    }),
    remotes: t.field({
      type: [Remote],
      description: 'The addresses where it runs, the first 16.',
      resolve: ({ remotes }) => [...remotes],
    }),
    packages: t.field({
      type: [Package],
      description: 'The packages that run it, the first 16.',
      resolve: ({ packages }) => [...packages],
    }),
  }),
});

builder.objectFields(RegistryServer, (t) => ({
  way: t.field({ type: WayEnum, description: 'How it can be added.', resolve: ({ way }) => way.kind }),
  reason: t.string({
    nullable: true,
    description: 'Why it can’t be added; null if it can.',
    resolve: ({ way }) => (way.kind === 'none' ? way.reason : null),
  }),
  commandLine: t.string({
    nullable: true,
    description: 'The program that would run here, as a shell command; null if none.',
    resolve: ({ way }) => (way.kind === 'operator' ? way.commandLine : null),
  }),
  credentialFields: t.field({
    type: [CredentialFieldPreview],
    description: 'The credentials that it would need, according to the registry.',
    resolve: ({ way }) => (way.kind === 'none' ? [] : [...way.credentials]),
  }),
  documentUrl: t.exposeString('documentUrl', {
    description:
      'Its address in the registry. Pass it as `url` of the source `registry` of `previewServer` and `importServer`.',
  }),
}));

const RegistryServerPage = builder.objectRef<BrowsedPage>('RegistryServerPage').implement({
  description: 'A page of the MCP registry.',
  fields: (t) => ({
    nodes: t.field({
      type: [RegistryServer],
      description: 'The servers of the page, in the registry’s order.',
      resolve: ({ entries }) => [...entries],
    }),
    unreadCount: t.exposeInt('unreadCount', {
      description: 'The number of entries left out of the page because they are invalid.',
    }),
    endCursor: t.exposeString('nextCursor', {
      nullable: true,
      description: 'Pass it as `after` to get the next page; null on the last page.',
    }),
    registryUrl: t.exposeString('registryUrl', { description: 'The address of the registry.' }),
  }),
});

builder.queryFields((t) => ({
  registryServers: t.field({
    type: RegistryServerPage,
    nullable: true,
    description:
      'The latest versions of the servers in the MCP registry that the operator configured. Null if the registry is turned off.',
    extensions: { limitClass: 'default' },
    // A list without pages already counts as ten rows, so the multiplier counts tens.
    complexity: ({ first }) => ({
      field: 1,
      multiplier: Math.ceil(Math.min(Math.max(first ?? 30, 1), REGISTRY_PAGE_MAX) / 10),
    }),
    args: {
      search: t.arg.string({
        description: 'Text in their names, at most 200 characters. The registry does the search.',
      }),
      first: t.arg.int({ description: `The number of servers, 1 to ${REGISTRY_PAGE_MAX}; 30 by default.` }),
      after: t.arg.string({ description: 'The `endCursor` of the page before.' }),
    },
    resolve: (_root, args, { app }) => browseRegistry(app, { ...args }),
  }),
  registryServer: t.field({
    type: RegistryServer,
    nullable: true,
    description:
      'One server of the MCP registry; null if the registry is turned off or has no server with this name and version.',
    extensions: { limitClass: 'default' },
    args: {
      name: t.arg.string({ required: true, description: 'Its name, such as `io.github.user/weather`.' }),
      version: t.arg.string({ description: 'The version; the latest by default.' }),
    },
    resolve: (_root, args, { app }) => findRegistryEntry(app, { ...args }),
  }),
}));
