import { useCallback, useState } from 'react';

export type Row = { readonly id: string };

type WaitingRows<R> = { readonly shown: readonly R[]; readonly waiting: readonly R[] };

type LiveRows<R> = {
  /** New rows, then the fetched ones, without duplicates. */
  readonly rows: readonly R[];
  /** Rows held back so that the visible rows don't move. */
  readonly waitingCount: number;
  /** Adds a new row at once if the top of the list is visible; otherwise holds it back. */
  readonly add: (row: R, isTopInSight: boolean) => void;
  readonly showWaiting: () => void;
};

const WAITING_MAX = 1_000;

export function useLiveRows<R extends Row>(fetched: readonly R[]): LiveRows<R> {
  const [held, setHeld] = useState<WaitingRows<R>>({ shown: [], waiting: [] });
  const known = new Set(fetched.map(({ id }) => id));
  const isNew = ({ id }: R) => !known.has(id);
  const showWaiting = useCallback(
    () => setHeld(({ shown, waiting }) => ({ shown: [...waiting, ...shown], waiting: [] })),
    [],
  );
  const add = useCallback((row: R, isTopInSight: boolean) => {
    setHeld((before) => {
      const { shown, waiting } = before;
      if ([...shown, ...waiting].some(({ id }) => id === row.id)) return before;
      const isShown = isTopInSight && waiting.length === 0;
      return isShown
        ? { shown: [row, ...shown], waiting }
        : { shown, waiting: [row, ...waiting].slice(0, WAITING_MAX) };
    });
  }, []);
  return {
    rows: [...held.shown.filter(isNew), ...fetched],
    waitingCount: held.waiting.filter(isNew).length,
    add,
    showWaiting,
  };
}
