import type { Run } from '../command.ts';
import { usageError } from '../exit.ts';
import type { ApiArgs } from '../input.ts';
import { accessOf } from '../profiles/access.ts';
import { type Endpoints, operatorEndpoints } from './endpoints.ts';
import { type Keys, operatorKeys } from './keys.ts';

function goesThroughApi(args: ApiArgs, { environment }: Run): boolean {
  const hasKey = accessOf(args, environment).key !== null;
  if (!hasKey && args['idempotency-key'] !== undefined) throw usageError('--idempotency-key requires an API key');
  return hasKey;
}

/**
 * Access to API keys: through the API with a key, otherwise on the database, in one account or (null) in all. @throws
 * CliError usage
 */
export async function keysFor(args: ApiArgs, run: Run, accountId: string | null): Promise<Keys> {
  if (accountId !== null && args['api-key'] !== undefined) {
    throw usageError('Pass either --account, to use the database, or --api-key');
  }
  if (accountId !== null || !goesThroughApi(args, run)) return operatorKeys(run, accountId);
  const { connectApi } = await import('../api.ts');
  const { apiKeys } = await import('./apiKeys.ts');
  return apiKeys(connectApi(args, run));
}

/** Access to endpoints and tokens: through the API with a key, otherwise on the database. */
export async function endpointsFor(args: ApiArgs, run: Run): Promise<Endpoints> {
  if (!goesThroughApi(args, run)) return operatorEndpoints(run);
  const { connectApi } = await import('../api.ts');
  const { apiEndpoints } = await import('./apiEndpoints.ts');
  return apiEndpoints(connectApi(args, run));
}
