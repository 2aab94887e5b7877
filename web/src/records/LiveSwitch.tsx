import type { LiveState } from '../api/live.ts';
import { Badge } from '../ui/Badge.tsx';
import { Switch } from '../ui/Switch.tsx';

type LiveSwitchProps = {
  readonly isOn: boolean;
  readonly state: LiveState;
  readonly onChange: (isOn: boolean) => void;
};

const STATES = {
  live: { kind: 'good', text: 'Live' },
  connecting: { kind: 'plain', text: 'Connecting' },
  interrupted: { kind: 'warn', text: 'Interrupted, trying again' },
} as const satisfies Record<LiveState, unknown>;

/** Whether the page follows what happens, and whether it is connected to do so. */
export function LiveSwitch({ isOn, state, onChange }: LiveSwitchProps) {
  const { kind, text } = isOn ? STATES[state] : ({ kind: 'plain', text: 'Paused' } as const);
  return (
    <div className="row">
      <span role="status">
        <Badge kind={kind}>{text}</Badge>
      </span>
      <Switch label="Follow live" isOn={isOn} onChange={onChange} />
    </div>
  );
}
