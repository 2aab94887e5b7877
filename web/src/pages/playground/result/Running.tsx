import { useEffect, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { Progress } from '../run.ts';
import { ProgressView } from './ProgressView.tsx';

/** Duration after which a running call shows its time and Cancel. */
const SLOW_MS = 1_000;
const TICK_MS = 100;
const SECOND_MS = 1_000;

type RunningProps = { readonly progress: Progress | null; readonly onCancel: () => void };

export function Running({ progress, onCancel }: RunningProps) {
  const [startedAt] = useState(() => performance.now());
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const elapsedMs = now - startedAt;
  return (
    <div className="playground__waiting stack stack--small">
      {progress ? <ProgressView progress={progress} /> : <p className="soft">The tool is running.</p>}
      {(progress || elapsedMs >= SLOW_MS) && (
        <div className="row playground__slow">
          {/* Not announced to screen readers, because it changes ten times a second. */}
          <span className="soft small playground__timer" role="timer" aria-live="off">
            {(elapsedMs / SECOND_MS).toFixed(1)} s
          </span>
          <Button size="small" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  );
}
