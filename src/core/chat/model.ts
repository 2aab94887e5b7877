import { z } from 'zod';
import type { ChatModel } from '../../generated/prisma/client.ts';
import { requireMayMakePermanent } from '../accounts/keyEnd.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import type { AccountId } from '../kernel/ids.ts';
import { accountIdOf, ownAccountId, requireManagement, requireRight, requireUnrestrictedKey } from '../kernel/scope.ts';
import { type Binding, VaultError } from '../kernel/vault/vault.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { isLoopbackUrl } from '../lib/loopback.ts';
import { parseInput } from '../lib/parse.ts';
import { definedIn } from '../lib/patch.ts';
import { shownName } from '../lib/text.ts';
import { withoutTrailingSlashes } from '../lib/trim.ts';
import { lockAccount } from '../limits/countedBounds.ts';
import { SECRET_CHARS_MIN } from '../results/scrub.ts';
import { isWebAddress } from '../servers/webAddress.ts';
import { MODEL_APIS, type ModelApi } from './modelPort.ts';

/** `missing`: the key has to be entered again, since the origin of the address has changed. */
export type ModelKeyState = 'none' | 'stored' | 'missing';

/** The account's model as its people see it, without the key. */
export type SetModel = {
  readonly api: ModelApi;
  readonly url: string;
  readonly model: string;
  readonly keyState: ModelKeyState;
  readonly updatedAt: Date;
};

/** Model settings with the decrypted key. Holds a secret: never logged. */
type OpenedModel = SetModel & { readonly key: string | null };

/** Requires a minimum length, since shorter keys are not scrubbed from responses. */
const keySchema = z
  .string()
  .min(SECRET_CHARS_MIN)
  .max(4_096)
  .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters');

const modelInput = z.object({
  api: z.enum(MODEL_APIS),
  url: z
    .url()
    .max(2_048)
    .refine(isWebAddress, 'must be http or https, without a user name or password')
    .refine((text) => {
      const url = URL.parse(text);
      return url !== null && url.search === '' && url.hash === '';
    }, 'must not have a query or fragment')
    .transform((text) => withoutTrailingSlashes(new URL(text).href)),
  model: shownName.min(1).max(200),
  key: keySchema.nullish(),
});

type ModelInput = z.infer<typeof modelInput>;

/** Associated data that binds a model's key to its row and the origin of its address. */
const bindingOf = (accountId: AccountId, { url, revision }: Pick<ChatModel, 'url' | 'revision'>): Binding => ({
  accountId,
  stackId: '',
  serverId: 'chat model',
  endUser: '',
  fieldId: 'key',
  revision,
  destination: originOf(url),
});

const originOf = (url: string): string => URL.parse(url)?.origin ?? '';

const withoutKey = ({ api, url, model, needsKey, sealed, updatedAt }: ChatModel): SetModel => {
  const stored = sealed === null ? 'missing' : 'stored';
  return { api: api === 'anthropic' ? api : 'openai', url, model, keyState: needsKey ? stored : 'none', updatedAt };
};

/**
 * The model with which people of the account try their tools; null if none is set. Visible to all callers who may see
 * the account or one of its stacks.
 * @throws forbidden
 */
export async function readChatModel(ctx: Ctx): Promise<SetModel | null> {
  requireManagement(ctx.actor);
  const row = await ctx.db.chatModel.findUnique({ where: { accountId: ownAccountId(ctx.actor) } });
  return row && withoutKey(row);
}

/**
 * The account's model with its decrypted key. Does not check rights: `askModel` requires `invoke` in a stack.
 * @throws invalid_input if no model is set, or if its key has to be re-entered
 */
export async function openChatModel(ctx: Ctx): Promise<OpenedModel> {
  const row = await ctx.db.chatModel.findUnique({ where: { accountId: ownAccountId(ctx.actor) } });
  if (!row) throw new AppError('invalid_input', 'No model is set. A user with the right “admin” can set one');
  return { ...withoutKey(row), key: row.needsKey ? keyIn(ctx, row) : null };
}

function keyIn({ vault }: Ctx, row: ChatModel): string {
  try {
    if (row.sealed) return vault.open(row.sealed, bindingOf(row.accountId, row));
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
  }
  throw new AppError('invalid_input', 'Enter the model’s key again: the stored key is gone or was for another address');
}

/**
 * Sets or updates the account's model. The input is `{ api, url, model, key? }`. A null key removes the stored key. An
 * omitted key keeps it if the origin stays the same; otherwise the key must be entered again. Keys are sent only over
 * https, or to this machine.
 * @throws forbidden without the right `admin`, and as `createWebhook`, since prompts and tool results are sent there;
 * invalid_input
 */
export async function updateChatModel(ctx: Ctx, input: object): Promise<SetModel> {
  requireRight(ctx.actor, 'admin');
  requireUnrestrictedKey(ctx.actor);
  requireMayMakePermanent(ctx.actor);
  const accountId = accountIdOf(ctx.actor);
  const before = await ctx.db.chatModel.findUnique({
    where: { accountId },
    select: { api: true, url: true, model: true },
  });
  const parsed = parseInput(modelInput, { ...before, ...definedIn(input) }, 'Invalid request parameters');
  return write(ctx, async (tx) => {
    const data = { ...(await rowOf(ctx, tx, accountId, parsed)), updatedAt: ctx.now() };
    const stored = await tx.chatModel.upsert({ where: { accountId }, create: { accountId, ...data }, update: data });
    const value = withoutKey(stored);
    const { api, model, keyState } = value;
    const details = { api, model, host: URL.parse(value.url)?.host ?? '', key: keyState };
    return { value, audit: { action: 'account.set_chat_model', target: { kind: 'account', id: accountId }, details } };
  });
}

/** All columns of the row. The stored key stays if the origin is the same and the input does not change the key. */
async function rowOf(ctx: Ctx, tx: Tx, accountId: AccountId, { key, ...rest }: ModelInput) {
  await lockAccount(tx, accountId);
  const before = await tx.chatModel.findUnique({ where: { accountId } });
  const needsKey = key === undefined ? (before?.needsKey ?? false) : key !== null;
  const address = URL.parse(rest.url);
  if (needsKey && address?.protocol !== 'https:' && !isLoopbackUrl(address)) {
    const issues = [{ path: '/url', message: 'must be https if a key is set, or http on this machine' }];
    throw new AppError('invalid_input', 'Invalid request parameters', { issues });
  }
  if (key === undefined && before && originOf(before.url) === originOf(rest.url)) {
    const { keyId, sealed, revision } = before;
    return { ...rest, needsKey, keyId, sealed: sealed && new Uint8Array(sealed), revision };
  }
  const revision = (before?.revision ?? 0) + 1;
  if (typeof key !== 'string') return { ...rest, needsKey, keyId: null, sealed: null, revision };
  const { bytes: sealed, keyId } = ctx.vault.seal(key, bindingOf(accountId, { url: rest.url, revision }));
  return { ...rest, needsKey, keyId, sealed, revision };
}

/**
 * Deletes the account's model and its key.
 * @throws forbidden without the right `admin`; not_found if none is set
 */
export async function removeChatModel(ctx: Ctx): Promise<SetModel> {
  requireRight(ctx.actor, 'admin');
  const accountId = accountIdOf(ctx.actor);
  return write(ctx, async (tx) => {
    const row = await tx.chatModel.findUnique({ where: { accountId } });
    if (!row) throw new AppError('not_found', 'No model is set');
    await tx.chatModel.deleteMany({ where: { accountId } });
    const details = { host: URL.parse(row.url)?.host ?? '' };
    const target = { kind: 'account' as const, id: accountId };
    return { value: withoutKey(row), audit: { action: 'account.remove_chat_model', target, details } };
  });
}
