import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** The time of the last draw, drawn anew every `seconds`. */
export function useNow(seconds: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), seconds * SECOND_MS);
    return () => clearInterval(timer);
  }, [seconds]);
  return now;
}
