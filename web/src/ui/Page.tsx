import { type ReactNode, useEffect, useRef } from 'react';
import { setPageTitle } from './pageTitle.ts';

type PageProps = {
  readonly title: string;
  /** Shown before the title. */
  readonly mark?: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

// On a full page load, leave the focus at the top, before “Skip to content”.
let isLoaded = false;

/** Focuses the page's heading after navigation, so that screen readers announce the page. */
export function Page({ title, mark, about, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => setPageTitle(title), [title]);
  useEffect(() => {
    if (isLoaded) heading.current?.focus({ preventScroll: true });
    isLoaded = true;
  }, []);
  return (
    <div className="page">
      <div className="page__head">
        <div>
          <h1 ref={heading} tabIndex={-1} {...(mark && { className: 'server-name' })}>
            {mark}
            {title}
          </h1>
          {about && <div className="page__about">{about}</div>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
