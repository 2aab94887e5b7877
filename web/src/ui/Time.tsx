const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const ABSOLUTE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function relative(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return RELATIVE.format(Math.round(seconds / size), unit);
}

type TimeProps = { readonly at: string; readonly isExact?: boolean };

/** A relative time, with the exact one on hover. */
export function Time({ at, isExact = false }: TimeProps) {
  const date = new Date(at);
  const exact = ABSOLUTE.format(date);
  return (
    <time dateTime={at} title={exact}>
      {isExact ? exact : relative(date, new Date())}
    </time>
  );
}
