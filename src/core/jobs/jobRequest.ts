import { z } from 'zod';
import type { Job } from '../../generated/prisma/client.ts';
import type { ElicitationContext } from '../calls/elicitation.ts';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import { listModeSchema } from '../kernel/listMode.ts';
import { openInChunks, sealInChunks } from '../kernel/vault/sealText.ts';
import { AppError, type ErrorCode, type Issue } from '../lib/errors.ts';
import { isRecord, parseJson, textOf } from '../lib/json.ts';
import { outcomePieces, readOutcome } from '../results/largeOutput.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import { callerSchema } from './jobCaller.ts';

const REQUEST = 'job-request';
const OUTCOME = 'job-outcome';

const REQUEST_BYTES_MAX = 1_048_576;

const requestSchema = z.object({
  caller: callerSchema,
  toolName: z.string(),
  input: z.unknown(),
  mode: listModeSchema,
  select: z.string().nullable(),
  surface: z.enum(['account_api', 'endpoint_api', 'mcp', 'graphql']).nullable(),
  requestId: z.string().nullable(),
  mcpSession: z.string().nullable(),
  /** For callers that answer questions: their capabilities, and their answers before the call became a job. */
  dialogue: z.custom<ElicitationContext>(isRecord).nullable().default(null),
});

/** The call of a job, which any instance can make. */
export type JobRequest = z.output<typeof requestSchema>;

/** Encrypts the request of a new job. @throws invalid_input if it is too large */
export function sealJobRequest({ vault }: Pick<Ctx, 'vault'>, id: string, request: JobRequest): Promise<Uint8Array> {
  const text = Buffer.from(JSON.stringify(request));
  if (text.length > REQUEST_BYTES_MAX)
    throw new AppError('invalid_input', `The input of a job is limited to ${REQUEST_BYTES_MAX} bytes`);
  return sealInChunks(vault, REQUEST, id, [text]);
}

/** Decrypts the request of a job. @throws VaultError if another master key encrypted it */
export async function openJobRequest(
  { vault }: Pick<Ctx, 'vault'>,
  { id, request }: Pick<Job, 'id' | 'request'>,
): Promise<JobRequest> {
  return requestSchema.parse(parseJson(textOf(await openInChunks(vault, REQUEST, id, request))));
}

/** Why a job’s call was not made: the error that a waiting caller would have got. */
export type JobRefusal = {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues?: readonly Issue[];
};

export type JobEnd = ToolOutcome | JobRefusal;

/** Encrypts how a job ended. */
export const sealEnd = ({ vault }: Pick<Ctx, 'vault'>, id: string, end: JobEnd): Promise<Uint8Array> =>
  sealInChunks(vault, OUTCOME, id, end.kind === 'refused' ? [Buffer.from(JSON.stringify(end))] : outcomePieces(end));

/** How a job ended; null until it has. @throws VaultError if another master key encrypted it */
export async function readEnd(ctx: Ctx, { id }: Pick<Job, 'id'>): Promise<JobEnd | null> {
  const sealed = await ctx.sealedValues.read('job', id);
  // Safe: `sealEnd` wrote the text.
  return sealed && readOutcome(await openInChunks(ctx.vault, OUTCOME, id, sealed), requesterOf(ctx));
}
