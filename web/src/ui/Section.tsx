import { type ReactNode, useId } from 'react';

type SectionProps = {
  readonly title: string;
  readonly about: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

export function Section({ title, about, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className="stack" aria-labelledby={id}>
      <div className="row row--spread">
        <div>
          <h2 id={id}>{title}</h2>
          <p className="soft small">{about}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
