import type { PreviewedCall, RequestPreview, ToolCall } from '../../core/calls/connector.ts';
import { BOUNDS, boundReached } from '../../core/kernel/bounds.ts';
import { AppError } from '../../core/lib/errors.ts';
import { eventLoop } from '../../core/lib/eventLoopScheduler.ts';
import { toPointer } from '../../core/lib/jsonPointer.ts';
import { charsIn } from '../../core/lib/jsonSize.ts';
import { jsonInParts } from '../../core/lib/longText.ts';
import { mediaTypeOf } from '../../core/lib/mediaType.ts';
import { percentDecoded } from '../../core/lib/text.ts';
import { shortWork, WorkerLimit } from '../../core/lib/workerPool.ts';
import { LARGE_BYTES } from '../../core/results/largeOutput.ts';
import type { ToolFailure, ToolOutcome } from '../../core/results/outcome.ts';
import { CANCELLED } from '../../core/results/outcome.ts';
import type { Signing } from '../../core/servers/signing.ts';
import { EgressError, toEgressError } from '../egress/error.ts';
import type { Egress, EgressAnswer, EgressLongAnswer, RequestBody } from '../egress/types.ts';
import { previewBody } from '../previewBody.ts';
import { type AnswerRules, answerOutcome, failedTool } from './answer.ts';
import { exposedHeaders, pickHeaders } from './answerHeaders.ts';
import { buildRequest, isSentBy } from './buildRequest.ts';
import { credentialValues } from './placement.ts';
import { RequestBytes, RequestTooLarge } from './requestBytes.ts';
import { withFileContents, withFileHandles } from './sentFiles.ts';
import { signRequest } from './signing.ts';
import { egressFailure } from './statusFailure.ts';
import { MissingAddressFields, UnusableInput, type WireRequest } from './wireRequest.ts';
import type { BuiltRequest, LargeAnswer, RequestToBuild } from './worker.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

/** How to sign a request; undefined unless its server requires it and the request goes to the server itself. */
const signingOf = (call: PreviewedCall, { isIndirect }: WireRequest): Signing | undefined => {
  const signing = 'signing' in call.connector ? call.connector.signing : undefined;
  const isSigned = signing !== undefined && isSentBy(call)({ fieldId: signing.accessKeyId.field });
  return isSigned && isIndirect !== true ? signing : undefined;
};

/** Maximum characters of an input and its request that are built on the event loop. */
const INLINE_CHARS_MAX = 65_536;

/** Builds the request of a small call; null if the request grows too large. */
function builtHere(call: PreviewedCall): WireRequest | null {
  if (charsIn(call.input, INLINE_CHARS_MAX) > INLINE_CHARS_MAX) return null;
  try {
    return buildRequest(call, new RequestBytes(INLINE_CHARS_MAX));
  } catch (error) {
    if (error instanceof RequestTooLarge) return null;
    throw error;
  }
}

/** Builds a large request in a thread. @throws as `buildRequest`; as `WorkerPool` */
async function builtInThread(call: PreviewedCall): Promise<WireRequest> {
  const { connector, request, credentials, serviceKey, accountId, signal } = call;
  const json = await jsonInParts(call.input, () => eventLoop.yieldIfBusy(accountId));
  const max = Math.max(BOUNDS.max_request_bytes.max, INPUT_FACTOR * json.length);
  const input: RequestToBuild = { connector, request, credentials, ...(serviceKey && { serviceKey }), json, max };
  const task = { module: WORKER, name: 'build', input, transferred: [json] };
  const built = await shortWork.run<BuiltRequest>(task, { accountId, signal });
  if ('request' in built) return built.request;
  if ('missing' in built) throw new MissingAddressFields(built.missing);
  if ('refusal' in built) throw new UnusableInput(built.refusal, built.property);
  throw boundReached(built.bound, BOUNDS[built.bound].max);
}

/** How much larger a request may become than its input: every character may need percent-encoding. */
const INPUT_FACTOR = 4;

/** @throws AppError `invalid_input`, with the issue, for errors that the caller can fix; any other error unchanged */
const refusedInput = (error: unknown): ToolFailure => {
  if (error instanceof UnusableInput && error.property === null) return failedTool(error.message);
  if (error instanceof UnusableInput) {
    const issues = [{ path: toPointer([error.property]), message: error.message }];
    throw new AppError('invalid_input', error.message, { issues });
  }
  if (error instanceof MissingAddressFields) {
    const message = `missing credentials: ${error.fieldIds.join(', ')}`;
    return { kind: 'missing_credentials', message, fieldIds: error.fieldIds };
  }
  throw error;
};

type OwnRules = Pick<AnswerRules, 'failure'>;

type SentRequest = Omit<WireRequest, 'body'> & { readonly body: RequestBody };

const send = async (egress: Egress, call: ToolCall, request: SentRequest, rules: OwnRules): Promise<ToolOutcome> => {
  const first = await exchange(egress, call, request);
  const isLost = 'kind' in first && first.kind === 'outcome_unknown';
  // A second read is harmless, and both share the call's deadline.
  const answer = isLost && call.isSafe === true && !call.signal.aborted ? await exchange(egress, call, request) : first;
  if ('kind' in answer) return answer;
  if ('chunks' in answer) return keepLong(answer, call);
  return answer.body.length < LARGE_BYTES
    ? answerOutcome(answer, { ...rules, headers: exposedHeaders(call.request), scrub: call.scrub })
    : readInThread(answer, rules, call);
};

const exchange = async (
  egress: Egress,
  { signal, accountId, hold, diagnostics, scrub }: ToolCall,
  request: SentRequest,
): Promise<EgressAnswer | EgressLongAnswer | ToolFailure> => {
  try {
    const elsewhere = { isClean: (text: string) => scrub(text) === text };
    const longBytesMax = BOUNDS.max_file_bytes.max;
    return await egress.receive({ ...request, signal, accountId, hold, diagnostics, elsewhere, longBytesMax });
  } catch (error) {
    if (error instanceof AppError) throw error;
    return egressFailure(toEgressError(error, 'the upstream', signal));
  }
};

/** Stores an answer that is too long for a result. The tool has run, so a failure becomes an outcome. */
const keepLong = async (
  { headers: responseHeaders, chunks, cancel }: EgressLongAnswer,
  { files, request, secrets, signal }: ToolCall,
): Promise<ToolOutcome> => {
  const headers = pickHeaders(responseHeaders, exposedHeaders(request));
  const mediaType = mediaTypeOf(responseHeaders['content-type']) || 'application/octet-stream';
  try {
    const output = await files.keep(
      { name: fileNameIn(responseHeaders['content-disposition']), mediaType, chunks },
      secrets,
    );
    return { kind: 'ok', output, ...(headers && { headers }) };
  } catch (error) {
    if (error instanceof EgressError) return egressFailure(error);
    if (signal.aborted) return CANCELLED;
    if (!(error instanceof AppError)) throw error;
    const why =
      error.code === 'unavailable'
        ? 'the long answer could not be stored'
        : 'the upstream answered with more than can be stored';
    return { kind: 'bad_answer', message: `${why}: ${error.message}` };
  } finally {
    cancel();
  }
};

/** The tool has run, so an unreadable response becomes an outcome, not an exception. */
const readInThread = async (
  answer: EgressAnswer,
  { failure }: OwnRules,
  { request, accountId, signal, secrets }: ToolCall,
): Promise<ToolOutcome> => {
  const input: LargeAnswer = { answer, failure, headers: exposedHeaders(request), secrets };
  try {
    const task = { module: WORKER, name: 'read', input, transferred: [answer.body] };
    return await shortWork.run<ToolOutcome>(task, { accountId, signal });
  } catch (error) {
    if (signal.aborted) return CANCELLED;
    if (!(error instanceof WorkerLimit || error instanceof AppError)) throw error;
    return { kind: 'bad_answer', message: `the upstream answered with more than can be read: ${error.message}` };
  }
};

/**
 * Makes one call of an HTTP API. Failures of the upstream are outcomes, never exceptions.
 * @throws AppError `invalid_input` for an input that no request can carry, before anything is sent
 */
export const callHttp = async (egress: Egress, call: ToolCall, rules: OwnRules): Promise<ToolOutcome> => {
  let request: SentRequest;
  try {
    const built = builtHere(call) ?? (await builtInThread(call));
    const signing = signingOf(call, built);
    const signed = signing ? await signRequest(built, signing, credentialValues(call.credentials), new Date()) : built;
    request = withFileContents(signed, call.files.sent);
  } catch (error) {
    return refusedInput(error);
  }
  return send(egress, call, request, rules);
};

/** The request of a call as `callHttp` would send it. A signature is masked, because it's made with a secret. */
export const previewHttp = async (call: PreviewedCall): Promise<RequestPreview | ToolFailure> => {
  try {
    const request = builtHere(call) ?? (await builtInThread(call));
    const { method, url, headers, body } = request;
    const signature = signingOf(call, request) && { authorization: 'MASKED_signature' };
    return {
      method,
      url,
      headers: { ...headers, ...signature },
      ...previewBody(withFileHandles(body, call.files.sent)),
    };
  } catch (error) {
    return refusedInput(error);
  }
};

/** The name of a file in `Content-Disposition` (RFC 6266). */
const fileNameIn = (disposition = ''): string | null => {
  const [, encoded] = /filename\*=utf-8''([^;\s]+)/i.exec(disposition) ?? [];
  const [, quoted, token] = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return (encoded !== undefined ? percentDecoded(encoded) : (quoted ?? token)) || null;
};
