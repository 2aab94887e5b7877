import type { Ctx } from '../kernel/context.ts';
import { type StackId, toServerId } from '../kernel/ids.ts';
import { inStackWhere, stackWhere } from '../kernel/scope.ts';
import { MARKETPLACE } from '../servers/server.ts';

/** The server that the first start adds to the first stack. */
export const DEMO_SERVER = toServerId('everything');

/** The first steps that people of the account have done. Objects that the first start creates don't count. */
export type FirstSteps = {
  /** A stack has a server that isn't the demo server. */
  readonly hasOwnServer: boolean;
  /** Such a server has a stored credential, or needs none. */
  readonly hasOwnCredential: boolean;
  readonly hasConnectedAgent: boolean;
  /** Among the newest calls (`CALLS_MAX`). */
  readonly hasAgentCall: boolean;
  readonly hasRule: boolean;
  /** The stack that the next step is about; null if there is none. */
  readonly stackId: StackId | null;
};

const CALLS_MAX = 1_000;

/** @throws forbidden without the right `read` */
export async function readFirstSteps({ db, actor }: Ctx): Promise<FirstSteps> {
  const inStack = { stack: stackWhere(actor) };
  const own = { ...inStack, NOT: { server: { owner: MARKETPLACE, slug: DEMO_SERVER } } };
  const ready = { OR: [{ credentials: { some: {} } }, { server: { fields: { none: {} } } }] };
  const newest = { orderBy: { createdAt: 'desc' }, select: { stackId: true } } as const;
  // Neither the operator nor the first start is a token's maker.
  const ofPeople = { OR: [{ makerId: { not: null } }, { grantId: { not: null } }] };
  const tokens = await db.stackToken.findMany({
    where: { endpoint: inStack, lastUsedAt: { not: null }, ...ofPeople },
    orderBy: { lastUsedAt: 'desc' },
    take: 100,
    select: { id: true },
  });
  const calls = await db.callRecord.findMany({
    where: inStackWhere(actor),
    orderBy: { at: 'desc' },
    take: CALLS_MAX,
    select: { surface: true, callerId: true },
  });
  const hasAgentCall = calls.some(
    ({ surface, callerId }) => surface === 'mcp' || tokens.some(({ id }) => id === callerId),
  );
  const withCredential = await db.stackServer.findFirst({ where: { ...own, ...ready }, ...newest });
  const owned = withCredential ?? (await db.stackServer.findFirst({ where: own, ...newest }));
  const stack = owned ?? (await db.stackServer.findFirst({ where: inStack, ...newest }));
  return {
    hasOwnServer: owned !== null,
    hasOwnCredential: withCredential !== null,
    hasConnectedAgent: hasAgentCall || tokens.length > 0,
    hasAgentCall,
    hasRule: (await db.policyRule.findFirst({ where: inStackWhere(actor), select: { id: true } })) !== null,
    stackId: stack?.stackId ?? null,
  };
}
