import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import { optionsOf } from './chartOptions.ts';

/** Changes with the theme, to redraw with its colours. */
function useThemeCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const change = () => setCount((before) => before + 1);
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(change);
    system.addEventListener('change', change);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', change);
      chosen.disconnect();
    };
  }, []);
  return count;
}

export type Line = {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly ink: 'a' | 'b' | 'c';
  readonly isBar?: boolean;
};

type ChartProps = {
  readonly label: string;
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly text: (value: number) => string;
  readonly max?: number;
};

const TIME = new Intl.DateTimeFormat('en', {
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
});
const SECOND_MS = 1_000;

/** Values over time. The legend shows values under the pointer; the table below makes all of them accessible. */
export function Chart({ label, times, lines, text, max }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  useDrawing({ place, times, lines, text, max, onPoint: setAt });
  const time = at === null ? undefined : times[at];
  return (
    <div role="img" aria-label={label}>
      <div className="row row--spread small activity__legend">
        <div className="row">
          {lines.map(({ label: name, ink, values }) => (
            <span key={name} className="row">
              <span className={`activity__ink activity__ink--${ink}`} />
              {name} {at !== null && <strong>{textOf(values[at], text)}</strong>}
            </span>
          ))}
        </div>
        <span className="soft">{time !== undefined && TIME.format(time * SECOND_MS)}</span>
      </div>
      <div ref={place} className="activity__canvas" />
    </div>
  );
}

const textOf = (value: number | null | undefined, text: (value: number) => string): string =>
  value === null || value === undefined ? '–' : text(value);

type DrawingOptions = Omit<ChartProps, 'label' | 'max'> & {
  readonly place: React.RefObject<HTMLDivElement | null>;
  readonly max: number | undefined;
  readonly onPoint: (index: number | null) => void;
};

/** Draws into `place`. A new theme or chart type recreates the chart; new values update it. */
function useDrawing({ place, times, lines, text, max, onPoint }: DrawingOptions): void {
  const plot = useRef<UPlot>(null);
  const theme = useThemeCount();
  const latest = useRef({ lines, text, max, onPoint, data: dataOf(times, lines) });
  useEffect(() => {
    latest.current = { lines, text, max, onPoint, data: dataOf(times, lines) };
    plot.current?.setData(latest.current.data);
  }, [times, lines, text, max, onPoint]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours are read while drawing
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const { data, ...drawn } = latest.current;
    const made = new UPlot(optionsOf(element, drawn), data, element);
    plot.current = made;
    const watcher = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [place, theme]);
}

const dataOf = (times: readonly number[], lines: readonly Line[]): UPlot.AlignedData => [
  [...times],
  ...lines.map(({ values }) => [...values]),
];
