import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { localZone, type RangeProblem, rangeProblem, toInstant, toLocalText } from './customRange.ts';

type CustomRangeProps = {
  /** ISO 8601 timestamps from the URL. */
  readonly from: string;
  readonly to: string;
  readonly onChange: (range: { readonly from: string; readonly to: string }) => void;
};

/** A custom range in the reader's time zone. Remounted when the URL changes. */
export function CustomRange({ from, to, onChange }: CustomRangeProps) {
  const id = useId();
  const [local, setLocal] = useState(() => ({ from: toLocalText(from), to: toLocalText(to) }));
  const [problem, setProblem] = useState<RangeProblem | null>(() => rangeProblem(from, to, Date.now()));
  const change = (end: 'from' | 'to', text: string) => setLocal({ ...local, [end]: text });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Ends that weren't edited keep their instant: when clocks go back, two instants have the same text.
    const ends = { from: instantOf(local.from, from), to: instantOf(local.to, to) };
    const wrong = missingEnd(local, ends) ?? rangeProblem(ends.from ?? '', ends.to ?? '', Date.now());
    setProblem(wrong);
    if (wrong === null && ends.from !== null && ends.to !== null) onChange({ from: ends.from, to: ends.to });
  };
  const errorOf = (end: 'from' | 'to') => (problem?.of === end ? problem.text : null);
  const shared = { type: 'datetime-local', required: true } as const;
  return (
    <form className="activity__range" aria-labelledby={id} noValidate onSubmit={submit}>
      <TextField
        {...shared}
        label="From"
        value={local.from}
        error={errorOf('from')}
        onChange={({ target }) => change('from', target.value)}
      />
      <TextField
        {...shared}
        label="To"
        value={local.to}
        error={errorOf('to')}
        onChange={({ target }) => change('to', target.value)}
      />
      <div className="field">
        <span className="field__label activity__no-label" aria-hidden>
          &nbsp;
        </span>
        <Button type="submit">Apply</Button>
      </div>
      <p className="small soft activity__zone" id={id}>
        Up to 31 days. Times are in {localZone()}; links to this page show the same range in any time zone.
      </p>
    </form>
  );
}

const instantOf = (local: string, before: string): string | null =>
  local !== '' && local === toLocalText(before) ? before : toInstant(local);

type Ends = { readonly from: string | null; readonly to: string | null };

/** An end is missing, or clocks going forward skipped it. */
function missingEnd(local: { readonly from: string; readonly to: string }, ends: Ends): RangeProblem | null {
  const end = (['from', 'to'] as const).find((each) => ends[each] === null);
  if (end === undefined) return null;
  return {
    of: end,
    text: local[end] === '' ? 'Enter a date and a time.' : 'Clocks skip this time. Choose one an hour later.',
  };
}
