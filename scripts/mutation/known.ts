import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { ROOMS } from './rooms.ts';

/** How the changes of a room ended. */
export type Figures = Readonly<Record<'killed' | 'timeout' | 'survived' | 'uncovered' | 'open', number>>;

/** Published results of rooms whose last run isn't stored on this machine. */
export type Known = { readonly rooms: ReadonlyMap<string, Figures>; readonly wrong: readonly string[] };

const PAGE = join(import.meta.dirname, '../../docs/trust.md');
/** The format that `report.ts` writes. */
const LINE =
  /^\| ([\w-]+) \| (?:(\d+) not run, )?(\d+) killed, (\d+) timed out, (\d+) survived, (\d+) without coverage: /gm;

/** Reads the results of all other rooms from `docs/trust.md`, so that running one room loses none of them. */
export function knownWithout(names: readonly string[]): Known {
  const page = readFileSync(PAGE, 'utf8');
  const section = page.split(/^(?=## )/m).find((text) => text.startsWith('## Mutation testing\n')) ?? '';
  const lines = [...section.matchAll(LINE)].map(([, name = '', ...numbers]): [string, Figures] => {
    const [open = 0, killed = 0, timeout = 0, survived = 0, uncovered = 0] = numbers.map((text) => Number(text ?? 0));
    return [name, { open, killed, timeout, survived, uncovered }];
  });
  const rooms = new Map(lines.filter(([name]) => name in ROOMS && !names.includes(name)));
  const files = names.flatMap((name) => ROOMS[name]?.mutate ?? []);
  const wrong = section
    .split('\n')
    .filter((line) => line.startsWith('- src/'))
    .map((line) => line.slice(2).replaceAll('\\|', '|'))
    .filter((line) => !files.some((glob) => matchesGlob(line.split(':')[0] ?? '', glob)));
  return { rooms, wrong };
}
