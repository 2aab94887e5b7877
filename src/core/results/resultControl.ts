import { z } from 'zod';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import type { StackId } from '../kernel/ids.ts';
import type { Tenant } from '../lib/fairQueue.ts';
import { parseInput } from '../lib/parse.ts';
import { inThread, jsonOutput, LARGE_BYTES, resultJson } from './largeOutput.ts';
import type { ToolOutcome } from './outcome.ts';
import { chunkBody, chunkOf } from './part.ts';
import { compileSelection, type Selection, selectFrom } from './select.ts';
import { readResult, type StoredPart, storeResult } from './storedResult.ts';

/** Minimum `maxBytes` that callers may request. */
export const RESULT_BYTES_MIN = 256;
/** Maximum `maxBytes` that callers may request. */
export const RESULT_BYTES_MAX = 4 * 1_024 * 1_024;

/** The requested form of a result, as the caller sent it. */
export type ResultOptions = {
  /** A JMESPath expression. */
  readonly select?: unknown;
  /** Results whose JSON text is longer than this many bytes are sent in parts. */
  readonly maxBytes?: unknown;
};

/** The validated options; null for each one not requested. */
type ResultControl = { readonly selection: Selection | null; readonly maxBytes: number | null };

const controlSchema = z.object({
  select: z
    .string()
    .transform((expression, context): Selection => {
      const compiled = compileSelection(expression);
      if ('node' in compiled) return compiled;
      context.addIssue({ code: 'custom', message: compiled.problem });
      return z.NEVER;
    })
    .nullish(),
  max_bytes: z.int().min(RESULT_BYTES_MIN).max(RESULT_BYTES_MAX).nullish(),
});

/** Validates the options before the call is made, so that an invalid option costs no call. @throws invalid_input */
export function readControl({ select: expression, maxBytes }: ResultOptions): ResultControl {
  if (expression === undefined && maxBytes === undefined) return { selection: null, maxBytes: null };
  const controls = { select: expression, max_bytes: maxBytes };
  const { select: selection, max_bytes } = parseInput(controlSchema, controls, 'Invalid request parameters');
  return { selection: selection ?? null, maxBytes: max_bytes ?? null };
}

/** The outcome with its result in the requested form; a failure is unchanged. */
export async function controlResult(
  ctx: Ctx,
  stackId: StackId,
  outcome: ToolOutcome,
  { selection, maxBytes }: ResultControl,
): Promise<ToolOutcome> {
  if (outcome.kind !== 'ok' || (!selection && maxBytes === null)) return outcome;
  const { headers, rehearsal, sources } = outcome;
  const about = { ...(headers && { headers }), ...(rehearsal && { rehearsal }), ...(sources && { sources }) };
  const whole = await resultJson(outcome.output, requesterOf(ctx));
  const json = selection ? await selected(selection, whole, requesterOf(ctx)) : whole;
  if (maxBytes !== null && json.length > maxBytes) {
    const bytes = json.length;
    const part = await storeResult(ctx, stackId, json, { chunkBytes: maxBytes, sources: sources ?? [] });
    const kept = part.handle === null ? {} : { kept: { handle: part.handle, bytes } };
    return { ...(await partOutcome(ctx, part)), ...about, ...kept };
  }
  return selection ? { kind: 'ok', output: jsonOutput(json), ...about } : outcome;
}

/** Time limit for a selection from a small result on the event loop. */
const INLINE_MS_MAX = 10;

/**
 * Applies a selection to a result: on the event loop if that is fast, otherwise in a thread. The result and the
 * selected value are JSON text in UTF-8.
 */
async function selected(selection: Selection, whole: Uint8Array, requester: Tenant): Promise<Uint8Array> {
  const selected = whole.length < LARGE_BYTES ? selectFrom(selection, whole, INLINE_MS_MAX) : null;
  return selected ?? inThread('selected', { ...selection, json: whole }, requester);
}

/** A part of a result, in the same form on every surface. A large part is created in a worker thread. */
async function partOutcome(ctx: Ctx, { handle, ...part }: StoredPart): Promise<ToolOutcome> {
  if (part.window.bytes.length < LARGE_BYTES)
    return { kind: 'ok', output: { type: 'json', value: chunkBody(chunkOf(part), handle) } };
  return inThread('part', { ...part, handle }, requesterOf(ctx), [part.window.bytes]);
}

const readInput = z.object({ handle: z.string(), offset: z.int().min(0).default(0) });

/**
 * One part of a stored result: `{ handle, offset? }`.
 * @throws invalid_input, not_found
 */
export async function readChunk(ctx: Ctx, stackId: StackId, input: unknown): Promise<ToolOutcome> {
  const { handle, offset } = parseInput(readInput, input, 'Invalid request parameters');
  return partOutcome(ctx, await readResult(ctx, stackId, handle, offset));
}
