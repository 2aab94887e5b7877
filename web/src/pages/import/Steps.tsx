const STEPS = ['Choose the source', 'Look at it', 'Add it to a stack'] as const;

/** Where one is in the wizard. */
export function Steps({ current }: { readonly current: 0 | 1 | 2 }) {
  return (
    <ol className="import-steps" aria-label="Steps">
      {STEPS.map((title, index) => (
        <li key={title} aria-current={index === current ? 'step' : undefined}>
          <span className="import-steps__number" aria-hidden>
            {index + 1}
          </span>
          {title}
          {index < current && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
