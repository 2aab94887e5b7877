import { type RefObject, useEffect, useRef } from 'react';
import { type LiveState, useLive } from '../api/live.ts';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { type Row, useLiveRows } from './useLiveRows.ts';

/** Tracks whether an element is visible: its ref, and a ref with the result, which changes without a render. */
function useIsInView<Part extends HTMLElement>(): readonly [RefObject<Part | null>, RefObject<boolean>] {
  const part = useRef<Part>(null);
  const isInSight = useRef(true);
  useEffect(() => {
    if (!part.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      isInSight.current = entry?.isIntersecting ?? true;
    });
    observer.observe(part.current);
    return () => observer.disconnect();
  }, []);
  return [part, isInSight];
}

type FetchedList<R> = { readonly data: readonly R[] | undefined; readonly refetch: () => unknown };

type LiveOptions<R, Data> = {
  readonly enabled: boolean;
  /** The received row, or null if the filters exclude it. */
  readonly rowOf: (data: Data) => R | null;
  readonly onState: (state: LiveState) => void;
};

export type LiveList<R> = {
  readonly rows: readonly R[];
  readonly waitingCount: number;
  readonly top: RefObject<HTMLDivElement | null>;
  readonly show: () => void;
};

/** A fetched list with new rows from a subscription at the top. */
export function useLiveList<R extends Row, Data, Variables extends Record<string, unknown>>(
  fetched: FetchedList<R>,
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled, rowOf, onState }: LiveOptions<R, Data>,
): LiveList<R> {
  const { rows, waitingCount, add, showWaiting } = useLiveRows<R>(fetched.data ?? []);
  const [top, isTopInSight] = useIsInView<HTMLDivElement>();
  const state = useLive(document, variables, {
    enabled,
    onData: (data) => {
      const row = rowOf(data);
      if (row !== null) add(row, isTopInSight.current);
    },
    // Events were missed while disconnected, so refetch the list.
    onMissed: async () => {
      const isFirst = fetched.data === undefined;
      await fetched.refetch();
      // The first fetch may have completed before the stream connected.
      if (isFirst) await fetched.refetch();
    },
  });
  useEffect(() => onState(state), [state, onState]);
  const show = () => {
    showWaiting();
    top.current?.scrollIntoView({ block: 'start' });
  };
  return { rows, waitingCount, top, show };
}
