import { useEffect, useSyncExternalStore } from 'react';
import { Notice } from './Notice.tsx';

type Toast = { readonly id: number; readonly text: string };

const SHOWN_FOR_MS = 5_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Says that something was done, where the page itself does not show it. */
export function toast(text: string): void {
  lastId += 1;
  set([...toasts, { id: lastId, text }]);
}

/** The place on the screen for `toast`; once in the shell. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const [first] = shown;
  useEffect(() => {
    if (!first) return;
    const timer = setTimeout(() => set(toasts.filter(({ id }) => id !== first.id)), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [first]);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text }) => (
        <Notice key={id} kind="good">
          {text}
        </Notice>
      ))}
    </div>
  );
}
