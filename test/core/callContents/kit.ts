import { contentBinding } from '../../../src/core/callContents/seal.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { type CallId, newCallId, type StackId, toServerId } from '../../../src/core/kernel/ids.ts';
import { accountIdOf } from '../../../src/core/kernel/scope.ts';
import type { Vault } from '../../../src/core/kernel/vault/vault.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';

/** Stores a call's input for the stack, like the recorder, and returns the call’s id. */
export async function storeContents(
  ctx: Ctx,
  stackId: StackId,
  input: string,
  vault: Vault = ctx.vault,
): Promise<CallId> {
  const id = newCallId();
  const accountId = accountIdOf(ctx.actor);
  const { bytes, keyId } = vault.seal(JSON.stringify({ input, output: null }), contentBinding(id, accountId, stackId));
  const expiresAt = new Date(ctx.now().getTime() + 86_400_000);
  const row = { id, accountId, stackId, keyId, sealed: bytes, bytes: bytes.length, expiresAt };
  await ctx.db.callContent.create({ data: row });
  return id;
}

/** A server whose tools send a `note`: `write` echoes it, `fail` answers 503. */
export async function saveNotes(ctx: Ctx, baseUrl: string): Promise<void> {
  const request = (path: string) => ({
    kind: 'template' as const,
    method: 'POST' as const,
    path,
    body: { note: '{note}' },
    bodyEncoding: 'json' as const,
  });
  const inputSchema = { type: 'object', properties: { note: {}, secret: {}, email: {} } };
  const tool = (name: string, path: string) => ({ name, description: name, inputSchema, request: request(path) });
  await saveServer(ctx, {
    id: 'notes',
    name: 'Notes',
    connector: { kind: 'http', baseUrl },
    credentials: [
      { id: 'notes_key', name: 'Key', required: true, secret: true, placement: { in: 'header', name: 'x-key' } },
      { id: 'notes_user', name: 'User', required: true, secret: false, placement: { in: 'header', name: 'x-user' } },
    ],
    tools: [tool('write', '/echo'), tool('fail', '/status/503')],
  });
}

/** A stack with that server, and its credentials. */
export async function newNotesStack(
  ctx: Ctx,
  name: string,
  credentials: { readonly notes_key: string; readonly notes_user: string },
): Promise<StackId> {
  const { id } = await createStack(ctx, { name });
  await addServerToStack(ctx, id, { serverId: 'notes', enableAllTools: true });
  await setCredentials(ctx, id, toServerId('notes'), { credentials });
  return id;
}
