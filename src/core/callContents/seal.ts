import type { CallRecord } from '../../generated/prisma/client.ts';
import { DAY_MS } from '../callRecords/day.ts';
import type { ToolOutput } from '../calls/connector.ts';
import type { Log } from '../context.ts';
import type { AccountId, CallId, StackId } from '../ids.ts';
import type { JsonValue } from '../lib/json.ts';
import { toResult } from '../results/result.ts';
import { createScrubber } from '../results/scrub.ts';
import type { Binding, Vault } from '../vault/vault.ts';
import type { ContentRoom } from './contentRoom.ts';
import { redact, withNames } from './redact.ts';
import type { ContentPolicy } from './settings.ts';
import type { ContentState } from './state.ts';

/** Of an input or output as JSON, in UTF-8. */
const CONTENT_BYTES_MAX = 65_536;

/** What a call hands over to be kept: nothing is copied on its way. */
export type GivenContents = {
  readonly policy: ContentPolicy;
  readonly input: unknown;
  /** Null for a call without one. */
  readonly output: ToolOutput | null;
  /** The values of the credentials that it used, secret or not. */
  readonly values: readonly string[];
  /** The ids of the server's credential fields, which may also be names of members. */
  readonly fieldIds: readonly string[];
};

/** A row of `call_content` to be written, with its bytes in base64. */
export type SealedContents = {
  readonly id: CallId;
  readonly keyId: string;
  readonly sealed: string;
  readonly expiresAt: Date;
};

type Sealing = { readonly vault: Vault; readonly room: ContentRoom; readonly log: Log };
type Kept = { readonly state: ContentState; readonly row: SealedContents | null };

const nothing = (state: ContentState): Kept => ({ state, row: null });

/** The row that an envelope of contents opens in. */
export const contentBinding = (id: CallId, accountId: AccountId, stackId: StackId): Binding => ({
  accountId,
  stackId,
  serverId: 'call-contents',
  endUser: '',
  fieldId: id,
  revision: 1,
  destination: null,
});

/** The sizes of a call's contents, in bytes. */
type Sizes = Pick<CallRecord, 'inputBytes' | 'outputBytes'>;

/** How many bytes of a call's contents would be kept. */
export const keptBytes = ({ inputBytes, outputBytes }: Sizes): number =>
  [inputBytes, outputBytes].reduce((sum, bytes) => sum + (bytes > CONTENT_BYTES_MAX ? 0 : bytes), 0);

/** The contents without what is too large to be kept, which is not to wait in memory either. */
export const withoutLarge = ({ inputBytes, outputBytes }: Sizes, given: GivenContents): GivenContents => ({
  ...given,
  input: inputBytes > CONTENT_BYTES_MAX ? null : given.input,
  output: outputBytes > CONTENT_BYTES_MAX ? null : given.output,
});

/**
 * The redacted contents of a call, sealed, as far as they are small enough and the account has room. Never fails: what
 * cannot be kept is logged by its call, and said in the record.
 */
export async function sealContents(sealing: Sealing, call: CallRecord, contents: GivenContents): Promise<Kept> {
  try {
    const { id, accountId, stackId } = call;
    const { input, output } = await redacted(call, contents);
    const left = [input, output].filter((side) => side === undefined).length;
    if (left === 2) return nothing('too_large');
    const text = JSON.stringify({ input: input ?? null, output: output ?? null });
    const { bytes, keyId } = sealing.vault.seal(text, contentBinding(id, accountId, stackId));
    if (!(await sealing.room.take(accountId, bytes.length))) return nothing('no_room');
    const expiresAt = new Date(call.at.getTime() + contents.policy.days * DAY_MS);
    const row = { id, keyId, sealed: Buffer.from(bytes).toString('base64'), expiresAt };
    return { state: left === 0 ? 'kept' : 'partly_kept', row };
  } catch (error) {
    sealing.log.error({ err: error, callId: call.id }, 'the contents of a call could not be kept');
    return nothing('dropped');
  }
}

type Contents = Readonly<Record<'input' | 'output', JsonValue | undefined>>;

/** Both sides; undefined for one that is too large, as it came or as it is now: `[redacted]` is longer than many. */
async function redacted(
  { inputBytes, outputBytes }: Sizes,
  { policy, input, output, values, fieldIds }: GivenContents,
): Promise<Contents> {
  const redaction = withNames(policy.redaction, fieldIds);
  const scrubber = createScrubber(values.flatMap((value) => [value, value.toLowerCase()]));
  const kept = async (side: keyof Contents, bytes: number, value: unknown): Promise<JsonValue | undefined> => {
    if (bytes > CONTENT_BYTES_MAX) return;
    // A name that is too short to be scrubbed: a credential's value may be the word `input`.
    const { of = null } = await scrubber.object({ of: redact(side, value, redaction) });
    return Buffer.byteLength(JSON.stringify(of)) > CONTENT_BYTES_MAX ? undefined : of;
  };
  const answered = output === null || output.type === 'large' ? null : toResult(output);
  return { input: await kept('input', inputBytes, input), output: await kept('output', outputBytes, answered) };
}
