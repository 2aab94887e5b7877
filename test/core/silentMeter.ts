import type { Meter } from '../../src/core/lib/meter.ts';

/** Counts nothing: for tests that watch one of its counts. */
export const SILENT_METER: Meter = {
  toolCalled: () => undefined,
  requestServed: () => undefined,
  limitRefused: () => undefined,
  snapshotSought: () => undefined,
  cacheRead: () => undefined,
  callRecordsDropped: () => undefined,
  contentsDropped: () => undefined,
};
