import type { ReactNode } from 'react';

type EmptyProps = { readonly title: string; readonly children?: ReactNode; readonly action?: ReactNode };

/** An empty state: what to do next. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
