import type { Ctx } from '../../core/context.ts';
import {
  createClientEndpoint,
  deleteClientEndpoint,
  listClientEndpoints,
} from '../../core/endpoints/clientEndpoint.ts';
import { createStackToken, listStackTokens, revokeStackToken } from '../../core/endpoints/stackToken.ts';
import { listStacks } from '../../core/stacks/stack.ts';
import type { Run } from '../command.ts';
import { CliError } from '../exit.ts';
import { isStackId } from '../input.ts';
import { allRows, asOperator } from '../operator.ts';

export type EndpointRow = {
  readonly id: string;
  readonly clientId: string;
  readonly stackId: string;
  readonly name: string;
  readonly createdAt: Date;
};

export type TokenRow = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
};

/** Neither: the default of 90 days. */
export type Expiry = { readonly expiresInDays?: number; readonly neverExpires?: boolean };

/** Client endpoints and their tokens, wherever they are reached. A stack is named by its id or exact name. */
export type Endpoints = {
  create(
    stack: string,
    input: Expiry & { readonly name: string },
  ): Promise<{ readonly row: EndpointRow; readonly token: string }>;
  list(stack: string): Promise<readonly EndpointRow[]>;
  /** An endpoint is named by its own id or its client id. */
  remove(endpoint: string): Promise<EndpointRow>;
  createToken(
    endpoint: string,
    input: Expiry & { readonly name?: string },
  ): Promise<{ readonly row: TokenRow; readonly token: string }>;
  listTokens(endpoint: string): Promise<readonly TokenRow[]>;
  revokeToken(id: string): Promise<TokenRow>;
};

export const operatorEndpoints = (run: Run): Endpoints => ({
  create: (stack, input) =>
    asOperator(run, async (ctx) => {
      const made = await createClientEndpoint(ctx, { ...input, stackId: await stackIdOf(ctx, stack) });
      return { row: made.endpoint, token: made.token };
    }),
  list: (stack) =>
    asOperator(run, async (ctx) => {
      const stackId = await stackIdOf(ctx, stack);
      return allRows((page) => listClientEndpoints(ctx, stackId, page));
    }),
  remove: (endpoint) => asOperator(run, async (ctx) => deleteClientEndpoint(ctx, await endpointIdOf(ctx, endpoint))),
  createToken: (endpoint, input) =>
    asOperator(run, async (ctx) => {
      const made = await createStackToken(ctx, { ...input, endpointId: await endpointIdOf(ctx, endpoint) });
      return { row: made.tokenRecord, token: made.token };
    }),
  listTokens: (endpoint) =>
    asOperator(run, async (ctx) => {
      const endpointId = await endpointIdOf(ctx, endpoint);
      return allRows((page) => listStackTokens(ctx, endpointId, page));
    }),
  revokeToken: (id) => asOperator(run, (ctx) => revokeStackToken(ctx, id)),
});

async function stackIdOf(ctx: Ctx, given: string): Promise<string> {
  if (isStackId(given)) return given;
  const named = (await allRows((page) => listStacks(ctx, page))).filter(({ name }) => name === given);
  return onlyStack(named, given);
}

/** The id of the one stack that was meant. @throws CliError not_found, invalid_input */
function onlyStack(found: readonly { readonly id: string }[], given: string): string {
  const [stack, another] = found;
  if (!stack) throw new CliError('not_found', `Stack ${given} not found`);
  if (another) throw new CliError('invalid_input', `Several accounts have a stack ${given}: give its id`);
  return stack.id;
}

async function endpointIdOf(ctx: Ctx, given: string): Promise<string> {
  if (!given.startsWith('client_')) return given;
  const endpoint = await ctx.db.clientEndpoint.findUnique({ where: { clientId: given }, select: { id: true } });
  return endpoint?.id ?? given;
}
