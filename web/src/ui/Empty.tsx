import type { ReactNode } from 'react';

type EmptyProps = { readonly title: string; readonly children?: ReactNode; readonly action?: ReactNode };

/** What stands where nothing is yet: what would be here, and how to make the first one. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
