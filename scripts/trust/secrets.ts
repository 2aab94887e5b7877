import { embeddedStore } from '../canary/databases.ts';
import { runPass } from '../canary/pass.ts';
import { PLACES } from '../canary/search.ts';
import { ENCODINGS } from '../canary/secrets.ts';
import type { Report } from './report.ts';

/** Canaries × encodings × places, on every surface, against upstreams that echo their input. */
export async function runSecrets(): Promise<Report> {
  const store = embeddedStore();
  try {
    const { hits, canaries, notReached, planted, bytes } = await runPass(store);
    const blind = PLACES.filter((place) => !planted.some((hit) => hit.place === place && hit.encoding === 'raw'));
    return {
      section: 'secrets',
      claim: 'no stored credential, key or token leaks anywhere, in any encoding',
      command: 'npm run trust -- secrets',
      rows: PLACES.map((place) => ({
        label: `${place}: canaries × encodings`,
        tried: canaries.length * ENCODINGS.length,
        wrong: hits.filter((hit) => hit.place === place).length,
      })),
      wrong: [
        ...hits.map(({ canary, encoding, place, piece }) => `${canary} as ${encoding} in ${place}, ${piece}`),
        ...notReached.map((mode) => `the upstream was not called as often as it should: ${mode}`),
        ...blind.map((place) => `the planted canary was not found in: ${place}`),
      ],
      figures: {
        canaries: canaries.length,
        encodings: ENCODINGS.join(', '),
        'KiB searched': Math.round([...bytes.values()].reduce((sum, each) => sum + each, 0) / 1_024),
        'times the planted canary was found': planted.length,
      },
    };
  } finally {
    await store.close();
  }
}
