import { type ReactNode, useEffect } from 'react';

type FrontProps = { readonly title: string; readonly children: ReactNode };

/** A page for somebody who is not signed in: one card in the middle. */
export function Front({ title, children }: FrontProps) {
  useEffect(() => {
    document.title = `${title} · Toolyard`;
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
