import type { Handles } from './flowCalls.ts';
import { ACCOUNT_SURFACES, AGENT_SURFACES, type Place } from './flowKit.ts';

/** An attempt to send a result or file to Slack. */
export type Attempt = {
  readonly surface: string;
  readonly isAgent: boolean;
  readonly tool: string;
  readonly input: string;
};

/** Where an input names a handle, as JSON text. */
const SHAPES: readonly ((ref: string, clean: string) => string)[] = [
  (ref) => `{"any":${ref}}`,
  (ref) => `{"any":[1,${ref},null]}`,
  (ref) => `{"any":{"a":{"b":{"c":${ref}}}}}`,
  (ref) => `{"any":[[[${ref}]]]}`,
  (ref) => `{"any":${'{"x":['.repeat(12)}${ref}${']}'.repeat(12)}}`,
  (ref) => `{"more":"see below","any":{"text":"hello","attachment":${ref}}}`,
  (ref, clean) => `{"any":${clean},"more":${ref}}`,
  (ref, clean) => `{"any":[${clean},${ref}],"more":${clean}}`,
  // The same member names, encoded.
  (ref) => `{"any":${ref.replaceAll('$', '\\u0024')}}`,
  // An input as text, as models often send it.
  (ref) => JSON.stringify(`{"any":${ref}}`),
];
const PARTS = ['', ',"at":""', ',"at":"/items"', ',"at":"/items/3/note"'];

function* attemptsOf(isAgent: boolean, own: Handles): Generator<Attempt> {
  const surfaces = Object.keys(isAgent ? AGENT_SURFACES : ACCOUNT_SURFACES);
  const clean = `{"$result":"${own.clean}"}`;
  for (const surface of surfaces) {
    yield { surface, isAgent, tool: 'slack_upload', input: `{"body":{"$file":"${own.report}"}}` };
    for (const source of [own.crm, own.hr, own.derived]) {
      for (const [at, shape] of SHAPES.entries()) {
        for (const part of PARTS) {
          const input = shape(`{"$result":"${source}"${part}}`, clean);
          // Agents may call the renamed tool by both names.
          yield { surface, isAgent, tool: ['slack_post', 'slack_send', 'say'][at % 3] ?? '', input };
        }
      }
    }
  }
}

const AT_ONCE = 8;

/** Makes all attempts. Returns how many brought the secret to Slack, by surface. */
export async function arrivalsOf(
  place: Place,
  arrived: () => number,
  attempts: readonly Attempt[],
): Promise<Record<string, number>> {
  const bySurface: Record<string, number> = {};
  for (const surface of new Set(attempts.map((attempt) => attempt.surface))) {
    const before = arrived();
    const own = attempts.filter((attempt) => attempt.surface === surface);
    for (let at = 0; at < own.length; at += AT_ONCE) {
      await Promise.all(
        own.slice(at, at + AT_ONCE).map(({ isAgent, tool, input }, offset) => {
          const send = (isAgent ? AGENT_SURFACES : ACCOUNT_SURFACES)[surface];
          return send?.(place, { tool, input, number: numbers + at + offset });
        }),
      );
    }
    numbers += own.length;
    bySurface[surface] = arrived() - before;
  }
  return bySurface;
}
let numbers = 0;

export const total = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Every `n`th of a list, so that `count` are left. */
const spread = <T>(list: readonly T[], count: number): readonly T[] =>
  Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]).flatMap((each) => each ?? []);

/** Attempts of an account's key and of an agent, over all surfaces, sources, places and parts. */
export const attemptsFor = (
  { account, agent }: { readonly account: Handles; readonly agent: Handles },
  count = 1_000,
): readonly Attempt[] => spread([...attemptsOf(false, account), ...attemptsOf(true, agent)], count);
