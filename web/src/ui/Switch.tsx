import type { ReactNode } from 'react';

type SwitchProps = {
  readonly label: ReactNode;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  /** For a switch with a visible label elsewhere on the page. */
  readonly hideLabel?: boolean;
  readonly onChange: (isOn: boolean) => void;
};

export function Switch({ label, isOn, isDisabled = false, hideLabel = false, onChange }: SwitchProps) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={hideLabel ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  );
}
