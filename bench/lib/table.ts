import type { Figure, Result } from './measure.ts';

const COLUMNS = ['what', 'at once', 'calls/s', '± ', 'p50 ms', 'p99 ms', 'CPU µs', '× ', 'core held'];

/** The results as a Markdown table; `×` is the CPU per call in units of the cell `base` under the same load. */
export function tableOf(results: readonly Result[], base: string): string {
  const rows = results.map((result) => {
    const floor = results.find(({ name, concurrency }) => name === base && concurrency === result.concurrency);
    const ratio = floor === undefined ? '' : (result.cpuUs.median / floor.cpuUs.median).toFixed(2);
    return [
      result.name,
      String(result.concurrency),
      whole(result.perSecond),
      percent(result.perSecond),
      result.p50Ms.median.toFixed(2),
      result.p99Ms.median.toFixed(2),
      whole(result.cpuUs),
      ratio,
      `${Math.round(result.held.median * 100)} %${result.counts ? '' : ' (does not count)'}`,
    ];
  });
  return markdownTable(COLUMNS, rows);
}

export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const whole = ({ median }: Figure): string => Math.round(median).toLocaleString('en');
const percent = ({ median, spread }: Figure): string => `${Math.round((spread / median) * 100)} %`;
