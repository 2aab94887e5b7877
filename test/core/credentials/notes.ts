import { createServer } from 'node:http';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import type { StackId } from '../../../src/core/kernel/ids.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { ask, type CallResponse } from './mail.ts';

const notesDocument = (url: string): unknown => ({
  id: 'notes',
  name: 'Notes',
  credentials: [
    { id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'x-key' } },
    { id: 'extra', name: 'Extra', required: false, placement: { in: 'header', name: 'x-extra' } },
  ],
  connector: { kind: 'http', baseUrl: url },
  tools: [
    {
      name: 'read',
      inputSchema: { type: 'object', properties: {} },
      request: { kind: 'template', method: 'GET', path: '/notes' },
    },
  ],
});

export type NotesWorld = {
  readonly world: World;
  /** The credentials in the last call. */
  readonly arrived: { last: Readonly<Record<string, unknown>> | null };
  newStack(name: string): Promise<StackId>;
  call(stackId: StackId, endUser: string | null): Promise<CallResponse>;
  readonly ctx: Ctx;
  close(): Promise<void>;
};

/** The service, and an API that records the credentials in its requests. */
export async function startNotesWorld(): Promise<NotesWorld> {
  const arrived: NotesWorld['arrived'] = { last: null };
  const api = createServer(({ headers }, response) => {
    arrived.last = { key: headers['x-key'], extra: headers['x-extra'] };
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(api)}`;
  const world = await startWorld({ egressAllow: '127.0.0.0/8' });
  await world.saveServer(notesDocument(url));
  const { ctx, apiKey } = world.account;
  return {
    world,
    arrived,
    ctx,
    async newStack(name) {
      const { id } = await createStack(ctx, { name });
      await addServerToStack(ctx, id, { serverId: 'notes', enableAllTools: true });
      return id;
    },
    call: (stackId, endUser) =>
      ask(`${world.url}/v1/stacks/${stackId}/tools/notes_read/invoke`, apiKey, {
        body: { tool_input: {} },
        headers: endUser === null ? {} : { 'x-end-user': endUser },
      }),
    async close() {
      await world.close();
      api.closeAllConnections();
      api.close();
    },
  };
}
