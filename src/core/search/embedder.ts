import type { Requester } from '../kernel/context.ts';

/** Maximum dimensions of an embedding. */
export const DIMENSIONS_MAX = 4_096;
/** Maximum texts of one request. */
export const EMBEDDED_TEXTS_MAX = 32;

/** Why there are no embeddings. `isRefused`: the service rejects this input, and may accept a part of it. */
export class EmbedderError extends Error {
  override readonly name = 'EmbedderError';
  readonly isRefused: boolean;

  /** `message` may be logged. */
  constructor(message: string, { isRefused = false }: { readonly isRefused?: boolean } = {}) {
    super(message);
    this.isRefused = isRefused;
  }
}

/** Computes embeddings at the operator's endpoint. */
export type Embedder = {
  /** The endpoint and its model. Embeddings of others can't be compared with these. */
  readonly source: string;
  /**
   * The embeddings of up to `EMBEDDED_TEXTS_MAX` texts, in order, all of the same length.
   * @throws EmbedderError
   */
  embed(texts: readonly string[], requester: Requester): Promise<readonly Float32Array[]>;
};
