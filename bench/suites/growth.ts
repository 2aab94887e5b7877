import { newToken } from '../../src/core/endpoints/stackToken.ts';
import { toClientId, toEndpointId, toStackId } from '../../src/core/kernel/ids.ts';
import { addServer, type Installation } from '../lib/installation.ts';
import { drive, type Target } from '../lib/load.ts';
import { type Cell, measure, type Result, type Rounds, WARM_UP_MS } from '../lib/measure.ts';
import { forgetPeak, idleMbOf, peakMbOf } from '../lib/processes.ts';
import { agentCall } from '../lib/targets.ts';
import { type Bench, cellAt } from './calls.ts';

const STACKS = [1, 100, 10_000];
const ACTIVE = 1_000;
/** Fewer than an account's limit. */
const PER_ACCOUNT = 1_000;
const SERVER = 'grown';

export type Growth = {
  readonly results: readonly Result[];
  /** Resident memory of a new idle process, and its peak under calls to a thousand stacks. */
  readonly memory: { readonly idleMb: number; readonly activeMb: number };
};

/** Calls to one stack of a few, to one of many, and to a thousand stacks in turn. */
export async function measureGrowth(bench: Bench, rounds: Rounds): Promise<Growth> {
  const connector = { kind: 'mcp-http', url: `${bench.floors.origin}/mcp` };
  await addServer(bench.installation, SERVER, { tools: 10, connector });
  const results: Result[] = [];
  let oneStack: Target | null = null;
  for (const [step, stacks] of STACKS.entries()) {
    await addStacks(bench.installation, stacks - (STACKS[step - 1] ?? 0));
    oneStack ??= await targetOf(bench, 1);
    const name = `/s call_tool, ${stacks.toLocaleString('en')} ${stacks === 1 ? 'stack' : 'stacks'} in the database`;
    results.push(...(await measure([cellOf(bench, name, oneStack)], rounds)));
  }
  // A new process, whose memory holds nothing else.
  const gateway = await bench.installation.serve();
  try {
    const idleMb = await idleMbOf(gateway.pid);
    forgetPeak(gateway.pid);
    const target = await targetOf({ ...bench, gateway }, ACTIVE);
    const name = `/s call_tool, ${ACTIVE.toLocaleString('en')} stacks in turn`;
    await drive(target, { concurrency: 16, forMs: WARM_UP_MS });
    results.push(...(await measure([cellOf({ ...bench, gateway }, name, target)], rounds)));
    return { results, memory: { idleMb, activeMb: peakMbOf(gateway.pid) } };
  } finally {
    await gateway.stop();
  }
}

const cellOf = ({ floors, gateway }: Bench, name: string, target: Target): Cell =>
  cellAt(floors, 'Growth', 16)({ name, target, pid: gateway.pid });

/**
 * Stacks as rows, each with one server, its ten tools and an endpoint. Creating them through the API would take
 * minutes.
 */
async function addStacks(installation: Installation, count: number): Promise<void> {
  const { db } = installation.operator;
  for (let left = count; left > 0; left -= PER_ACCOUNT) {
    const account = await installation.addAccount();
    const { accountId } = account.actor;
    await db.$executeRaw`
      WITH stacks AS (
        INSERT INTO stack (id, account_id, name)
        SELECT 'stack_' || uuidv7(), ${accountId}, 'grown ' || n FROM generate_series(1, ${Math.min(left, PER_ACCOUNT)}::int) AS n
        RETURNING id
      ), placed AS (
        INSERT INTO stack_server (id, stack_id, server_id)
        SELECT uuidv7()::text, stacks.id, server.id FROM stacks, server WHERE server.slug = ${SERVER}
        RETURNING id, server_id
      ), enabled AS (
        INSERT INTO enabled_tool (stack_server_id, tool_key)
        SELECT placed.id, tool.id FROM placed JOIN tool ON tool.server_id = placed.server_id
      )
      INSERT INTO client_endpoint (id, client_id, stack_id, name)
      SELECT 'endpoint_' || uuidv7(), 'client_' || gen_random_uuid(), id, 'grown' FROM stacks`;
  }
}

/** A call to each of this many stacks in turn, with new tokens. */
async function targetOf({ installation: { operator }, gateway }: Bench, stacks: number): Promise<Target> {
  const rows = await operator.db.clientEndpoint.findMany({
    where: { name: 'grown' },
    take: stacks,
    orderBy: { id: 'desc' },
  });
  const issued = await Promise.all(
    rows.map(async ({ id, clientId, stackId }) => {
      const ids = { id: toEndpointId(id), clientId: toClientId(clientId), stackId: toStackId(stackId) };
      const { data, token } = await newToken(
        operator,
        { endpoint: ids, name: 'bench', endUser: null },
        { neverExpires: true },
      );
      return { data, call: agentCall(gateway, { ...ids, token }, `${SERVER}_echo`) };
    }),
  );
  await operator.db.stackToken.createMany({ data: issued.map(({ data }) => data) });
  const [first] = issued;
  if (!first) throw new Error('there are no stacks');
  return { ...first.call, requests: issued.flatMap(({ call }) => call.requests) };
}
