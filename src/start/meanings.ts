import type { Config } from '../config/config.ts';
import type { Log } from '../core/kernel/context.ts';
import type { Meanings } from '../core/search/meanings.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Closers } from './closers.ts';

type Parts = { readonly log: Log; readonly metrics: Metrics | null; readonly closers: Closers };

/** Compares searches by meaning if the operator configured an endpoint; otherwise nothing is loaded. */
export async function openMeanings({ embeddings }: Config, { log, metrics, closers }: Parts): Promise<Meanings | null> {
  if (embeddings === null) return null;
  const { createEmbedder } = await import('../connectors/models/embeddings.ts');
  const { createMeanings } = await import('../core/search/meanings.ts');
  const embedder = createEmbedder(embeddings);
  closers.add(() => embedder.close());
  const meanings = createMeanings({ embedder, log });
  metrics?.watchMeanings(meanings);
  return meanings;
}
