import { type RefObject, useEffect, useRef } from 'react';
import { type LiveState, useLive } from '../api/live.ts';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { type Row, useLiveRows } from './useLiveRows.ts';

/**
 * Whether an element is visible: a ref for the element, and one with the answer, which changes without rendering again.
 */
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
  /** The row that was heard; null for one that the filters do not let through. */
  readonly rowOf: (data: Data) => R | null;
  readonly onState: (state: LiveState) => void;
};

export type LiveList<R> = {
  readonly rows: readonly R[];
  readonly waitingCount: number;
  /** For the element that stands at the top of the list. */
  readonly top: RefObject<HTMLDivElement | null>;
  readonly show: () => void;
};

/** A fetched list that grows at its top by what a subscription says. */
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
    // Events while the stream was not connected were missed: fetch the list again.
    onMissed: async () => {
      const isFirst = fetched.data === undefined;
      await fetched.refetch();
      // That was the first fetch, which may have been answered before the stream was there.
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
