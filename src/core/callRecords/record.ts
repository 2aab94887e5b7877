import type { Invocation } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { ACTIVITY_CHANNEL, activityPayload } from './feed.ts';

/** Notes a call and tells all instances of it, in one statement. */
export async function insertCall(ctx: Pick<Ctx, 'db'>, call: Invocation): Promise<void> {
  const { id, accountId, stackId, serverId, toolId, endpointId, outcome, latencyMs, inputBytes, outputBytes, at } =
    call;
  const payload = activityPayload({ kind: 'call', call });
  await ctx.db.$queryRaw`
    WITH added AS (
      INSERT INTO invocation
        (id, account_id, stack_id, server_id, tool_id, endpoint_id, outcome, latency_ms, input_bytes, output_bytes, at)
      VALUES
        (${id}, ${accountId}, ${stackId}, ${serverId}, ${toolId}, ${endpointId}, ${outcome}, ${latencyMs},
         ${inputBytes}, ${outputBytes}, ${at})
      RETURNING id)
    SELECT pg_notify(${ACTIVITY_CHANNEL}, ${payload})::text FROM added`;
}
