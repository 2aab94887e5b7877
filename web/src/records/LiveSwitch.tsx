import type { LiveState } from '../api/live.ts';
import { Badge } from '../ui/Badge.tsx';
import { Switch } from '../ui/Switch.tsx';

type LiveSwitchProps = {
  readonly isOn: boolean;
  /** Null for a list that polls instead of subscribing. */
  readonly state: LiveState | null;
  readonly onChange: (isOn: boolean) => void;
};

/** A connection's state in words. */
export const LIVE_STATES = {
  live: { kind: 'good', text: 'Live' },
  connecting: { kind: 'plain', text: 'Connecting' },
  interrupted: { kind: 'warn', text: 'Disconnected, reconnecting' },
} as const satisfies Record<LiveState, unknown>;

/** Toggles live updates and shows the connection state. */
export function LiveSwitch({ isOn, state, onChange }: LiveSwitchProps) {
  const shown = isOn ? state && LIVE_STATES[state] : ({ kind: 'plain', text: 'Paused' } as const);
  return (
    <div className="row">
      <span role="status">{shown && <Badge kind={shown.kind}>{shown.text}</Badge>}</span>
      <Switch label="Live updates" isOn={isOn} onChange={onChange} />
    </div>
  );
}
