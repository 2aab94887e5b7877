type InlineNumberProps = {
  /** Accessible name: the sentence alone doesn’t name the input. */
  readonly label: string;
  readonly max: number;
  readonly value: number | string;
  readonly error?: string | null;
  readonly onChange: (text: string) => void;
};

/** A whole number within a sentence. */
export function InlineNumber({ label, max, value, error = null, onChange }: InlineNumberProps) {
  return (
    <>
      <input
        className="control control--inline"
        style={{ width: `${String(max).length + 4}ch` }}
        type="number"
        required
        min={1}
        max={max}
        autoComplete="off"
        aria-label={label}
        aria-invalid={error !== null || undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {error !== null && <span className="field__error"> {error} </span>}
    </>
  );
}
