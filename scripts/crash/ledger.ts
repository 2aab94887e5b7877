import { type Api, mustSend } from './api.ts';
import { FIELD_ID, SERVER_ID, TOOL_ID, type Upstream } from './upstream.ts';

/** Everything that the service acknowledged for one stack. */
export type Entry = {
  readonly stackId: string;
  hasServer: boolean;
  /** The last acknowledged credential. */
  credential: string | null;
  /** The credential that was sent later without a response. The service may have stored it instead. */
  inFlight: string | null;
};

/** Everything acknowledged, and everything found missing. */
export type Ledger = {
  readonly entries: Map<string, Entry>;
  readonly lost: Set<string>;
  acknowledged: number;
};

export const newLedger = (): Ledger => ({ entries: new Map(), lost: new Set(), acknowledged: 0 });

const VALUES_CHECKED_MAX = 100;

type Listed = { readonly stack_id: string; readonly servers: readonly { readonly server_id: string }[] };

/** Boundary: the documented body of `GET /v1/stacks`. */
const listed = (body: unknown): readonly Listed[] => body as readonly Listed[];

/** Records every acknowledged stack, server in a stack, and credential that is missing. */
export async function findLost({ entries, lost }: Ledger, api: Api): Promise<void> {
  const stacks = new Map(listed(await mustSend(api, 'GET', '/v1/stacks')).map((stack) => [stack.stack_id, stack]));
  for (const { stackId, hasServer } of entries.values()) {
    const stack = stacks.get(stackId);
    if (!stack) lost.add(`stack ${stackId}`);
    else if (hasServer && !stack.servers.some((server) => server.server_id === SERVER_ID))
      lost.add(`server in ${stackId}`);
  }
}

type Status = { readonly required_credentials: Readonly<Record<string, string>> };

/** Like `findLost`, for the credentials of these stacks: each one must be stored. */
export async function findLostCredentials({ lost }: Ledger, api: Api, entries: Iterable<Entry>): Promise<void> {
  for (const { stackId, credential } of entries) {
    if (credential === null || lost.has(`stack ${stackId}`)) continue;
    const body = await mustSend(api, 'GET', `/v1/stacks/${stackId}/servers/${SERVER_ID}/credentials`);
    // Boundary: the documented body.
    if ((body as Status).required_credentials[FIELD_ID] !== 'added') lost.add(`credential of ${stackId}`);
  }
}

/** Calls the tool of the newest stacks. The upstream must receive the last acknowledged credential. */
export async function findWrongValues(ledger: Ledger, api: Api, upstream: Upstream): Promise<number> {
  const withCredential = [...ledger.entries.values()].filter(
    ({ credential, stackId }) => credential !== null && !ledger.lost.has(`stack ${stackId}`),
  );
  const newest = withCredential.slice(-VALUES_CHECKED_MAX);
  for (const { stackId, credential, inFlight } of newest) {
    const input = { tool_input: { call: stackId } };
    await mustSend(api, 'POST', `/v1/stacks/${stackId}/tools/${TOOL_ID}/invoke`, input);
    if (![credential, inFlight].includes(upstream.seen(stackId) ?? null)) ledger.lost.add(`value of ${stackId}`);
  }
  return newest.length;
}
