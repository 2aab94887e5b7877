import type { CallContent } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { type CallId, toCallId } from '../kernel/ids.ts';
import { accountWhere, requireRight } from '../kernel/scope.ts';
import { VaultError } from '../kernel/vault/vault.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { isJsonObject, type JsonValue, parseJson } from '../lib/json.ts';
import { contentBinding } from './seal.ts';

/** Stored contents of a call; a part is null if it was absent or omitted. */
export type CallContents = {
  readonly callId: CallId;
  readonly input: JsonValue;
  readonly output: JsonValue;
  readonly expiresAt: Date;
};

/**
 * Reads the stored input and output of a call. The access is audited before anything is returned.
 * @throws forbidden without the right `admin`, since it reveals others' calls
 * @throws not_found for another account's call, without stored contents, or if the key that encrypted them is gone
 */
export async function readContents(ctx: Ctx, id: CallId): Promise<CallContents> {
  requireRight(ctx.actor, 'admin');
  const where = { id, stack: accountWhere(ctx.actor), expiresAt: { gt: ctx.now() } };
  const row = await ctx.db.callContent.findFirst({ where });
  if (!row) throw new AppError('not_found', 'No stored input and output found for this call');
  const { accountId, stackId, expiresAt } = row;
  const { input, output } = openContents(ctx, row);
  return write(ctx, async () => ({
    value: { callId: id, input, output, expiresAt },
    audit: { action: 'call.read_contents', target: { kind: 'call', id }, stackId, chain: accountId },
  }));
}

type StoredContents = Pick<CallContent, 'id' | 'accountId' | 'stackId' | 'sealed'>;
type OpenedContents = Pick<CallContents, 'input' | 'output'>;

/** Decrypts a row without an audit event, for callers that may use its stack's contents. Null if its key is gone. */
export function readStored(ctx: Ctx, row: StoredContents): OpenedContents | null {
  try {
    return openContents(ctx, row);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function openContents({ vault }: Ctx, { id, accountId, stackId, sealed }: StoredContents): OpenedContents {
  try {
    const contents = parseJson(vault.open(sealed, contentBinding(toCallId(id), accountId, stackId)));
    const { input = null, output = null } = isJsonObject(contents) ? contents : {};
    return { input, output };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    throw new AppError(
      'not_found',
      'The stored input and output cannot be decrypted: their master key is not configured',
    );
  }
}
