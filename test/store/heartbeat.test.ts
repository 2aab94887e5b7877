import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BEAT_MS, createHeartbeat, untilNextBeat } from '../../src/store/heartbeat.ts';

describe('the next heartbeat is sent', () => {
  it.each([
    ['after a pause, when the previous answer came quickly', 10, BEAT_MS - 10],
    ['immediately, when the previous answer took as long as the pause', BEAT_MS, 0],
    ['immediately, when a busy process or database delayed it', 700, 0],
  ])('%s', (_when, tookMs, expected) => {
    vi.useFakeTimers({ toFake: ['performance'], now: 100_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(untilNextBeat(performance.now() - tookMs)).toBe(expected);
  });
});

it('a delayed answer proves nothing, and the next one does', () => {
  const heartbeat = createHeartbeat(0, () => 'log');
  heartbeat.setListening(true);
  heartbeat.heard(performance.now() - 700);
  expect(heartbeat.isLive).toBe(false);
  heartbeat.heard(performance.now() + 1_000_000);
  expect(heartbeat.isLive).toBe(true);
});
