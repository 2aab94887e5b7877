import { toServerId, toServerKey } from '../../core/kernel/ids.ts';
import { findServerByKey } from '../../core/marketplace/byKey.ts';
import { countServers, findServer, listServers } from '../../core/servers/server.ts';
import { builder } from '../builder.ts';
import { OLD_FILTER } from '../filters.ts';
import { keyIn } from '../globalId.ts';
import { onlyArgument } from '../input.ts';
import { BY_AGE_OR_NAME, ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { SERVER_PREFIX } from '../references.ts';
import { ServerCategory } from './serverCategory.ts';

const ServerOrder = orderOf('Server', 'servers', BY_AGE_OR_NAME);

const ServerFilter = builder.inputType('ServerFilter', {
  description: 'Conditions on servers, all of which apply.',
  fields: (t) => ({
    search: t.string({ description: 'Search words, such as `send email`. The best matches come first.' }),
    category: t.field({ type: ServerCategory, description: 'Only servers in this category.' }),
    isPrivate: t.boolean({ description: 'True for private servers, false for those of the marketplace.' }),
    isVerified: t.boolean({ description: 'True for verified servers, false for all others.' }),
    takesCredentials: t.boolean({
      description: 'True for servers that need credentials, false for those that need none.',
    }),
    needsAttention: t.boolean({
      description: 'True for private servers whose last automatic refresh failed, false for all others.',
    }),
    hasResultLabels: t.boolean({
      description: 'True for servers with a label for their results or those of a tool, false for all others.',
    }),
  }),
});

const ServerBy = builder.inputType('ServerBy', {
  description: 'Identifies a server. Set exactly one field.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'The server’s id, `server_…`.' }),
    slug: t.string({
      description:
        'Its slug in stacks and for agents, such as `gmail`. A private server takes precedence over a marketplace server.',
    }),
  }),
});

builder.queryFields((t) => ({
  servers: t.prismaConnection(
    {
      type: 'Server',
      cursor: 'id',
      nullable: true,
      description: 'The servers that can be added to a stack: the marketplace and private servers.',
      extensions: { limitClass: 'default' },
      args: {
        filter: t.arg({ type: ServerFilter, description: 'The servers to return; all by default.' }),
        search: t.arg.string(OLD_FILTER),
        orderBy: t.arg({
          type: ServerOrder,
          description: ordered('best match first for a search, otherwise oldest first'),
        }),
      },
      totalCount(_root, { search: old, filter }, { app }) {
        const { search, ...flags } = { search: old, ...filter };
        return countServers(app, search ?? undefined, flags);
      },
      resolve(load, _root, { search: old, filter, orderBy }, { app }) {
        const { search, ...flags } = { search: old, ...filter };
        return listServers(app, search ?? undefined, load, orderBy ?? undefined, flags);
      },
    },
    pageOf('Server', 'servers'),
    edgeOf('Server', 'servers'),
  ),
  server: t.prismaField({
    type: 'Server',
    nullable: true,
    description: 'One server; null when there is none that the account may see.',
    extensions: { limitClass: 'default' },
    args: {
      by: t.arg({ type: ServerBy, description: 'The server’s id or slug.' }),
      id: t.arg.id({
        description: 'The server’s id or slug.',
        deprecationReason: 'Use `by`, which says which of the two it is.',
      }),
    },
    resolve(load, _root, { by, id }, { app }) {
      const [name, value] = onlyArgument(['id', 'slug', 'by'], { ...by, by: id });
      const key = name === 'slug' ? null : keyIn(SERVER_PREFIX, value);
      if (key !== null) return findServerByKey(app, toServerKey(key), load);
      return name === 'id' ? null : findServer(app, toServerId(value), load);
    },
  }),
}));
