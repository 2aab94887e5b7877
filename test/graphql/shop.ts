import type { StackId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import type { TypedDocumentString } from '../../src/generated/gql/graphql.ts';
import { startApiWorld } from '../harness/apiWorld.ts';
import { run } from './ask.ts';
import { serverDocument } from './documents.ts';

/** A well-formed but unknown id. */
export const UNKNOWN_STACK = 'stack_01900000-0000-7000-8000-000000000000';

const failure = (typename: string, code: string) => (message: string) => ({ __typename: typename, code, message });
export const notFound = failure('NotFoundError', 'NOT_FOUND');
export const invalid = failure('InvalidInputError', 'INVALID_INPUT');
export const exists = failure('AlreadyExistsError', 'ALREADY_EXISTS');
export const forbidden = failure('ForbiddenError', 'FORBIDDEN');

/** The service with four marketplace servers over one upstream: `shop` answers, `safe`, `down` and `busy` refuse. */
export async function openShop() {
  const { api: upstream, world, close } = await startApiWorld();
  const servers = [
    serverDocument('shop', { tools: ['find', 'buy'], baseUrl: upstream.url, path: '/echo' }),
    serverDocument('safe', { baseUrl: upstream.url, path: '/secure/bearer' }),
    serverDocument('down', { baseUrl: upstream.url, path: '/status/503' }),
    serverDocument('busy', { baseUrl: upstream.url, path: '/status/429' }),
  ];
  for (const server of servers) await saveServer(world.operator, server);
  let stacks = 0;
  return {
    world,
    upstream,
    run: <R extends object, V>(document: TypedDocumentString<R, V>, variables: V & object, key?: string) =>
      run(world.url, key ?? world.account.apiKey, document, variables),
    /** A stack with these servers and every tool enabled. */
    async newStack(...serverIds: string[]): Promise<{ readonly stackId: StackId; readonly name: string }> {
      stacks += 1;
      const name = `stack ${stacks}`;
      const { id: stackId } = await createStack(world.account.ctx, { name });
      for (const serverId of serverIds) {
        await addServerToStack(world.account.ctx, stackId, { serverId, enableAllTools: true });
      }
      return { stackId, name };
    },
    close,
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
