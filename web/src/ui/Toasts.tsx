import { useSyncExternalStore } from 'react';
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

/** Confirms an action where the page itself doesn't show the result. */
export function toast(text: string): void {
  lastId += 1;
  const id = lastId;
  set([...toasts, { id, text }]);
  setTimeout(() => set(toasts.filter((each) => each.id !== id)), SHOWN_FOR_MS);
}

/** Where `toast` messages appear. Used once, in the shell. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
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
