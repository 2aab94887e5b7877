import type { CallsSettings } from '../config/calls.ts';
import type { Config } from '../config/config.ts';
import { rulesFor } from '../connectors/egress/allow.ts';
import type { CallCopier } from '../core/callRecords/copier.ts';
import type { Db, Log } from '../core/kernel/context.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ClickHouseAnswer, ClickHouseRequest } from '../store/clickHouse.ts';
import type { Closers } from './closers.ts';

type Parts = { readonly db: Db; readonly log: Log; readonly metrics: Metrics | null; readonly closers: Closers };

const ANSWER_BYTES_MAX = 65_536;
/** Type of the body: the data of a statement in the address, or the statement itself. */
const TEXT = 'text/plain; charset=utf-8';

/** Copies call records to a store if the operator configured one; otherwise nothing is loaded. */
export async function openCallCopier({ calls }: Config, parts: Parts): Promise<CallCopier | null> {
  if (calls === null) return null;
  const { createClickHouse } = await import('../store/clickHouse.ts');
  const { createCallCopier } = await import('../core/callRecords/copier.ts');
  const clickHouse = await connectClickHouse(calls);
  parts.closers.add(clickHouse.close);
  const copier = createCallCopier({ ...parts, sink: createClickHouse({ ...calls, send: clickHouse.send }) });
  parts.closers.add(() => copier.close());
  parts.metrics?.watchCopier(copier);
  return copier;
}

/** Connects to ClickHouse's HTTP interface. `send` rejects with a message that may be shown. */
export async function connectClickHouse({ origin, user, password }: CallsSettings) {
  const { createEgress } = await import('../connectors/egress/egress.ts');
  // Allow only the address that the operator chose, even if accounts may not reach it.
  const egress = createEgress({ allow: rulesFor(new URL(origin)) });
  const credentials = user === null ? {} : { 'x-clickhouse-user': user, 'x-clickhouse-key': password };
  const ask = (request: ClickHouseRequest) => {
    const { query, settings, data, signal } = request;
    const inAddress = new URLSearchParams({ ...settings, ...(data !== null && { query }) });
    return egress.request({
      url: `${origin}/?${inAddress}`,
      method: 'POST',
      headers: { ...credentials, 'content-type': TEXT },
      body: data ?? query,
      signal,
      maxBytes: ANSWER_BYTES_MAX,
      refusesRedirects: true,
    });
  };
  const send = async (request: ClickHouseRequest): Promise<ClickHouseAnswer> => {
    const { status, headers } = await ask(request);
    return { status, headers };
  };
  return { ask, send, close: () => egress.close() };
}
