import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { codePlace } from '../codePlace.ts';

const SAMPLE_MICROSECONDS = 2_000;

/**
 * Measures this process for so long; it goes on working, a few percent slower. What V8 measured holds functions, their
 * places and where samples fell: no value that code worked on, and here no path of this machine.
 */
export async function profileCpu(ms: number, signal: AbortSignal): Promise<Profiler.Profile> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
    await session.post('Profiler.start');
    await delay(ms, undefined, { signal });
    const { profile } = await session.post('Profiler.stop');
    return { ...profile, nodes: profile.nodes.map(harmless) };
  } finally {
    session.disconnect();
  }
}

function harmless(node: Profiler.ProfileNode): Profiler.ProfileNode {
  const { functionName, url } = node.callFrame;
  // V8 names the code of a regular expression after its source, which may be a caller's.
  const name = functionName.startsWith('RegExp: ') ? 'RegExp' : functionName;
  return { ...node, callFrame: { ...node.callFrame, functionName: name, url: codePlace(url) ?? '' } };
}
