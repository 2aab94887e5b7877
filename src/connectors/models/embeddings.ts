import { eventLoop } from '../../core/lib/eventLoopScheduler.ts';
import { isRecord } from '../../core/lib/json.ts';
import { readLongJson } from '../../core/lib/longJson.ts';
import { DIMENSIONS_MAX, type Embedder, EmbedderError } from '../../core/search/embedder.ts';
import { rulesFor } from '../egress/allow.ts';
import { createEgress } from '../egress/egress.ts';
import { EgressError } from '../egress/error.ts';
import { listOf } from './wire.ts';

/** The operator's embeddings endpoint. */
export type EmbeddingsSettings = {
  /** The base address of its API, without a trailing slash. */
  readonly url: string;
  readonly model: string;
  /** Null: no key is sent. */
  readonly key: string | null;
};

/** More than 32 embeddings of 4,096 numbers, each written with all digits. */
const ANSWER_BYTES_MAX = 4 * 1_048_576;
const ANSWER_MS_MAX = 30_000;

/** Statuses for an input that is too long or too large for the model. */
const REFUSED: readonly number[] = [400, 413, 422];

/**
 * Requests embeddings as OpenAI documents it; Ollama, vLLM, LM Studio and gateways answer the same. Redirects are
 * refused, so that the key reaches no other address. Errors quote nothing of an answer, which may repeat the key or a
 * text. Tested by `test/core/search/meanings.test.ts`.
 */
export function createEmbedder({ url, model, key }: EmbeddingsSettings): Embedder & { close(): Promise<void> } {
  // Allow only the address that the operator chose, even if accounts may not reach it.
  const egress = createEgress({
    allow: rulesFor(new URL(url)),
    headersTimeoutMs: ANSWER_MS_MAX,
    bodyIdleMs: ANSWER_MS_MAX,
  });
  const { host } = new URL(url);
  return {
    source: `${url} ${model}`,
    async embed(texts, { accountId, signal: caller }) {
      const signal = AbortSignal.any([caller, AbortSignal.timeout(ANSWER_MS_MAX)]);
      const sending = egress.request({
        ...{ url: `${url}/embeddings`, method: 'POST', accountId, signal, maxBytes: ANSWER_BYTES_MAX },
        headers: {
          ...{ 'content-type': 'application/json', accept: 'application/json' },
          ...(key !== null && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input: texts }),
        refusesRedirects: true,
      });
      const { status, body } = await sending.catch((error) => {
        if (error instanceof EgressError) throw new EmbedderError(`${host}: ${error.kind}`);
        throw error;
      });
      if (status < 200 || status > 299) {
        throw new EmbedderError(`${host} answered with status ${status}`, { isRefused: REFUSED.includes(status) });
      }
      const answer = await readLongJson(body, () => eventLoop.yieldIfBusy(accountId ?? 'operator')).catch(() => null);
      const vectors = isRecord(answer) ? vectorsIn(answer['data'], texts.length) : null;
      if (!vectors) throw new EmbedderError(`${host}: the answer has no embedding for each text`);
      return vectors;
    },
    close: () => egress.close(),
  };
}

/** The embeddings in order; null unless there is one of the same length for each text. */
function vectorsIn(data: unknown, count: number): readonly Float32Array[] | null {
  const vectors = new Map<number, Float32Array>();
  for (const [at, item] of listOf(data).entries()) {
    if (!isRecord(item)) return null;
    const vector = toVector(item['embedding']);
    if (vector) vectors.set(typeof item['index'] === 'number' ? item['index'] : at, vector);
  }
  const inOrder = Array.from({ length: count }, (_each, at) => vectors.get(at));
  const [first] = inOrder;
  const known = inOrder.filter((vector) => vector !== undefined && vector.length === first?.length);
  return known.length === count ? known.filter((vector) => vector !== undefined) : null;
}

/** An embedding with length 1; null for anything else. */
function toVector(value: unknown): Float32Array | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > DIMENSIONS_MAX) return null;
  if (!value.every((each): each is number => typeof each === 'number')) return null;
  const length = Math.hypot(...value);
  return Number.isFinite(length) && length > 0 ? Float32Array.from(value, (each) => each / length) : null;
}
