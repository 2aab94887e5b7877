import { createTestDatabase } from '../../harness/database.ts';
import { startWorld } from '../../harness/world.ts';
import { newPerson, send } from './kit.ts';

/** The service with one person, Ann; `lines` is its log. */
export async function openPeople() {
  const store = await createTestDatabase();
  const lines: string[] = [];
  const world = await startWorld({ databaseUrl: store.url, log: { write: (line) => lines.push(line) } });
  const ann = await newPerson(world, 'ann@example.com');
  return {
    world,
    ann,
    lines,
    db: world.edge.deps.db,
    databaseUrl: store.url,
    ask: (query: string, options: Parameters<typeof send>[2] = {}) => send(world.url, query, options),
    async close() {
      await world.close();
      await store.close();
    },
  };
}

export const dataOf = ({ text }: { readonly text: string }): unknown => Object(JSON.parse(text)).data;
