import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { AREAS } from './areas.ts';

/** How the changes of an area ended. */
export type Figures = Readonly<Record<'killed' | 'timeout' | 'survived' | 'uncovered' | 'open', number>>;

/** Published results of areas whose last run isn't stored on this machine. */
export type Known = { readonly areas: ReadonlyMap<string, Figures>; readonly wrong: readonly string[] };

const PAGE = join(import.meta.dirname, '../../docs/trust.md');
/** The format that `report.ts` writes. */
const LINE =
  /^\| ([\w-]+) \| (?:(\d+) not run, )?(\d+) killed, (\d+) timed out, (\d+) survived, (\d+) without coverage: /gm;

/** Reads the results of all other areas from `docs/trust.md`, so that running one area loses none of them. */
export function knownWithout(names: readonly string[]): Known {
  const page = readFileSync(PAGE, 'utf8');
  const section = page.split(/^(?=## )/m).find((text) => text.startsWith('## Mutation testing\n')) ?? '';
  const lines = [...section.matchAll(LINE)].map(([, name = '', ...numbers]): [string, Figures] => {
    const [open = 0, killed = 0, timeout = 0, survived = 0, uncovered = 0] = numbers.map((text) => Number(text ?? 0));
    return [name, { open, killed, timeout, survived, uncovered }];
  });
  const areas = new Map(lines.filter(([name]) => name in AREAS && !names.includes(name)));
  const files = names.flatMap((name) => AREAS[name]?.mutate ?? []);
  const wrong = section
    .split('\n')
    .filter((line) => line.startsWith('- src/'))
    .map((line) => line.slice(2).replaceAll('\\|', '|'))
    .filter((line) => !files.some((glob) => matchesGlob(line.split(':')[0] ?? '', glob)));
  return { areas, wrong };
}
