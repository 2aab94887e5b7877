import type { ReactNode } from 'react';
import { ErrorNotice } from './Notice.tsx';

type SkeletonProps = { readonly lines?: number };

const HEIGHTS = ['skeleton-a', 'skeleton-b', 'skeleton-c', 'skeleton-d', 'skeleton-e', 'skeleton-f'];

/** A placeholder that prevents layout shifts. */
export function Skeleton({ lines = 3 }: SkeletonProps) {
  return (
    <div className="stack stack--small" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      {HEIGHTS.slice(0, lines).map((key) => (
        <div key={key} className="skeleton" style={{ height: '3.25rem' }} />
      ))}
    </div>
  );
}

type QueryState<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
};

type LoadedProps<Data> = {
  readonly query: QueryState<Data>;
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
};

/** Renders a query's states: loading, failed or loaded. */
export function Loaded<Data>({ query, lines = 3, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => query.refetch()} />;
  return <Skeleton lines={lines} />;
}
