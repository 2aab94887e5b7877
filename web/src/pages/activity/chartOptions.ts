import UPlot from 'uplot';
import type { Line } from './Chart.tsx';

type ChartShape = {
  readonly lines: readonly Line[];
  readonly text: (value: number) => string;
  readonly max: number | undefined;
  readonly onPoint: (index: number | null) => void;
};

const HOUR = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric' });
const SECOND_MS = 1_000;
const DAY_SECONDS = 86_400;
const AXIS_PX = 46;
const TIME_AXIS_PX = 24;
const TICK_SPACE_PX = 64;
const BAR_SHARE = 0.7;

/** Reads a colour from an element with the class, because uPlot doesn't resolve custom properties. */
function colorOf(inside: HTMLElement, className: string): string {
  const probe = document.createElement('span');
  probe.className = className;
  inside.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** uPlot options: no built-in legend, quiet axes, values from zero. */
export function optionsOf(element: HTMLElement, { lines, text, max, onPoint }: ChartShape): UPlot.Options {
  const stroke = colorOf(element, 'activity__ink--axis');
  const grid = { stroke: colorOf(element, 'activity__ink--grid'), width: 1 };
  const axis = { stroke, grid, ticks: { show: false }, font: `11px ${getComputedStyle(element).fontFamily}` };
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    scales: {
      x: { range: (plot, low, high) => withMargin(plot, low, high) },
      y: { range: (_plot, _low, high) => [0, max ?? topOf(high)] },
    },
    axes: [
      {
        ...axis,
        size: TIME_AXIS_PX,
        space: TICK_SPACE_PX,
        values: (_plot, times, _axis, _space, step) => times.map(timeText(step)),
      },
      {
        ...axis,
        size: AXIS_PX,
        space: 32,
        values: (_plot, values) => values.map((value) => shortText(text(value))).map(onceOnly),
      },
    ],
    series: [{}, ...lines.map((line) => seriesOf(line, colorOf(element, `activity__ink--${line.ink}`)))],
  };
}

/** Adds half a bar on both sides. */
function withMargin({ data: [times] }: UPlot, low: number, high: number): UPlot.Range.MinMax {
  const half = times.length < 2 ? 1 : (high - low) / (times.length - 1) / 2;
  return [low - half, high + half];
}

const topOf = (high: number | null): number => (high === null || high <= 0 ? 1 : high * 1.1);

const timeText = (step: number) => (time: number) => (step >= DAY_SECONDS ? DAY : HOUR).format(time * SECOND_MS);

/** Draws a label only once, because adjacent values may round to the same label. */
const onceOnly = (text: string, index: number, all: readonly string[]): string =>
  all.indexOf(text) === index ? text : '';

/** The axis has room only for the number. */
const shortText = (text: string): string => text.replace(' per minute', '');

const seriesOf = ({ label, isBar = false }: Line, stroke: string): UPlot.Series => ({
  label,
  stroke,
  width: isBar ? 0 : 2,
  points: { show: !isBar, size: 5, fill: stroke },
  ...(isBar && { fill: stroke, ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [BAR_SHARE], align: 0 }) }) }),
});
