import type { Config } from '../../config/config.ts';
import { createEmbedder } from '../../connectors/models/embeddings.ts';
import { type Finding, ok, reasonOf, warn } from './check.ts';

const CHECK = 'embeddings';
const TIMEOUT_MS = 5_000;

/** Requests one embedding, if there is an endpoint. */
export async function checkEmbeddings({ embeddings }: Config): Promise<Finding> {
  if (embeddings === null) return ok(CHECK, 'not configured: searches compare only words');
  const { host } = new URL(embeddings.url);
  const embedder = createEmbedder(embeddings);
  try {
    const asking = { accountId: null, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const [vector] = await embedder.embed(['Send an e-mail'], asking);
    return ok(CHECK, `${host} answers for ${embeddings.model} with ${vector?.length} dimensions`);
  } catch (error) {
    const todo = `Do the address, the model and the key in TOOLYARD_EMBEDDINGS_URL fit, and does a service run at ${host}? Until then, searches compare only words`;
    return warn(CHECK, reasonOf(error), todo);
  } finally {
    await embedder.close();
  }
}
