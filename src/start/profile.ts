import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** What V8 measured: functions, their places, and where samples fell. Holds no value that code worked on. */
export type CpuProfile = { readonly nodes: readonly unknown[] } & Readonly<Record<string, unknown>>;

const SAMPLE_MICROSECONDS = 2_000;

/** Measures this process for so long; it goes on working, a few percent slower. */
export async function profileCpu(ms: number, signal: AbortSignal): Promise<CpuProfile> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
    await session.post('Profiler.start');
    await delay(ms, undefined, { signal });
    const { profile } = await session.post('Profiler.stop');
    return { ...profile };
  } finally {
    session.disconnect();
  }
}
