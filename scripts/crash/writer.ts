import { randomUUID } from 'node:crypto';
import type { Api } from './api.ts';
import type { Entry, Ledger } from './ledger.ts';
import { FIELD_ID, SERVER_ID } from './upstream.ts';

const CREDENTIAL_WRITES_PER_STACK = 3;

type Created = { readonly stack_id: string };

/** Creates a stack with a server, and sets its credential repeatedly. Returns false once the service is gone. */
async function writeStack(api: Api, ledger: Ledger): Promise<boolean> {
  const made = await api.send('POST', '/v1/stacks', { stack_name: randomUUID() });
  if (made === null) return false;
  // Boundary: the documented body.
  const { stack_id: stackId } = made as Created;
  const entry: Entry = { stackId, hasServer: false, credential: null, inFlight: null };
  ledger.entries.set(stackId, entry);
  ledger.acknowledged += 1;
  const body = { server_id: SERVER_ID, enable_all_tools: true };
  if ((await api.send('POST', `/v1/stacks/${stackId}/servers`, body)) === null) return false;
  entry.hasServer = true;
  ledger.acknowledged += 1;
  for (let count = 0; count < CREDENTIAL_WRITES_PER_STACK; count++) {
    if (!(await writeCredential(api, ledger, entry))) return false;
  }
  return true;
}

async function writeCredential(api: Api, ledger: Ledger, entry: Entry): Promise<boolean> {
  const value = randomUUID();
  entry.inFlight = value;
  const path = `/v1/stacks/${entry.stackId}/servers/${SERVER_ID}/credentials`;
  if ((await api.send('PUT', path, { credentials: { [FIELD_ID]: value } })) === null) return false;
  entry.credential = value;
  entry.inFlight = null;
  ledger.acknowledged += 1;
  return true;
}

/** Writes with many writers at once until the service stops responding. */
export async function writeUntilDead(api: Api, ledger: Ledger, writers: number): Promise<void> {
  const write = async () => {
    while (await writeStack(api, ledger));
  };
  await Promise.all(Array.from({ length: writers }, write));
}
