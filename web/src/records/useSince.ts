import { useMemo } from 'react';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** The time `seconds` ago, rounded to the minute so that a view sends one query. */
export const useSince = (seconds: number): string =>
  useMemo(() => {
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    return new Date(now - seconds * SECOND_MS).toISOString();
  }, [seconds]);
