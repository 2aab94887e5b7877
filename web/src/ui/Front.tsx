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
        <div className="row">
          <img src="/favicon.svg" alt="" width={32} height={32} />
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  );
}
