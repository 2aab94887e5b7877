import type { LiveState } from '../api/live.ts';
import { Badge } from '../ui/Badge.tsx';
import { Switch } from '../ui/Switch.tsx';

type LiveSwitchProps = {
  readonly isOn: boolean;
  /** Null where nothing is heard of what happens, but fetched now and then. */
  readonly state: LiveState | null;
  readonly onChange: (isOn: boolean) => void;
};

const STATES = {
  live: { kind: 'good', text: 'Live' },
  connecting: { kind: 'plain', text: 'Connecting' },
  interrupted: { kind: 'warn', text: 'Interrupted, trying again' },
} as const satisfies Record<LiveState, unknown>;

/** Whether the page follows what happens, and whether it is connected to do so. */
export function LiveSwitch({ isOn, state, onChange }: LiveSwitchProps) {
  const shown = isOn ? state && STATES[state] : ({ kind: 'plain', text: 'Paused' } as const);
  return (
    <div className="row">
      <span role="status">{shown && <Badge kind={shown.kind}>{shown.text}</Badge>}</span>
      <Switch label="Follow live" isOn={isOn} onChange={onChange} />
    </div>
  );
}
