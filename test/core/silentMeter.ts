import type { Meter } from '../../src/core/callRecords/meter.ts';

/** Counts nothing: for tests that replace one of its counters. */
export const SILENT_METER: Meter = {
  toolCalled: () => undefined,
  requestServed: () => undefined,
  limitRefused: () => undefined,
  snapshotRead: () => undefined,
  cacheRead: () => undefined,
  callRecordsDropped: () => undefined,
  contentsDropped: () => undefined,
};
