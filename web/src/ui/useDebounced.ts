import { useEffect, useState } from 'react';

const TYPING_MS = 300;

/** The text once typing pauses, so that not every keystroke sends a request. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
