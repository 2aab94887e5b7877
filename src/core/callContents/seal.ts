import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallRecord } from '../../generated/prisma/client.ts';
import type { Log } from '../kernel/context.ts';
import type { AccountId, CallId, StackId } from '../kernel/ids.ts';
import type { Binding, Vault } from '../kernel/vault/vault.ts';
import { DAY_MS } from '../lib/day.ts';
import { type JsonValue, parseJson } from '../lib/json.ts';
import { readLongJson } from '../lib/longJson.ts';
import type { SmallOutput } from '../results/largeOutput.ts';
import { toResult } from '../results/result.ts';
import { alsoInHosts, createScrubber } from '../results/scrub.ts';
import type { ReserveAllowance } from './contentRoom.ts';
import { redact, withNames } from './redact.ts';
import type { ContentPolicy } from './settings.ts';
import type { ContentState } from './state.ts';

/** Maximum bytes of a stored input or output, as JSON in UTF-8. */
const CONTENT_BYTES_MAX = 65_536;

/**
 * Contents of a call to store. Input and output are JSON texts, since parsed objects take many times the memory. They
 * are null if too large to store.
 */
export type ContentsInput = {
  readonly policy: ContentPolicy;
  readonly input: string | null;
  /** The JSON of a `ToolOutput`; the text `null` for a call without an output. */
  readonly output: string | null;
  /** Values of the credentials that the call used, secret or not. */
  readonly values: readonly string[];
  /** The ids of the server's credential fields, which may also be names of members. */
  readonly fieldIds: readonly string[];
};

/** JSON text to queue for storage; null if it is too large to store. */
export const smallText = (json: string): string | null => (Buffer.byteLength(json) > CONTENT_BYTES_MAX ? null : json);

/** A row of `call_content` to be written, with its bytes in base64. */
export type SealedContents = {
  readonly id: CallId;
  readonly keyId: string;
  readonly sealed: string;
  readonly expiresAt: Date;
};

type Sealing = { readonly vault: Vault; readonly reserve: ReserveAllowance; readonly log: Log };
type SealedSide = { readonly state: ContentState; readonly row: SealedContents | null };

const withoutContents = (state: ContentState): SealedSide => ({ state, row: null });

/** Associated data that binds encrypted contents to their row. */
export const contentBinding = (id: CallId, accountId: AccountId, stackId: StackId): Binding => ({
  accountId,
  stackId,
  serverId: 'call-contents',
  endUser: '',
  fieldId: id,
  revision: 1,
  destination: null,
});

/**
 * Redacts and encrypts a call's contents, within the size limit and the account's allowance. Never throws: it logs a
 * failure and notes it in the call record.
 */
export async function sealContents(sealing: Sealing, call: CallRecord, contents: ContentsInput): Promise<SealedSide> {
  try {
    const { id, accountId, stackId } = call;
    const { input, output } = await redacted(contents);
    const left = [input, output].filter((side) => side === undefined).length;
    if (left === 2) return withoutContents('too_large');
    const text = JSON.stringify({ input: input ?? null, output: output ?? null });
    const { bytes, keyId } = sealing.vault.seal(text, contentBinding(id, accountId, stackId));
    if (!sealing.reserve(accountId, bytes.length)) return withoutContents('no_room');
    const expiresAt = new Date(call.at.getTime() + contents.policy.days * DAY_MS);
    const row = { id, keyId, sealed: Buffer.from(bytes).toString('base64'), expiresAt };
    return { state: left === 0 ? 'kept' : 'partly_kept', row };
  } catch (error) {
    sealing.log.error({ err: error, callId: call.id }, 'the input and output of a call could not be stored');
    return withoutContents('dropped');
  }
}

type Contents = Readonly<Record<'input' | 'output', JsonValue | undefined>>;

/**
 * The redacted input and output. Undefined for one that is too large, before or after redaction: `[redacted]` is longer
 * than many values.
 */
async function redacted({ policy, input, output, values, fieldIds }: ContentsInput): Promise<Contents> {
  const redaction = withNames(policy.redaction, fieldIds);
  const scrubber = createScrubber(alsoInHosts(values));
  const redactedCopy = async (side: keyof Contents, value: unknown): Promise<JsonValue | undefined> => {
    // Scrubbing also replaces member names that equal a credential's value. The name `of` is too short to be replaced.
    const { of = null } = await scrubber.object({ of: redact(side, value, redaction) });
    return smallText(JSON.stringify(of)) === null ? undefined : of;
  };
  return {
    input: input === null ? undefined : await redactedCopy('input', await read(input)),
    output: output === null ? undefined : await redactedCopy('output', answerOf(await read(output))),
  };
}

/** Parses a text from `recordOutcome.ts` part by part, or as a whole if it is nested too deeply. */
const read = async (json: string): Promise<unknown> =>
  (await readLongJson(Buffer.from(json), () => nextTurn())) ?? parseJson(json);

/** Safe cast: the text is a call's output, or null. */
function answerOf(written: unknown): JsonValue {
  const output = written as SmallOutput | null;
  return output === null ? null : toResult(output);
}
