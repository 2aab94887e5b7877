import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

/** Typed text, committed once typing pauses. Follows external changes of `value`. */
export function useDraft(value: string, commit: (text: string) => void): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);
  const send = useRef(commit);
  useEffect(() => {
    send.current = commit;
  });
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setDraft(value);
  }, [value]);
  useEffect(() => {
    if (draft === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = draft;
      send.current(draft);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return [draft, setDraft];
}
