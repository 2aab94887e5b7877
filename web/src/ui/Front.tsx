import { type ReactNode, useEffect } from 'react';
import { setPageTitle } from './pageTitle.ts';

type FrontProps = { readonly title: string; readonly children: ReactNode };

/** A centered card for signed-out pages. */
export function Front({ title, children }: FrontProps) {
  useEffect(() => {
    setPageTitle(title);
  }, [title]);
  return (
    <main className="front">
      <div className="front__card">
        <div className="stack">
          <img src="/favicon.svg" alt="" width={40} height={40} />
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  );
}
