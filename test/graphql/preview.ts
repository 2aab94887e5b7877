import type { PreviewServerInput } from '../../src/generated/gql/graphql.ts';
import { startWorld } from '../harness/world.ts';
import { payloadOf, run } from './ask.ts';
import { PreviewServerDocument } from './operations/preview.ts';
import { ImportServerDocument } from './operations/servers.ts';
import { startSources } from './sources.ts';

const LOOPBACK = { kind: 'range', address: '127.0.0.1', prefixBits: 32, port: null } as const;

/** The service, sources that it may read, and servers that one account previews and imports. */
export async function openPreview() {
  const at = await startSources();
  const world = await startWorld({ egressAllow: '127.0.0.1/32', config: { egressAllowIndirect: [LOOPBACK] } });
  const { apiKey } = world.account;
  const previewOf = (input: PreviewServerInput) => run(world.url, apiKey, PreviewServerDocument, { input });
  return {
    at,
    world,
    previewOf,
    importOf: (input: object) => run(world.url, apiKey, ImportServerDocument, { input }),
    serverOf: async (input: PreviewServerInput) => payloadOf(await previewOf(input), 'PreviewServerPayload').server,
    async close() {
      await world.close();
      await at.close();
    },
  };
}
