import { type ReactNode, useEffect, useRef } from 'react';

type PageProps = {
  readonly title: string;
  /** Before the title, such as a mark. */
  readonly mark?: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

// On a full load, browsers start at the top, before “Skip to content” and the menu; that is left as it is.
let isLoaded = false;

/** A page. Its heading takes the focus after a navigation, so that screen readers say where one is. */
export function Page({ title, mark, about, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Toolyard`;
  }, [title]);
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
          {about && <p>{about}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
