import type { Answer } from '../neighbours/client.ts';
import type { Entry } from './entries.ts';
import type { Scene } from './scene.ts';
import type { Shape } from './shapes.ts';

const GROWTH_MAX = 2.5;
const TURN_MS_MAX = 25;
/** Below this CPU time for a whole request, its growth isn't judged: background work would dominate. */
const FLOOR_MS = 60;
const REFUSED_PART = 16;
/** Number of inputs of nearly the same size. The lowest figure counts, because garbage collection runs at random. */
const TRIES = 3;

/** CPU of the main thread: for the whole request, and for its longest turn. */
type Cost = { readonly cpuMs: number; readonly turnMs: number };

export type Judged = { readonly problems: readonly string[]; readonly answer: Answer };

async function costOf({ send, copies = 1 }: Entry, shape: Shape, chars: number, scene: Scene) {
  const value = shape.of(chars / copies);
  await scene.installation.loop();
  const sentAt = performance.now();
  const answer = await send(scene, value);
  // On a busy machine, a response may come late. Work during the wait isn't part of the request.
  const idleMs = scene.idleCpu * (performance.now() - sentAt);
  const loop = await scene.installation.loop();
  if (!loop) throw new Error(`The service has ended: ${scene.installation.log()}`);
  return { cost: { cpuMs: Math.max(0, loop.loopCpuMs - idleMs), turnMs: loop.busyMs }, answer };
}

const isCheap = ({ cpuMs, turnMs }: Cost): boolean => cpuMs <= FLOOR_MS && turnMs <= TURN_MS_MAX;

/** The lowest of several tries. The inputs differ slightly, so that no cache answers. The first cheap try is enough. */
async function leastCost(entry: Entry, shape: Shape, chars: number, scene: Scene): Promise<Cost> {
  let [cpuMs, turnMs] = [Infinity, Infinity];
  for (let at = 1; at <= TRIES && !isCheap({ cpuMs, turnMs }); at += 1) {
    const { cost } = await costOf(entry, shape, chars - 12 * at * (entry.copies ?? 1), scene);
    [cpuMs, turnMs] = [Math.min(cpuMs, cost.cpuMs), Math.min(turnMs, cost.turnMs)];
  }
  return { cpuMs, turnMs };
}

/** The growth of an expensive request's cost; null if the cost grows in proportion to the input. */
async function growthOf(entry: Entry, shape: Shape, whole: number, scene: Scene): Promise<string | null> {
  const costs: number[] = [];
  for (const part of [2, 4, 8]) costs.push((await leastCost(entry, shape, entry.charsMax / part, scene)).cpuMs);
  const [half = 0] = costs;
  const isSteep = whole > GROWTH_MAX * Math.max(half, FLOOR_MS / GROWTH_MAX);
  return isSteep ? `grows: ${[...costs.toReversed(), whole].map(Math.round).join(', ')} ms` : null;
}

/** Whether the input was refused, perhaps for its length alone. */
const isRefused = ({ status, text }: Answer): boolean =>
  [400, 413, 414, 422, 431].includes(status) || /"InvalidInputError"|"INVALID_INPUT"/.test(text.slice(0, 1_000));

/** Judges one input. One that is refused is also judged at a sixteenth of its size, which its field may accept. */
export async function judge(entry: Entry, shape: Shape, scene: Scene): Promise<Judged> {
  const judged = await judgeAt(entry, shape, scene);
  if (!isRefused(judged.answer)) return judged;
  const smaller = await judgeAt({ ...entry, charsMax: entry.charsMax / REFUSED_PART }, shape, scene);
  return { problems: [...judged.problems, ...smaller.problems], answer: smaller.answer };
}

/** A figure that is too high counts only if it repeats with inputs of nearly the same size. */
async function judgeAt(entry: Entry, shape: Shape, scene: Scene): Promise<Judged> {
  const { cost, answer } = await costOf(entry, shape, entry.charsMax, scene);
  if (isCheap(cost)) return { problems: [], answer };
  const { cpuMs, turnMs } = await leastCost(entry, shape, entry.charsMax, scene);
  const growth = cpuMs > FLOOR_MS ? await growthOf(entry, shape, cpuMs, scene) : null;
  return {
    problems: [
      ...(growth === null ? [] : [growth]),
      ...(turnMs > TURN_MS_MAX ? [`one turn takes ${Math.round(turnMs)} ms`] : []),
    ],
    answer,
  };
}
