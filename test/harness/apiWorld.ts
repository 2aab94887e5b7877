import { startHttpApi } from './petshop.ts';
import { startWorld, type WorldOptions } from './world.ts';

/** The service, and an HTTP API at the only private address that the service may call. */
export async function startApiWorld(options: Omit<WorldOptions, 'egressAllow'> = {}) {
  const api = await startHttpApi();
  const world = await startWorld({ ...options, egressAllow: `127.0.0.1:${api.port}` });
  return {
    api,
    world,
    async close() {
      await world.close();
      await api.close();
    },
  };
}
