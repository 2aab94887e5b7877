import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, startService } from '../harness/service.ts';

export type Running = {
  readonly url: string;
  readonly dataDir: string;
  readonly service: Service;
  /** The link of the first start, which creates the first person's account. */
  readonly welcomeUrl: string;
  /** The API key of the first start. */
  readonly apiKey: string;
  stop(): Promise<void>;
};

/** No test contacts the official registry. */
const NO_REGISTRY = { TOOLYARD_MCP_REGISTRY_URL: 'off' } as const;

/** The service as `npm start` runs it, with a separate data directory. */
export async function startFresh(env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-browser-'));
  // A test run signs in and calls tools more often per minute than people do.
  const limits = 'sign_in=1000,default=1000,dashboard=10000,invoke=1000';
  const service = startService({ TOOLYARD_DATA_DIR: dataDir, TOOLYARD_RATE_LIMITS: limits, ...NO_REGISTRY, ...env });
  const url = await service.ready();
  const [welcomeUrl = ''] = /http\S+\/welcome#\S+/.exec(service.out()) ?? [];
  const [apiKey = ''] = /\bty_[A-Za-z0-9_]+/.exec(service.out()) ?? [];
  return {
    url,
    dataDir,
    service,
    welcomeUrl,
    apiKey,
    stop: async () => {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
