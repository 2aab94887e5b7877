import { getIntrospectionQuery } from 'graphql';
import type { DiscoveredServer, DiscoveredTool, Discovery } from '../../core/calls/connector.ts';
import { BOUNDS } from '../../core/kernel/bounds.ts';
import { createFairQueue } from '../../core/lib/fairQueue.ts';
import { longWork, WorkerLimit } from '../../core/lib/workerPool.ts';
import { LARGE_BYTES } from '../../core/results/largeOutput.ts';
import type { ToolFailure } from '../../core/results/outcome.ts';
import { toEgressError } from '../egress/error.ts';
import type { Egress, EgressAnswer } from '../egress/types.ts';
import { discoveryError } from '../failure.ts';
import { answerOutcome, failedTool } from '../http/answer.ts';
import { buildRequest } from '../http/buildRequest.ts';
import { RequestBytes } from '../http/requestBytes.ts';
import { egressFailure } from '../http/statusFailure.ts';
import { MissingAddressFields, UnusableInput } from '../http/wireRequest.ts';
import type { ReadAnswer } from './readToolsWorker.ts';

const WORKER = new URL('./readToolsWorker.ts', import.meta.url);

/** Introspection queries from the newest edition of the specification to the oldest, which every server knows. */
const QUERIES = [
  { specifiedByUrl: true, inputValueDeprecation: true, oneOf: true },
  { specifiedByUrl: true, inputValueDeprecation: true },
  {},
].map((options) => getIntrospectionQuery(options));

/** Limits the answers in memory. */
const introspecting = createFairQueue({
  atOnceMax: 4,
  waitingPerAccountMax: Number.POSITIVE_INFINITY,
  waitingMax: 256,
  retryAfterSeconds: 10,
  messages: {
    tooMany: 'Too many imports of this account are in progress: try again',
    busy: 'Too many imports are in progress: try again',
  },
});

/** Asks an API for its schema, and reads its tools in a thread. @throws AppError invalid_input; as `FairQueue` */
export const introspect = (egress: Egress, discovery: Discovery): Promise<DiscoveredServer> => {
  const { accountId = null, signal } = discovery;
  return introspecting.run({ accountId, signal }, async () => {
    let failure: ToolFailure = failedTool('it gives no schema');
    for (const query of QUERIES) {
      const read = await toolsBy(egress, discovery, query);
      if (!('kind' in read)) return { instructions: null, tools: read.tools };
      failure = read;
      // Only an answer about the query itself changes with the query.
      const isAboutQuery = read.kind === 'tool_error' || (read.kind === 'upstream_error' && read.status === 400);
      if (!isAboutQuery) break;
    }
    throw discoveryError(discovery, failure);
  });
};

async function toolsBy(
  egress: Egress,
  discovery: Discovery,
  query: string,
): Promise<{ readonly tools: readonly DiscoveredTool[] } | ToolFailure> {
  const answer = await ask(egress, discovery, query);
  if ('kind' in answer) return answer;
  if (answer.status !== 200 || answer.body.length < LARGE_BYTES) {
    const outcome = answerOutcome(answer, { failure: 'graphql', scrub: (text) => text });
    if (outcome.kind !== 'ok') return outcome;
    if (outcome.output.type !== 'json') return failedTool('the answer is not JSON');
  }
  const { accountId = null, signal, connector } = discovery;
  const selections = connector.kind === 'graphql' ? (connector.selections ?? {}) : {};
  const { body } = answer;
  const task = { module: WORKER, name: 'read', input: { body, selections }, transferred: [body] };
  const read = await longWork.run<ReadAnswer>(task, { accountId, signal }).catch((error: unknown): ReadAnswer => {
    if (error instanceof WorkerLimit) return { refusal: `The schema could not be read. ${error.message}` };
    throw error;
  });
  return 'refusal' in read ? failedTool(read.refusal) : read;
}

/** @throws nothing: failures are returned */
async function ask(egress: Egress, discovery: Discovery, query: string): Promise<EgressAnswer | ToolFailure> {
  const { connector, credentials, signal, accountId = null, isIndirect = false } = discovery;
  try {
    const request = buildRequest(
      { connector, request: { kind: 'graphql', method: 'POST', operation: 'query', query }, input: {}, credentials },
      new RequestBytes(),
    );
    const maxBytes = BOUNDS.max_document_bytes.max;
    return await egress.request({ ...request, signal, accountId, maxBytes, isIndirect });
  } catch (error) {
    if (error instanceof UnusableInput || error instanceof MissingAddressFields) return failedTool(error.message);
    return egressFailure(toEgressError(error, 'the upstream', signal));
  }
}
