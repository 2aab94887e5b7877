import type { Ctx } from '../../../src/core/kernel/context.ts';
import { toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { findKnownTool } from '../../../src/core/snapshots/findTool.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { createTestAccount, type World } from '../world.ts';

/** Changes of the server below. */
export type ServerOptions = {
  readonly description?: string;
  readonly properties?: object;
  readonly baseUrl?: string;
  /** The names of its tools; both by default. */
  readonly has?: readonly string[];
};

/** A server with two tools, one of which changes. */
export const notes = (
  id: string,
  { description = 'Keeps a note.', properties = {}, baseUrl = 'https://a.test', has = ['keep', 'list'] }: ServerOptions,
) => ({
  id,
  name: id,
  connector: { kind: 'http', baseUrl },
  tools: [
    {
      name: 'keep',
      description,
      inputSchema: { type: 'object', properties: { text: { type: 'string' }, ...properties } },
      request: { kind: 'template', method: 'POST', path: '/notes' },
    },
    { name: 'list', inputSchema: { type: 'object' }, request: { kind: 'template', method: 'GET', path: '/notes' } },
  ].filter(({ name }) => has.includes(name)),
});

/** The ids of the server's tools with these names. */
export const toolIds = (id: string, ...names: string[]) => names.map((name) => toToolId(`${id}_${name}`));

/** Creates accounts, each with a stack with such a server, saved by the given context. */
export function createNotes(world: World) {
  let made = 0;
  return async (saver?: Ctx) => {
    made += 1;
    const id = `notes${made}`;
    const account = await createTestAccount(world, id);
    const by = saver ?? account.ctx;
    const save = (options: ServerOptions = {}) => saveServer(by, notes(id, options));
    const { server } = await save();
    await addServerToStack(account.ctx, account.stackId, { serverId: id, enableAllTools: true });
    const read = async (name: string) =>
      findKnownTool(await getSnapshot(account.ctx, account.stackId), `${id}_${name}`);
    const states = async () => (await Promise.all(['keep', 'list'].map(read))).map(stateOf);
    const current = async () =>
      (await world.deps.db.server.findUniqueOrThrow({ where: { id: server.id }, select: { digest: true } })).digest;
    return { ...account, id: toServerId(id), server, save, read, states, current };
  };
}

function stateOf(tool: Awaited<ReturnType<typeof findKnownTool>>): string {
  if (!tool) return 'not there';
  return tool.held ? `${tool.held.kind}${tool.held.isRefused ? ', refused' : ''}` : 'as it is';
}
