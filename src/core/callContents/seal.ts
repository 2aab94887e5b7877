import type { CallRecord } from '../../generated/prisma/client.ts';
import { DAY_MS } from '../callRecords/day.ts';
import type { ToolOutput } from '../calls/connector.ts';
import type { Log } from '../context.ts';
import type { AccountId, CallId, StackId } from '../ids.ts';
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

/** How many bytes of a call's contents would be kept. */
export const keptBytes = ({ inputBytes, outputBytes }: Pick<CallRecord, 'inputBytes' | 'outputBytes'>): number =>
  [inputBytes, outputBytes].reduce((sum, bytes) => sum + (bytes > CONTENT_BYTES_MAX ? 0 : bytes), 0);

/**
 * The redacted contents of a call, sealed, as far as they are small enough and the account has room. Never fails: what
 * cannot be kept is logged by its call, and said in the record.
 */
export async function sealContents(sealing: Sealing, call: CallRecord, given: GivenContents): Promise<Kept> {
  const isInput = call.inputBytes <= CONTENT_BYTES_MAX;
  const isOutput = call.outputBytes <= CONTENT_BYTES_MAX;
  if (!isInput && !isOutput) return nothing('too_large');
  try {
    const { id, accountId, stackId } = call;
    const text = await redactedText(given, { isInput, isOutput });
    const { bytes, keyId } = sealing.vault.seal(text, contentBinding(id, accountId, stackId));
    if (!(await sealing.room.take(accountId, bytes.length))) return nothing('no_room');
    const expiresAt = new Date(call.at.getTime() + given.policy.days * DAY_MS);
    const row = { id, keyId, sealed: Buffer.from(bytes).toString('base64'), expiresAt };
    return { state: isInput && isOutput ? 'kept' : 'partly_kept', row };
  } catch (error) {
    sealing.log.error({ err: error, callId: call.id }, 'the contents of a call could not be kept');
    return nothing('dropped');
  }
}

type Sides = { readonly isInput: boolean; readonly isOutput: boolean };

/** `{"input":…,"output":…}`, each null where it is left out. */
async function redactedText({ policy, input, output, values, fieldIds }: GivenContents, sides: Sides): Promise<string> {
  const answered = sides.isOutput && output !== null && output.type !== 'large' ? toResult(output) : null;
  const redaction = withNames(policy.redaction, fieldIds);
  const scrubber = createScrubber(values.flatMap((value) => [value, value.toLowerCase()]));
  const contents = {
    input: redact('input', sides.isInput ? input : null, redaction),
    output: redact('output', answered, redaction),
  };
  return JSON.stringify(await scrubber.object(contents));
}
