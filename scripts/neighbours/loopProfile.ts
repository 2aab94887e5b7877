import { type Profiler, Session } from 'node:inspector';

/** The time between two event loop turns: monotonic microseconds, and CPU time. */
export type Step = { readonly from: number; readonly to: number; readonly busyMs: number };

/** Functions of a turn with their inclusive milliseconds, longest first. */
export type StepProfile = { readonly busyMs: number; readonly wallMs: number; readonly functions: readonly string[] };

const SAMPLE_MICROSECONDS = 500;
const FUNCTIONS_MAX = 26;

/** Starts sampling the thread. @returns a function that returns the turns' functions since its last call */
export function profileLoop(): (steps: readonly Step[]) => readonly StepProfile[] {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
  session.post('Profiler.start');
  return (steps) => {
    let profiles: readonly StepProfile[] = [];
    session.post('Profiler.stop', (error, stopped) => {
      if (!error) profiles = steps.map((step) => profileOf(stopped.profile, step));
    });
    session.post('Profiler.start');
    return profiles;
  };
}

function profileOf(profile: Profiler.Profile, { from, to, busyMs }: Step): StepProfile {
  const linesOf = stacksOf(profile);
  const total = new Map<string, number>();
  let time = profile.startTime;
  for (const [at, id] of (profile.samples ?? []).entries()) {
    const microseconds = profile.timeDeltas?.[at] ?? 0;
    time += microseconds;
    if (time < from || time > to) continue;
    for (const name of linesOf(id)) total.set(name, (total.get(name) ?? 0) + microseconds / 1_000);
  }
  const sorted = [...total].toSorted(([, one], [, other]) => other - one).slice(0, FUNCTIONS_MAX);
  const functions = sorted.map(([name, ms]) => `${ms.toFixed(1).padStart(7)} ${name}`);
  return { busyMs, wallMs: (to - from) / 1_000, functions };
}

/** The functions on the stack at a sample, each once. */
function stacksOf({ nodes }: Profiler.Profile): (id: number) => ReadonlySet<string> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const names = new Map(nodes.map((node) => [node.id, nameOf(node)]));
  return (id) => {
    const running = new Set<string>();
    for (let node: number | undefined = id; node !== undefined; node = parents.get(node)) {
      running.add(names.get(node) ?? '');
    }
    return running;
  };
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: Profiler.ProfileNode): string {
  const file = url.split('/').slice(-3).join('/');
  return `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}`;
}
