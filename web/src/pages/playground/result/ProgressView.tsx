import type { Progress } from '../run.ts';
import './progress.css';

const HUNDRED = 100;

/** Progress as a percentage if the tool reports a total, otherwise indeterminate. */
export function ProgressView({ progress: { progress, total, message } }: { readonly progress: Progress }) {
  const part = total !== null && total > 0 ? Math.min(Math.max(progress / total, 0), 1) : null;
  const done = part === null ? `${progress.toLocaleString('en')} so far` : `${Math.floor(part * HUNDRED)}%`;
  return (
    <div className="playground__progress stack stack--small">
      <div className="row row--spread">
        <span className="playground__doing" role="status">
          {message ?? 'The tool is running.'}
        </span>
        {/* Hidden from screen readers, because the progress bar below announces the value. */}
        <span className="soft small playground__timer" aria-hidden>
          {done}
        </span>
      </div>
      <progress
        // A progress element can't become indeterminate again, so the key replaces it.
        key={part === null ? 'going on' : 'a part'}
        aria-label="Tool progress"
        {...(part !== null && { value: part })}
      />
    </div>
  );
}
