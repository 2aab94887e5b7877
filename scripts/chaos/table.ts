import type { Tally } from './load.ts';

/** A fault, and its effect on callers. */
export type Line = {
  readonly fault: string;
  readonly tally: Tally;
  /** Time from the end of the fault to its last symptom (`Tally.lastTroubleAt`); null if no symptom is allowed. */
  readonly wellMs: number | null;
  readonly isHeld: boolean;
};

const KINDS_SHOWN = 5;
const TEXT_SHOWN = 160;

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);

/** One row of the table. */
const rowOf = ({ fault, tally, wellMs }: Line): string => {
  const { requests, failed, unknown, wrong } = tally;
  const well = wellMs === null ? '–' : (wellMs / 1_000).toFixed(1);
  return `| ${[fault, requests.toLocaleString('en'), failed, unknown, sum(wrong), well].join(' | ')} |`;
};

/** A Markdown table, followed by the errors and the causes of failed requests. */
export function toTable(lines: readonly Line[]): string {
  const head = ['| fault | requests | failed | unknown | wrong | s until well |', '|---|--:|--:|--:|--:|--:|'];
  return [...head, ...lines.map(rowOf), ...lines.flatMap(explain)].join('\n');
}

function explain({ fault, tally: { wrong, failures } }: Line): readonly string[] {
  const shown = [...failures].toSorted(([, one], [, other]) => other - one).slice(0, KINDS_SHOWN);
  const all = [...[...wrong].map(([label, times]) => [`wrong: ${label}`, times] as const), ...shown];
  const text = (value: string): string => value.replaceAll(/\s+/g, ' ').slice(0, TEXT_SHOWN);
  return all.length === 0 ? [] : ['', `${fault}:`, ...all.map(([label, times]) => `- ${times} × ${text(label)}`)];
}
